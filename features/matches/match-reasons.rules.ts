import { freeLine, isFreeLine } from '../../matcher/explain.ts';
import type { ReaderTimes } from '../../time/reader-times.ts';
import type { Slot } from './matches.schema.ts';

type Explained = {
  explanation: string;
  intervals: readonly Slot[];
  overlapMinutes: number;
  weekOf: string | null;
  memberIds: readonly string[];
};

/**
 * Why these players, one sentence each, for one reader. The sentences are written once for all of them; the hours in
 * them are said in the zone and by the clock of whoever reads.
 */
export function reasonsFor(match: Explained, reader: ReaderTimes): string[] {
  const { explanation, weekOf, memberIds } = match;
  const lines = explanation.split('\n').filter(Boolean);
  if (weekOf === null || match.intervals.length === 0) return lines;
  return lines.map((line) => (isFreeLine(line) ? freeLine(match, memberIds.length, weekOf, reader) : line));
}
