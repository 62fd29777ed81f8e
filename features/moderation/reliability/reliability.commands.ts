import type { Db } from '../../../db/database.ts';
import { type AfterCommit, type Deps, notifyPublicPagesChanged, publishEvent } from '../../../server/deps.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { unreliableChanges } from '../access-policy.rules.ts';
import { becameReliable, becameUnreliable } from './reliability.events.ts';
import * as queries from './reliability.queries.ts';
import { type Attendance, judgeReliability, RELIABILITY_LIMIT } from './reliability.rules.ts';
import type { ReliabilityFile, Unreliable } from './reliability.schema.ts';

const BATCH = 200;

export type Evidence = {
  userId: string;
  /** What they had agreed to come to, unique among all features: `match:<id>`. */
  cause: string;
  happenedAt: Date;
  outcome: 'came' | 'missed' | 'set_aside';
};

/**
 * The one place where reliability is fed: writes down whether somebody came to what they had agreed to, in the
 * transaction in which that was heard, and announces it when they cross the limit. A later word about the same cause
 * replaces the earlier one. Who writes about several people does so in the order of their ids, because each account is
 * locked until the transaction ends.
 * @returns what is to be called when the caller has committed
 */
export async function recordEvidence(tx: Db, deps: Deps, evidence: Evidence): Promise<AfterCommit> {
  const { userId, cause, happenedAt, outcome } = evidence;
  if (!(await lockAccount(tx, userId))) return async () => {};
  if (outcome === 'set_aside') await queries.deleteEvidence(tx, userId, cause);
  else await queries.upsertEvidence(tx, { userId, cause, happenedAt, missed: outcome === 'missed' });
  return updateReliability(tx, deps, userId);
}

/** Judges somebody whose account is locked, and announces what that changes. */
async function updateReliability(tx: Db, deps: Deps, userId: string): Promise<AfterCommit> {
  const now = deps.now();
  const evidence = await queries.listEvidence(tx, userId);
  const { score, wayBack } = judgeReliability(evidence, now);
  const before = await queries.findUnreliable(tx, userId);
  if (wayBack === null) {
    if (!before) return async () => {};
    await queries.deleteUnreliable(tx, userId);
    return refreshPages(deps, await publishEvent(tx, deps, becameReliable, { userId, score, at: now }));
  }
  const goesOn = before !== undefined && before.returnsAt > now;
  if (before && !goesOn) await queries.deleteUnreliable(tx, userId);
  await queries.upsertUnreliable(tx, { userId, score: score!, since: now, returnsAt: wayBack.returnsAt });
  if (goesOn) return async () => {};
  const what = { userId, score: score!, ...countEvidence(evidence), ...wayBack, at: now };
  return refreshPages(deps, await publishEvent(tx, deps, becameUnreliable, what));
}

/** Kept pages show offers, which come and go with this. */
const refreshPages =
  (deps: Deps, after: AfterCommit): AfterCommit =>
  async () => {
    await after();
    await notifyPublicPagesChanged(deps, {});
  };

/**
 * Tells those whose time below the limit is over; they count as reliable from that moment on, whenever this runs.
 * @returns how many there were
 */
export async function endExpiredUnreliable(deps: Deps, signal: AbortSignal): Promise<number> {
  let ended = 0;
  while (!signal.aborted) {
    const ids = await queries.listReturningIds(deps.db, deps.now(), BATCH);
    for (const userId of ids) {
      const after = await deps.db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        return updateReliability(tx, deps, userId);
      });
      await after();
    }
    ended += ids.length;
    if (ids.length < BATCH) break;
  }
  return ended;
}

/** Whether somebody is below the limit now. */
export async function isUnreliable(db: Db, deps: Pick<Deps, 'now'>, userId: string): Promise<boolean> {
  const row = await queries.findUnreliable(db, userId);
  return row !== undefined && row.returnsAt > deps.now();
}

const countEvidence = (evidence: readonly Attendance[]) => ({
  counted: evidence.length,
  missed: evidence.filter((one) => one.missed).length,
});

/** What somebody below the limit reads about it; null above it. */
export async function readUnreliable(deps: Deps, userId: string): Promise<Unreliable | null> {
  const row = await queries.findUnreliable(deps.db, userId);
  const evidence = await queries.listEvidence(deps.db, userId);
  const { score, wayBack } = judgeReliability(evidence, deps.now());
  if (!row || !wayBack) return null;
  return {
    score: score!,
    limit: RELIABILITY_LIMIT,
    ...countEvidence(evidence),
    since: row.since.toISOString(),
    matches_to_come: wayBack.matchesToCome,
    returns_at: wayBack.returnsAt.toISOString(),
    changes: unreliableChanges,
  };
}

/** Somebody's reliability as moderators see it. */
export async function readReliabilityFile(deps: Deps, userId: string): Promise<ReliabilityFile> {
  const evidence = await queries.listEvidence(deps.db, userId);
  const { score, wayBack } = judgeReliability(evidence, deps.now());
  const below = wayBack !== null && (await queries.findUnreliable(deps.db, userId)) !== undefined;
  return { score, ...countEvidence(evidence), unreliable_until: below ? wayBack.returnsAt.toISOString() : null };
}
