import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import type { BanScope } from './ban-reasons.schema.ts';

/** For so long a moderator's act can be taken back. */
const UNDO_SECONDS = 30;
/** What the undo button may be late by: the click has to travel. */
const UNDO_GRACE_SECONDS = 5;
/** The ban of the queue's button. */
export const QUEUE_BAN_DEFAULTS = { reason: 'Flagged content', days: 30, scope: 'all' } as const;
/** A reporter who is always wrong counts as if they had reported this much earlier. */
const PENALTY_HOURS = 72;
/** Reports that a new reporter is credited with, so that one mistake does not silence anybody. */
const NEW_REPORTER_CREDIT = 2;

type BanState = { scope: BanScope; expiresAt: Date | null; liftedAt: Date | null };

/** Whether a ban holds now: not lifted, and without an end or with an end in the future. */
export function isBanActive(ban: BanState, now: Date): boolean {
  return ban.liftedAt === null && (ban.expiresAt === null || ban.expiresAt > now);
}

/** Whether an existing ban already does everything that a new one would. */
export function isCoveredByBan(existing: BanState, scope: BanScope, expiresAt: Date | null, now: Date): boolean {
  if (!isBanActive(existing, now) || (existing.scope !== scope && existing.scope !== 'all')) return false;
  return existing.expiresAt === null || (expiresAt !== null && existing.expiresAt >= expiresAt);
}

type BanSpan = BanState & { id: string; createdAt: Date };

/** When a ban ended or will; infinity: never. */
const getBanEndTime = ({ expiresAt, liftedAt }: BanState): number =>
  Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, liftedAt?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * Whether another ban took over where one ends: nothing comes back to the person then. Of two that end together one
 * outlasts the other.
 */
export function isBanOutlasted(other: BanSpan, ban: BanSpan): boolean {
  if (other.scope !== ban.scope && other.scope !== 'all') return false;
  const [end, otherEnd] = [getBanEndTime(ban), getBanEndTime(other)];
  if (other.id === ban.id || other.createdAt.getTime() > end) return false;
  return otherEnd > end || (otherEnd === end && (other.scope !== ban.scope || other.id > ban.id));
}

/** End of a ban of some days from now; null days: permanent. */
export function computeBanEnd(days: number | null, now: Date): Date | null {
  return days === null ? null : addMs(now, days * DAY_MS);
}

/**
 * How much a reporter's word counts, from 0 to 1: 1 for new reporters and for those who are usually right.
 * @param upheld number of their reports that were right
 * @param dismissed number of their reports that were dismissed
 */
export function computeReporterWeight(upheld: number, dismissed: number): number {
  return (upheld + NEW_REPORTER_CREDIT) / (upheld + dismissed + NEW_REPORTER_CREDIT);
}

/**
 * Where a flag stands in the queue: newest first, a report by somebody who is usually wrong counts as older.
 * @returns milliseconds; larger comes first
 */
export function computeQueueRank(createdAt: Date, weight: number): number {
  return createdAt.getTime() - (1 - weight) * PENALTY_HOURS * HOUR_MS;
}

/** Until when an act of this instant can be taken back. */
export function getUndoDeadline(at: Date): Date {
  return addMs(at, UNDO_SECONDS * 1000);
}

/** Whether an act can still be taken back, as the server counts. */
export function canUndo(at: Date, now: Date): boolean {
  return now.getTime() <= at.getTime() + (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000;
}
