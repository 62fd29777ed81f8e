import type { Columns } from './columns.ts';
import type { PassingRows } from './mask-rows.ts';
import { WEEK_WORDS } from './week.ts';

/** Bins per half-hour step; most windows begin on the hour or half hour. */
const STEP_BINS = 2;
const WORD_STEPS = 32 / STEP_BINS;
const STEPS = WEEK_WORDS * WORD_STEPS;
const FULL_STEP = (1 << STEP_BINS) - 1;
/** Number of span lengths: rows are stored for one step and merged for two, four and eight. */
const SPAN_COUNT = 4;

/**
 * Availability as bit sets of players, two for each half hour of the week. One contains the players with any time in
 * it. The other contains those who are free from then on for as long as the most demanding player on the board needs.
 */
export type WeekRows = {
  /** Writes the players who share a long enough free stretch with player `i`. */
  enough(i: number, passingRows: PassingRows, into: Int32Array, at: number): void;
  /**
   * Writes the players who overlap with player `i` in any part of a half hour. Writes nothing if only full half hours
   * count.
   */
  meeting(i: number, passingRows: PassingRows, into: Int32Array): void;
};

/** Creates rows of `row` words for the players of `c`. With `isUnbroken`, only full stretches count. */
export function createWeekRows(c: Columns, row: number, isUnbroken: boolean): WeekRows {
  let longest = 0;
  for (let i = 0; i < c.size; i++) if (c.minBins[i]! > longest) longest = c.minBins[i]!;
  const requiredBins = Math.max(1, Math.ceil(longest / STEP_BINS));
  const touchedSteps = isUnbroken ? null : new StepRows(c.size, row);
  const beginning = new StepRows(c.size, row);
  /** Players who need no common time at all. */
  const needNoTime = new Int32Array(row);
  for (let i = 0; i < c.size; i++) {
    if (c.minBins[i] === 0) needNoTime[i >> 5]! |= 1 << (i & 31);
    let run = 0;
    for (let w = WEEK_WORDS - 1; w >= 0; w--) {
      const word = c.schedule[i * WEEK_WORDS + w]!;
      if (word === 0) {
        run = 0;
        continue;
      }
      const last = (31 - Math.clz32(word)) >> 1;
      if (last < WORD_STEPS - 1) run = 0;
      for (let step = last; step >= 0; step--) {
        const bins = (word >>> (step * STEP_BINS)) & FULL_STEP;
        run = bins === FULL_STEP ? run + 1 : 0;
        if (bins === 0) continue;
        touchedSteps?.add(i, w * WORD_STEPS + step);
        if (run >= requiredBins) beginning.add(i, w * WORD_STEPS + step);
      }
    }
    touchedSteps?.end(i);
    beginning.end(i);
  }
  touchedSteps?.uniteSpans();
  beginning.uniteSpans();
  return {
    enough(i, passingRows, into, index) {
      beginning.gather(i, passingRows, into, index);
      if (c.minBins[i] !== 0) return;
      for (const v of passingRows.words) into[index + v]! |= passingRows.row[v]! & needNoTime[v]!;
    },
    meeting(i, passingRows, into) {
      touchedSteps?.gather(i, passingRows, into, 0);
    },
  };
}

/** A bit set of players for each step of the week, and each player's steps as the smallest possible number of spans. */
class StepRows {
  readonly #row: number;
  readonly #rows: Int32Array;
  /** The row offsets of each player's spans. Player i's offsets end where those of player i + 1 begin. */
  #starts: Int32Array;
  readonly #startsOf: Int32Array;
  #count = 0;
  /** The span being added: its first step, and the step after its last. */
  #from = 0;
  #until = 0;

  constructor(size: number, row: number) {
    this.#row = row;
    this.#rows = new Int32Array(SPAN_COUNT * STEPS * row);
    this.#starts = new Int32Array(size * 12 + STEPS);
    this.#startsOf = new Int32Array(size + 1);
  }

  /** Adds a step of player `i`. Steps must be in descending order, players in ascending order. */
  add(i: number, step: number): void {
    this.#rows[step * this.#row + (i >> 5)]! |= 1 << (i & 31);
    if (step !== this.#from - 1) {
      this.#endSpan();
      this.#until = step + 1;
    }
    this.#from = step;
  }

  /** Finishes adding player `i`. */
  end(i: number): void {
    this.#endSpan();
    this.#from = this.#until = 0;
    const startCount = this.#startsOf[i]!;
    // Pad to a multiple of four with repetitions, which don't change the union.
    while (((this.#count - startCount) & 3) !== 0) this.#starts[this.#count++] = this.#starts[startCount]!;
    this.#startsOf[i + 1] = this.#count;
    if (this.#count + STEPS < this.#starts.length) return;
    const largerArray = new Int32Array(this.#starts.length * 2);
    largerArray.set(this.#starts);
    this.#starts = largerArray;
  }

  /** Covers the span with as few rows as possible. Rows may overlap. */
  #endSpan(): void {
    const steps = this.#until - this.#from;
    if (steps === 0) return;
    const level = Math.min(SPAN_COUNT - 1, 31 - Math.clz32(steps));
    const span = 1 << level;
    let at = this.#from;
    for (; at + span <= this.#until; at += span) this.#starts[this.#count++] = (level * STEPS + at) * this.#row;
    if (at < this.#until) this.#starts[this.#count++] = (level * STEPS + this.#until - span) * this.#row;
  }

  uniteSpans(): void {
    const rows = this.#rows;
    for (let level = 1; level < SPAN_COUNT; level++) {
      const halfOffset = (1 << (level - 1)) * this.#row;
      const sourceStart = (level - 1) * STEPS * this.#row;
      const targetStart = level * STEPS * this.#row;
      const rowEnd = (STEPS - (1 << level) + 1) * this.#row;
      for (let index = 0; index < rowEnd; index++)
        rows[targetStart + index] = rows[sourceStart + index]! | rows[sourceStart + index + halfOffset]!;
    }
  }

  /** Writes the union of player `i`'s rows, limited to the players who pass, starting at `at`. */
  gather(i: number, { row, words }: PassingRows, into: Int32Array, at: number): void {
    const rows = this.#rows;
    const starts = this.#starts;
    const count = words.length;
    const endIndex = this.#startsOf[i + 1]!;
    let n = this.#startsOf[i]!;
    if (n === endIndex) {
      for (let k = 0; k < count; k++) into[at + words[k]!] = 0;
      return;
    }
    // Process four rows at a time, so the running union is read and written a quarter as often.
    for (let hasMore = false; n < endIndex; n += 4, hasMore = true) {
      const a = starts[n]!;
      const b = starts[n + 1]!;
      const c = starts[n + 2]!;
      const d = starts[n + 3]!;
      for (let k = 0; k < count; k++) {
        const v = words[k]!;
        const union = (rows[a + v]! | rows[b + v]! | rows[c + v]! | rows[d + v]!) & row[v]!;
        into[at + v] = hasMore ? into[at + v]! | union : union;
      }
    }
  }
}
