import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import type { BanScope } from './ban-reasons.schema.ts';

/** Time in which a moderator's action can be undone. */
const UNDO_SECONDS = 30;
/** Extra time for an undo, to allow for network latency. */
const UNDO_GRACE_SECONDS = 5;
/** Ban that the moderation queue's Ban button applies. */
export const QUEUE_BAN_DEFAULTS = { reason: 'Flagged content', days: 30, scope: 'all' } as const;
/** If a reporter is often wrong, their report ranks as if it were older, by at most this many hours. */
const PENALTY_HOURS = 72;
/** Correct reports credited to a new reporter, so that one mistake doesn't cost them all their weight. */
const NEW_REPORTER_CREDIT = 2;

type BanState = { scope: BanScope; expiresAt: Date | null; liftedAt: Date | null };

/** Returns whether a ban is active: not lifted, and with no end or an end in the future. */
export function isBanActive(ban: BanState, now: Date): boolean {
  return ban.liftedAt === null && (ban.expiresAt === null || ban.expiresAt > now);
}

/** Returns whether an existing ban already does everything a new one would. */
export function isCoveredByBan(existingBan: BanState, scope: BanScope, expiresAt: Date | null, now: Date): boolean {
  if (!isBanActive(existingBan, now) || (existingBan.scope !== scope && existingBan.scope !== 'all')) return false;
  return existingBan.expiresAt === null || (expiresAt !== null && existingBan.expiresAt >= expiresAt);
}

type BanSpan = BanState & { id: string; createdAt: Date };

/** Returns when a ban ended or will end; infinity if it never does. */
const getBanEndTime = ({ expiresAt, liftedAt }: BanState): number =>
  Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, liftedAt?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * Returns whether another ban continues when this one ends, so the user doesn't regain access. If two bans end
 * together, exactly one of them outlasts the other.
 */
export function isBanOutlasted(other: BanSpan, ban: BanSpan): boolean {
  if (other.scope !== ban.scope && other.scope !== 'all') return false;
  const [end, otherEnd] = [getBanEndTime(ban), getBanEndTime(other)];
  if (other.id === ban.id || other.createdAt.getTime() > end) return false;
  return otherEnd > end || (otherEnd === end && (other.scope !== ban.scope || other.id > ban.id));
}

/**
 * Returns when a ban that starts now ends.
 * @param days null for a permanent ban
 * @returns null for a permanent ban
 */
export function computeBanEnd(days: number | null, now: Date): Date | null {
  return days === null ? null : addMs(now, days * DAY_MS);
}

/**
 * Returns a reporter's weight from 0 to 1. It's 1 for new reporters and for those who are always right.
 * @param upheldCount number of their reports that moderators upheld
 * @param dismissedCount number of their reports that were dismissed
 */
export function computeReporterWeight(upheldCount: number, dismissedCount: number): number {
  return (upheldCount + NEW_REPORTER_CREDIT) / (upheldCount + dismissedCount + NEW_REPORTER_CREDIT);
}

/**
 * Returns a flag's rank in the queue: newest first, but a report by someone who is usually wrong ranks as if it were
 * older.
 * @returns milliseconds; larger comes first
 */
export function computeQueueRank(createdAt: Date, weight: number): number {
  return createdAt.getTime() - (1 - weight) * PENALTY_HOURS * HOUR_MS;
}

/** Returns the deadline for undoing an action taken at this instant. */
export function getUndoDeadline(at: Date): Date {
  return addMs(at, UNDO_SECONDS * 1000);
}

/** Returns whether an action can still be undone, by the server's clock. */
export function canUndo(at: Date, now: Date): boolean {
  return now.getTime() <= at.getTime() + (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000;
}
