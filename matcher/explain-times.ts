import type { ExplanationFact } from './explain-facts.ts';
import type { UtcSlot } from './matcher-schema.ts';

const SHOWN_TIMES = 3;
const WEEK_MINUTES = 7 * 24 * 60;

type Fact = Extract<ExplanationFact, { about: 'time' }>;

/** Returns the longest times when everyone is free, in the order of the week, and how many more there are. */
export function selectLongestTimes({ intervals, clocksChange }: Fact): { longest: UtcSlot[]; more: number } {
  // When clocks change, the clock times of the two halves are an hour apart. So they count as two evenings, not as one
  // longer one.
  const times = clocksChange ? intervals : joinAcrossWeeks(intervals);
  const longest = times.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]).slice(0, SHOWN_TIMES);
  return { longest: longest.sort((a, b) => a[0] - b[0]), more: times.length - longest.length };
}

/**
 * Joins the two halves of a time span across Sunday midnight UTC. For half of the world, that's the middle of an
 * evening.
 */
function joinAcrossWeeks(intervals: readonly UtcSlot[]): UtcSlot[] {
  const weekStart = intervals.find(([from]) => from === 0);
  const last = intervals.find(([, until]) => until === WEEK_MINUTES);
  if (!weekStart || !last || weekStart === last) return [...intervals];
  const mergedSlot: UtcSlot = [last[0], WEEK_MINUTES + weekStart[1]];
  return [...intervals.filter((slot) => slot !== weekStart && slot !== last), mergedSlot];
}
