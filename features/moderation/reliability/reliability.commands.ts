import type { Db } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { type AfterCommit, type Deps, notifyPublicPagesChanged, publishEvent } from '../../../server/deps.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { UNRELIABILITY_EFFECTS } from '../access-policy.rules.ts';
import { becameReliable, becameUnreliable } from './reliability.events.ts';
import * as queries from './reliability.queries.ts';
import { type Attendance, evaluateReliability, RELIABILITY_LIMIT } from './reliability.rules.ts';
import type { ReliabilityFile, UnreliablePlayer } from './reliability.schema.ts';

const BATCH_SIZE = 200;

export type Evidence = {
  userId: string;
  /** Unique ID of the commitment across all features: `match:<id>`. */
  cause: string;
  happenedAt: Date;
  outcome: 'came' | 'missed' | 'set_aside';
};

/**
 * Records whether a user attended a match or session they had agreed to, and publishes an event when their reliability
 * crosses the limit. This is the only input to reliability, and runs in the same transaction as the report. A later
 * report on the same cause replaces the earlier one. Record several users in the order of their IDs, because each
 * account stays locked until the transaction ends.
 * @returns a callback to run after the caller has committed
 */
export async function recordEvidence(tx: Db, deps: Deps, evidence: Evidence): Promise<AfterCommit> {
  const { userId, cause, happenedAt, outcome } = evidence;
  if (!(await lockAccount(tx, userId))) return async () => {};
  if (outcome === 'set_aside') await queries.deleteEvidence(tx, userId, cause);
  else await queries.upsertEvidence(tx, { userId, cause, happenedAt, missed: outcome === 'missed' });
  return updateReliability(tx, deps, userId);
}

/** Evaluates a user's reliability again and publishes any change. The caller must hold the lock on the account. */
async function updateReliability(tx: Db, deps: Deps, userId: string): Promise<AfterCommit> {
  const now = deps.now();
  const evidence = await queries.listEvidence(tx, userId);
  const { score, wayBack } = evaluateReliability(evidence, now);
  const before = await queries.findUnreliable(tx, userId);
  if (wayBack === null) {
    if (!before) return async () => {};
    await queries.deleteUnreliable(tx, userId);
    return refreshPages(deps, await publishEvent(tx, deps, becameReliable, { userId, score, at: now }));
  }
  const isStillUnreliable = before !== undefined && before.returnsAt > now;
  if (before && !isStillUnreliable) await queries.deleteUnreliable(tx, userId);
  await queries.upsertUnreliable(tx, { userId, score: score!, since: now, returnsAt: wayBack.returnsAt });
  if (isStillUnreliable) return async () => {};
  const unreliability = { userId, score: score!, ...countEvidence(evidence), ...wayBack, at: now };
  return refreshPages(deps, await publishEvent(tx, deps, becameUnreliable, unreliability));
}

/** Refreshes cached pages afterwards, because reliability affects which offers they show. */
const refreshPages =
  (deps: Deps, after: AfterCommit): AfterCommit =>
  async () => {
    await after();
    await notifyPublicPagesChanged(deps, {});
  };

/**
 * Notifies users whose time below the limit is over. They're reliable again from that moment, no matter when this runs.
 * @returns how many users it notified
 */
export async function endExpiredUnreliable(deps: Deps, signal: AbortSignal): Promise<number> {
  let endedCount = 0;
  while (!signal.aborted) {
    const ids = await queries.listReturningIds(deps.db, deps.now(), BATCH_SIZE);
    for (const userId of ids) {
      const afterCommit = await deps.db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        return updateReliability(tx, deps, userId);
      });
      await afterCommit();
    }
    endedCount += ids.length;
    if (ids.length < BATCH_SIZE) break;
  }
  return endedCount;
}

/** Returns whether a user is below the limit now. */
export async function isUnreliable(db: Db, deps: Pick<Deps, 'now'>, userId: string): Promise<boolean> {
  const row = await queries.findUnreliable(db, userId);
  return row !== undefined && row.returnsAt > deps.now();
}

const countEvidence = (evidence: readonly Attendance[]) => ({
  counted: evidence.length,
  missed: evidence.filter((one) => one.missed).length,
});

/** Returns the details a user sees while they're below the limit; null above it. */
export async function readUnreliable(deps: Deps, userId: string): Promise<UnreliablePlayer | null> {
  const row = await queries.findUnreliable(deps.db, userId);
  const evidence = await queries.listEvidence(deps.db, userId);
  const { score, wayBack } = evaluateReliability(evidence, deps.now());
  if (!row || !wayBack) return null;
  return {
    score: score!,
    limit: RELIABILITY_LIMIT,
    ...countEvidence(evidence),
    since: row.since.toISOString(),
    matches_to_come: wayBack.matchesToCome,
    returns_at: wayBack.returnsAt.toISOString(),
    changes: UNRELIABILITY_EFFECTS.map((change) => readerTranslator(change)),
  };
}

/** Returns a user's reliability as moderators see it. */
export async function readReliabilityFile(deps: Deps, userId: string): Promise<ReliabilityFile> {
  const evidence = await queries.listEvidence(deps.db, userId);
  const { score, wayBack } = evaluateReliability(evidence, deps.now());
  const isBelowLimit = wayBack !== null && (await queries.findUnreliable(deps.db, userId)) !== undefined;
  return { score, ...countEvidence(evidence), unreliable_until: isBelowLimit ? wayBack.returnsAt.toISOString() : null };
}
