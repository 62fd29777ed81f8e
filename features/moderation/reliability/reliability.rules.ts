import { addMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import type { RecoveryPath } from './reliability.schema.ts';

/** After so many days a match counts half. */
export const HALF_LIFE_DAYS = 90;
/** Matches that everybody is credited with, so that one bad evening does not make a reputation. */
export const BASE_CREDIT = 2;
/** Below this reliability somebody is unreliable. */
export const RELIABILITY_LIMIT = 50;
/** On fewer matches nobody is unreliable, whatever was said about them. */
export const MIN_EVIDENCE = 3;
/** A reliability is shown as a whole number, so the limit is reached from here on. */
const REACHED = (RELIABILITY_LIMIT - 0.5) / 100;

/** Something that somebody had agreed to come to, and whether they did. */
export type Attendance = { happenedAt: Date; missed: boolean };

function sumEvidence(evidence: readonly Attendance[], now: Date): { came: number; all: number } {
  let came = 0;
  let all = 0;
  for (const { happenedAt, missed } of evidence) {
    const weight = 0.5 ** (Math.max(0, now.getTime() - happenedAt.getTime()) / DAY_MS / HALF_LIFE_DAYS);
    all += weight;
    if (!missed) came += weight;
  }
  return { came, all };
}

/**
 * Reliability from 0 to 100: the share of matches somebody came to, the newer ones counting for more.
 * @param evidence matches that others said anything about, without those set aside
 * @returns null while there is none
 */
export function computeReliability(evidence: readonly Attendance[], now: Date): number | null {
  if (evidence.length === 0) return null;
  const { came, all } = sumEvidence(evidence, now);
  return Math.round(((BASE_CREDIT + came) / (BASE_CREDIT + all)) * 100);
}

/** How somebody stands: the number, and whether and how long it is below the limit. */
export type ReliabilityVerdict = { score: number | null; wayBack: RecoveryPath | null };

/** Judges what is known about somebody at an instant. */
export function judgeReliability(evidence: readonly Attendance[], now: Date): ReliabilityVerdict {
  const score = computeReliability(evidence, now);
  if (score === null || evidence.length < MIN_EVIDENCE || score >= RELIABILITY_LIMIT) return { score, wayBack: null };
  const { came, all } = sumEvidence(evidence, now);
  const matchesToCome = Math.ceil((REACHED * (BASE_CREDIT + all) - BASE_CREDIT - came) / (1 - REACHED));
  // All weights shrink alike, so the share reaches the limit once they have shrunk to this part of what they are now.
  const shrunk = (BASE_CREDIT * (1 - REACHED)) / (REACHED * all - came);
  const days = HALF_LIFE_DAYS * Math.log2(1 / shrunk);
  return { score, wayBack: { matchesToCome, returnsAt: addMs(now, Math.ceil(days * DAY_MS)) } };
}

/** How many evenings somebody came to, of those that others said anything about; null while these are too few to mean something. */
export function computeShowUpRate(evidence: readonly Attendance[]): { came: number; of: number } | null {
  if (evidence.length < MIN_EVIDENCE) return null;
  return { came: evidence.filter(({ missed }) => !missed).length, of: evidence.length };
}
