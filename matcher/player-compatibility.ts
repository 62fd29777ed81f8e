import { type Columns, passesGate } from './columns.ts';
import { countBits, WEEK_WORDS } from './week.ts';
import { areCompatible } from './wishes.ts';

/** Returns whether two players of `c` may be in a match together, ignoring everyone else. */
export function canPlayTogether(c: Columns, a: number, b: number): boolean {
  if (!passesGate(c.gate[a]!, c.gate[b]!)) return false;
  if (c.terms.needMode && (c.modes[a]! & c.modes[b]!) === 0) return false;
  if (c.terms.needLanguage && !hasSharedLanguage(c, a, b)) return false;
  if (!areCompatible(c.wishes[a]! & c.wishes[b]!, c.terms.wishes)) return false;
  const difference = Math.abs(c.rating[a]! - c.rating[b]!);
  if (difference > c.maxSpread[a]! || difference > c.maxSpread[b]!) return false;
  if (!hasEnoughSharedTime(c, a, b)) return false;
  for (let r = c.relationStart[a]!; r < c.relationStart[a + 1]!; r++) {
    if (c.relationKind[r] === 1 && c.relationOther[r] === b) return false;
  }
  return true;
}

function hasSharedLanguage(c: Columns, a: number, b: number): boolean {
  return ((c.languages[2 * a]! & c.languages[2 * b]!) | (c.languages[2 * a + 1]! & c.languages[2 * b + 1]!)) !== 0;
}

/** Returns whether two players share as many bins as both need. */
export function hasEnoughSharedTime(c: Columns, i: number, j: number): boolean {
  const { schedule, minBins } = c;
  const requiredBins = minBins[i]! > minBins[j]! ? minBins[i]! : minBins[j]!;
  const startOfI = i * WEEK_WORDS;
  const startOfJ = j * WEEK_WORDS;
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS; w++) {
    const commonBits = schedule[startOfI + w]! & schedule[startOfJ + w]!;
    if (commonBits === 0) continue;
    bins += countBits(commonBits);
    if (bins >= requiredBins) return true;
  }
  return bins >= requiredBins;
}

/** Returns whether two players share `bins` consecutive bins. */
export function hasSharedStretch(c: Columns, i: number, j: number, bins: number): boolean {
  let run = 0;
  for (let w = 0; w < WEEK_WORDS && run < bins; w++) {
    const commonBits = c.schedule[i * WEEK_WORDS + w]! & c.schedule[j * WEEK_WORDS + w]!;
    if (commonBits === 0) run = 0;
    else for (let bin = 0; bin < 32 && run < bins; bin++) run = (commonBits >>> bin) & 1 ? run + 1 : 0;
  }
  return run >= bins;
}
