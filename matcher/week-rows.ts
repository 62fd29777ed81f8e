import type { Columns } from './columns.ts';
import { WEEK_WORDS } from './week.ts';

const HOURS = WEEK_WORDS * 8;
const BINS_AN_HOUR = 4;

/**
 * Who is there when, as bit sets of players: for each hour of the week those who have any time in it, and for each hour
 * those who are free from then on as long as the most demanding player on the board needs.
 */
export type WeekRows = {
  /** `enough`: who shares such a stretch with player `i`; `meeting`: who shares some hour, be it in part. */
  meet(i: number, enough: Int32Array, meeting: Int32Array): void;
};

/** Rows of `row` words for the players of `c`. */
export function makeWeekRows(c: Columns, row: number): WeekRows {
  let longest = 0;
  for (let i = 0; i < c.size; i++) longest = Math.max(longest, c.minBins[i]!);
  const hours = Math.max(1, Math.ceil(longest / BINS_AN_HOUR));
  const touched = new Int32Array(HOURS * row);
  const stretches = new Int32Array(HOURS * row);
  /** By player: the hours touched and the hours in which a stretch begins, in bits of 8 hours a word of the week. */
  const touches = new Int32Array(c.size * WEEK_WORDS);
  const begins = new Int32Array(c.size * WEEK_WORDS);
  /** Those who need no time together at all. */
  const undemanding = new Int32Array(row);
  for (let i = 0; i < c.size; i++) {
    if (c.minBins[i] === 0) undemanding[i >> 5]! |= 1 << (i & 31);
    let run = 0;
    for (let hour = HOURS - 1; hour >= 0; hour--) {
      const at = i * WEEK_WORDS + (hour >> 3);
      const bins = (c.schedule[at]! >>> ((hour & 7) * BINS_AN_HOUR)) & 15;
      run = bins === 15 ? run + 1 : 0;
      if (bins === 0) continue;
      touches[at]! |= 1 << (hour & 7);
      touched[hour * row + (i >> 5)]! |= 1 << (i & 31);
      if (run < hours) continue;
      begins[at]! |= 1 << (hour & 7);
      stretches[hour * row + (i >> 5)]! |= 1 << (i & 31);
    }
  }
  const beginning: HourRows = { hoursOf: begins, rows: stretches, row };
  const touching: HourRows = { hoursOf: touches, rows: touched, row };
  return {
    meet(i, enough, meeting) {
      gatherRows(beginning, i, enough);
      gatherRows(touching, i, meeting);
      if (c.minBins[i] === 0) for (let v = 0; v < row; v++) enough[v]! |= undemanding[v]!;
    },
  };
}

/** Where the rows begin that are to be united; filled up with repetitions, which change nothing. */
const starts = new Int32Array(HOURS + 3);

/** By player the hours in question (as in `touches`), and for each hour of the week a row of `row` words. */
type HourRows = { hoursOf: Int32Array; rows: Int32Array; row: number };

/** The union of the rows of the hours that player `i` has in `hoursOf`. */
function gatherRows({ hoursOf, rows, row }: HourRows, i: number, into: Int32Array): void {
  into.fill(0);
  let count = 0;
  for (let w = 0; w < WEEK_WORDS; w++) {
    for (let bits = hoursOf[i * WEEK_WORDS + w]!; bits !== 0; bits &= bits - 1) {
      starts[count++] = ((w << 3) + 31 - Math.clz32(bits & -bits)) * row;
    }
  }
  if (count === 0) return;
  for (let extra = 0; extra < 3; extra++) starts[count + extra] = starts[count - 1]!;
  // Four rows at a time: what is united so far is read and written a quarter as often.
  for (let n = 0; n < count; n += 4) {
    const [a, b, c, d] = [starts[n]!, starts[n + 1]!, starts[n + 2]!, starts[n + 3]!];
    for (let v = 0; v < row; v++) into[v]! |= rows[a + v]! | rows[b + v]! | rows[c + v]! | rows[d + v]!;
  }
}
