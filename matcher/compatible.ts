import { type Columns, passGate } from './columns.ts';
import { shareEnough } from './go-together.ts';
import { bitCount } from './week.ts';
import { makeWeekRows } from './week-rows.ts';
import { meets } from './wishes.ts';

/**
 * Fills `compatible` (`row` words a player) with who may be in a squad with whom, judged two by two, and `degree`
 * with how many that are. Regions, platforms, modes, languages and hours are tested 32 players at a time: for each mask
 * and for each stretch of the week that occurs there is one row of the players who pass it. Bins are counted only for
 * those who meet in some hour without sharing a whole stretch of the length needed.
 */
export function fillCompatible(c: Columns, row: number, compatible: Int32Array, degree: Int32Array): void {
  const { size } = c;
  const one = (word: Int32Array) => (i: number) => word[i]!;
  const gates = rowsByMask(size, row, { low: one(c.gate), pass: passGate });
  const modes = c.terms.needMode ? rowsByMask(size, row, { low: one(c.modes), pass: passAny }) : null;
  const languages = c.terms.needLanguage
    ? rowsByMask(size, row, {
        low: (i) => c.languages[2 * i]!,
        high: (i) => c.languages[2 * i + 1]!,
        pass: passAny,
      })
    : null;
  const week = makeWeekRows(c, row);
  const enough = new Int32Array(row);
  const meeting = new Int32Array(row);
  compatible.fill(0, 0, size * row);
  for (let i = 0; i < size; i++) {
    const gateRow = gates.rows[gates.of[i]!]!;
    const modeRow = modes === null ? gateRow : modes.rows[modes.of[i]!]!;
    const languageRow = languages === null ? gateRow : languages.rows[languages.of[i]!]!;
    week.meet(i, enough, meeting);
    const at = i * row;
    for (let v = 0; v < row; v++) {
      const bits = gateRow[v]! & modeRow[v]! & languageRow[v]!;
      if (bits === 0) continue;
      compatible[at + v]! |= bits & enough[v]!;
      // The others have counted their bins with this player already.
      let open = v < i >> 5 ? 0 : bits & meeting[v]! & ~enough[v]!;
      if (v === i >> 5) open &= -2 << (i & 31);
      while (open !== 0) {
        const low = open & -open;
        open ^= low;
        const j = (v << 5) + 31 - Math.clz32(low);
        if (!shareEnough(c, i, j)) continue;
        compatible[at + v]! |= low;
        compatible[j * row + (i >> 5)]! |= 1 << (i & 31);
      }
    }
    compatible[at + (i >> 5)]! &= ~(1 << (i & 31));
  }
  if (c.terms.wishes.length > 0) clearUnmet(c, row, compatible);
  if (c.terms.spreads) clearTooFarApart(c, row, compatible);
  for (let i = 0; i < size; i++) {
    degree[i] = 0;
    for (let v = i * row; v < (i + 1) * row; v++) degree[i]! += bitCount(compatible[v]!);
  }
  clearBlocked(c, row, compatible);
}

function clearBlocked(c: Columns, row: number, compatible: Int32Array): void {
  for (let i = 0; i < c.size; i++) {
    for (let r = c.relationStart[i]!; r < c.relationStart[i + 1]!; r++) {
      const other = c.relationOther[r]!;
      if (c.relationKind[r] === 1) compatible[i * row + (other >> 5)]! &= ~(1 << (other & 31));
    }
  }
}

function clearUnmet(c: Columns, row: number, compatible: Int32Array): void {
  const { wishes } = c.terms;
  const passing = rowsByMask(c.size, row, { low: (i) => c.wishes[i]!, pass: (a, b) => meets(a & b, wishes) });
  for (let i = 0; i < c.size; i++) {
    const meeting = passing.rows[passing.of[i]!]!;
    for (let v = 0; v < row; v++) compatible[i * row + v]! &= meeting[v]!;
  }
}

function passAny(a: number, b: number): boolean {
  return (a & b) !== 0;
}

function clearTooFarApart(c: Columns, row: number, compatible: Int32Array): void {
  for (let at = 0; at < c.size * row; at++) {
    const i = Math.floor(at / row);
    for (let bits = compatible[at]!; bits !== 0; bits &= bits - 1) {
      const low = bits & -bits;
      if (areTooFarApart(c, i, ((at % row) << 5) + 31 - Math.clz32(low))) compatible[at]! ^= low;
    }
  }
}

function areTooFarApart(c: Columns, i: number, j: number): boolean {
  const apart = Math.abs(c.rating[i]! - c.rating[j]!);
  return apart > c.maxSpread[i]! || apart > c.maxSpread[j]!;
}

/** `of`: number of each player's mask; `rows`: by that number, the bit set of players whose masks pass with it. */
type MaskRows = { of: Int32Array; rows: Int32Array[] };

/** A player's mask in one word or two, and when a word of one player passes with that of another. */
type Mask = {
  low: (i: number) => number;
  high?: (i: number) => number;
  pass: (a: number, b: number) => boolean;
};

function rowsByMask(size: number, row: number, mask: Mask): MaskRows {
  const { pass } = mask;
  const of = new Int32Array(size);
  const number = new Map<number | string, number>();
  const lows: number[] = [];
  const highs: number[] = [];
  const members: Int32Array[] = [];
  for (let i = 0; i < size; i++) {
    const low = mask.low(i);
    const high = mask.high?.(i) ?? 0;
    const key = high === 0 ? low : `${low} ${high}`;
    let at = number.get(key);
    if (at === undefined) {
      at = lows.length;
      number.set(key, at);
      lows.push(low);
      highs.push(high);
      members.push(new Int32Array(row));
    }
    of[i] = at;
    members[at]![i >> 5]! |= 1 << (i & 31);
  }
  const rows = lows.map((low, own) => {
    const passing = new Int32Array(row);
    for (let other = 0; other < lows.length; other++) {
      if (!pass(low, lows[other]!) && !pass(highs[own]!, highs[other]!)) continue;
      const list = members[other]!;
      for (let w = 0; w < row; w++) passing[w]! |= list[w]!;
    }
    return passing;
  });
  return { of, rows };
}
