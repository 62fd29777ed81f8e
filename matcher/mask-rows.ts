import { type Columns, passesGate } from './columns.ts';
import { areCompatible } from './wishes.ts';

/** A set of players as a row of bits, and the positions of its nonzero words. */
export type PassingRows = { row: Int32Array; words: Int32Array };

/**
 * Creates a lookup that returns, for each player, those with compatible regions, platforms, modes, languages and
 * wishes.
 */
export function createPassingRows(c: Columns, row: number): (i: number) => PassingRows {
  const { size, terms } = c;
  const createReader = (word: Int32Array) => (i: number) => word[i]!;
  const masks = [buildRowsByMask(size, row, { low: createReader(c.gate), pass: passesGate })];
  if (terms.needMode) masks.push(buildRowsByMask(size, row, { low: createReader(c.modes), pass: passesAny }));
  if (terms.needLanguage) {
    const [low, high] = [(i: number) => c.languages[2 * i]!, (i: number) => c.languages[2 * i + 1]!];
    masks.push(buildRowsByMask(size, row, { low, high, pass: passesAny }));
  }
  if (terms.wishes.length > 0) {
    masks.push(
      buildRowsByMask(size, row, { low: createReader(c.wishes), pass: (a, b) => areCompatible(a & b, terms.wishes) }),
    );
  }
  // Players with equal masks share one result.
  const passingByKey = new Map<number, PassingRows>();
  return (i) => {
    let key = 0;
    for (const mask of masks) key = key * mask.rows.length + mask.of[i]!;
    let passingRow = passingByKey.get(key);
    if (!passingRow) {
      passingRow = intersectRows(i, masks, row);
      passingByKey.set(key, passingRow);
    }
    return passingRow;
  };
}

function passesAny(a: number, b: number): boolean {
  return (a & b) !== 0;
}

/** Returns who is compatible with player `i` in all of `masks`. */
function intersectRows(i: number, masks: readonly MaskRows[], size: number): PassingRows {
  const row = masks[0]!.rows[masks[0]!.of[i]!]!.slice();
  for (let m = 1; m < masks.length; m++) {
    const other = masks[m]!.rows[masks[m]!.of[i]!]!;
    for (let v = 0; v < size; v++) row[v]! &= other[v]!;
  }
  const wordIndexes = new Int32Array(size);
  let count = 0;
  for (let v = 0; v < size; v++) if (row[v] !== 0) wordIndexes[count++] = v;
  return { row, words: wordIndexes.subarray(0, count) };
}

/** `of`: the number of each player's mask; `rows`: the bit set of players with compatible masks, by that number. */
type MaskRows = { of: Int32Array; rows: Int32Array[] };

/** A player's mask in one or two words, and the test for whether two players' words are compatible. */
type Mask = {
  low: (i: number) => number;
  high?: (i: number) => number;
  pass: (a: number, b: number) => boolean;
};

function buildRowsByMask(size: number, row: number, mask: Mask): MaskRows {
  const { pass } = mask;
  const maskNumbers = new Int32Array(size);
  const number = new Map<number | string, number>();
  const lowBits: number[] = [];
  const highs: number[] = [];
  const members: Int32Array[] = [];
  for (let i = 0; i < size; i++) {
    const lowWord = mask.low(i);
    const highWord = mask.high?.(i) ?? 0;
    const key = highWord === 0 ? lowWord : `${lowWord} ${highWord}`;
    let at = number.get(key);
    if (at === undefined) {
      at = lowBits.length;
      number.set(key, at);
      lowBits.push(lowWord);
      highs.push(highWord);
      members.push(new Int32Array(row));
    }
    maskNumbers[i] = at;
    members[at]![i >> 5]! |= 1 << (i & 31);
  }
  const rows = lowBits.map((low, own) => {
    const passingRow = new Int32Array(row);
    for (let other = 0; other < lowBits.length; other++) {
      if (!pass(low, lowBits[other]!) && !pass(highs[own]!, highs[other]!)) continue;
      const list = members[other]!;
      for (let w = 0; w < row; w++) passingRow[w]! |= list[w]!;
    }
    return passingRow;
  });
  return { of: maskNumbers, rows };
}
