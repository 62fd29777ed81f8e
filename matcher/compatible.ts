import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { bitCount, WEEK_WORDS } from './week.ts';

/**
 * Fills `compatible` (`row` words a player) with who may be in a squad with whom, judged two by two, and `degree`
 * with how many that are. Regions, platforms, modes and languages are tested 32 players at a time: for each mask that
 * occurs there is one row of the players who pass it. Hours are compared player by player among those who are left.
 */
export function fillCompatible(c: Columns, row: number, compatible: Int32Array, degree: Int32Array): void {
  const { size } = c;
  const one = (word: Int32Array) => (i: number) => word[i]!;
  const gates = rowsByMask(size, row, one(c.gate), null, passGate);
  const modes = c.terms.needMode ? rowsByMask(size, row, one(c.modes), null, passAny) : null;
  const languages = c.terms.needLanguage
    ? rowsByMask(
        size,
        row,
        (i) => c.languages[2 * i]!,
        (i) => c.languages[2 * i + 1]!,
        passAny,
      )
    : null;
  const hasSpread = c.terms.spreads;
  const busy = busyWords(c);
  const { schedule, minBins } = c;
  compatible.fill(0, 0, size * row);
  degree.fill(0, 0, size);
  for (let i = 0; i < size; i++) {
    const gateRow = gates.rows[gates.of[i]!]!;
    const modeRow = modes === null ? gateRow : modes.rows[modes.of[i]!]!;
    const languageRow = languages === null ? gateRow : languages.rows[languages.of[i]!]!;
    const busyI = busy[i]!;
    const needI = minBins[i]!;
    const atI = i * WEEK_WORDS;
    for (let v = i >> 5; v < row; v++) {
      let bits = gateRow[v]! & modeRow[v]! & languageRow[v]!;
      // Only players after i: the others have compared themselves with i already.
      if (v === i >> 5) bits &= -2 << (i & 31);
      while (bits !== 0) {
        const low = bits & -bits;
        bits ^= low;
        const j = (v << 5) + 31 - Math.clz32(low);
        const need = needI > minBins[j]! ? needI : minBins[j]!;
        const atJ = j * WEEK_WORDS;
        let bins = 0;
        for (let both = busyI & busy[j]!; both !== 0 && bins < need; both &= both - 1) {
          const w = 31 - Math.clz32(both & -both);
          const common = schedule[atI + w]! & schedule[atJ + w]!;
          if (common !== 0) bins += bitCount(common);
        }
        if (bins < need || (hasSpread && areTooFarApart(c, i, j))) continue;
        compatible[i * row + v]! |= low;
        compatible[j * row + (i >> 5)]! |= 1 << (i & 31);
        degree[i]!++;
        degree[j]!++;
      }
    }
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

function passGate(a: number, b: number): boolean {
  const both = a & b;
  return (both & REGION_BITS) !== 0 && (both & PLATFORM_BITS) !== 0;
}

function passAny(a: number, b: number): boolean {
  return (a & b) !== 0;
}

function areTooFarApart(c: Columns, i: number, j: number): boolean {
  const apart = Math.abs(c.rating[i]! - c.rating[j]!);
  return apart > c.maxSpread[i]! || apart > c.maxSpread[j]!;
}

/** For each player the words of the week in which they have any time, as bits. */
function busyWords(c: Columns): Int32Array {
  const busy = new Int32Array(c.size);
  for (let i = 0; i < c.size; i++) {
    let bits = 0;
    for (let w = 0; w < WEEK_WORDS; w++) if (c.schedule[i * WEEK_WORDS + w] !== 0) bits |= 1 << w;
    busy[i] = bits;
  }
  return busy;
}

/** `of`: number of each player's mask; `rows`: by that number, the bit set of players whose masks pass with it. */
type MaskRows = { of: Int32Array; rows: Int32Array[] };

function rowsByMask(
  size: number,
  row: number,
  lowOf: (i: number) => number,
  highOf: null | ((i: number) => number),
  pass: (a: number, b: number) => boolean,
): MaskRows {
  const of = new Int32Array(size);
  const number = new Map<number | string, number>();
  const lows: number[] = [];
  const highs: number[] = [];
  const members: Int32Array[] = [];
  for (let i = 0; i < size; i++) {
    const low = lowOf(i);
    const high = highOf === null ? 0 : highOf(i);
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
