import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import type { RecoveryPath } from './reliability.schema.ts';

/** Days after which a match has half its weight. */
export const HALF_LIFE_DAYS = 90;
/** Number of attended matches credited to everyone, so one bad session doesn't ruin a reputation. */
export const BASE_CREDIT = 2;
/** Score below which a user is unreliable. */
export const RELIABILITY_LIMIT = 50;
/** Minimum number of reported matches before a user can be unreliable. */
export const MIN_EVIDENCE = 3;
/** Lowest share of attended matches that rounds to the limit, because users see a whole number. */
const MIN_ATTENDED_SHARE = (RELIABILITY_LIMIT - 0.5) / 100;

/** Something a user had agreed to attend, and whether they did. */
export type Attendance = { happenedAt: Date; missed: boolean };

function sumEvidence(evidence: readonly Attendance[], now: Date): { came: number; all: number } {
  let attendedSum = 0;
  let total = 0;
  for (const { happenedAt, missed } of evidence) {
    const weight = 0.5 ** (Math.max(0, now.getTime() - happenedAt.getTime()) / DAY_MS / HALF_LIFE_DAYS);
    total += weight;
    if (!missed) attendedSum += weight;
  }
  return { came: attendedSum, all: total };
}

/**
 * Returns reliability from 0 to 100: the share of matches a user attended, with newer matches weighing more.
 * @param evidence matches that others reported on, without those set aside
 * @returns null while there's no evidence
 */
export function computeReliability(evidence: readonly Attendance[], now: Date): number | null {
  if (evidence.length === 0) return null;
  const { came, all } = sumEvidence(evidence, now);
  return Math.round(((BASE_CREDIT + came) / (BASE_CREDIT + all)) * 100);
}

/** A user's reliability: the score, and how to recover if it's below the limit. */
export type ReliabilityEvaluation = { score: number | null; wayBack: RecoveryPath | null };

/** Returns a user's reliability at a given time. */
export function evaluateReliability(evidence: readonly Attendance[], now: Date): ReliabilityEvaluation {
  const score = computeReliability(evidence, now);
  if (score === null || evidence.length < MIN_EVIDENCE || score >= RELIABILITY_LIMIT) return { score, wayBack: null };
  const { came, all } = sumEvidence(evidence, now);
  const matchesToCome = Math.ceil(
    (MIN_ATTENDED_SHARE * (BASE_CREDIT + all) - BASE_CREDIT - came) / (1 - MIN_ATTENDED_SHARE),
  );
  // All weights shrink at the same rate, so the score reaches the limit once they're at this fraction of their current
  // value.
  const priorWeight = (BASE_CREDIT * (1 - MIN_ATTENDED_SHARE)) / (MIN_ATTENDED_SHARE * all - came);
  const days = HALF_LIFE_DAYS * Math.log2(1 / priorWeight);
  return { score, wayBack: { matchesToCome, returnsAt: addMs(now, Math.ceil(days * DAY_MS)) } };
}

/**
 * Counts the sessions a user attended out of those others reported on; null while there are too few to be meaningful.
 */
export function computeShowUpRate(evidence: readonly Attendance[]): { came: number; of: number } | null {
  if (evidence.length < MIN_EVIDENCE) return null;
  return { came: evidence.filter(({ missed }) => !missed).length, of: evidence.length };
}
