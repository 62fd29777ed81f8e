import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { poolRowsOf } from '../matches/pool.queries.ts';
import { rulesInForce } from '../matches/rulebook/rulebook.commands.ts';
import { isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { isBlockedAmong } from '../profiles/blocks/blocks.queries.ts';
import { dropFromQueue } from './queue.commands.ts';
import * as tickets from './queue.queries.ts';
import { OUT } from './queue.wording.ts';
import * as checks from './queue-checks.queries.ts';
import { poolOf } from './queue-limits.rules.ts';
import { isLiving } from './ready-check.rules.ts';

/** Takes somebody out who may not be matched any more; who was asked with them waits on, without blame. */
export async function dropBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit | undefined> {
  return isDeniedByBan(scope, 'queue') ? dropFromQueue(tx, deps, userId, OUT.banned) : undefined;
}

/** The same for whoever leaves, or withdraws their profile. */
export async function dropLeaver(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<AfterCommit | undefined> {
  return dropFromQueue(tx, deps, userId, OUT.hidden);
}

/** Who queues as a party that one of them has left or ended is out of the queue together; who queues alone waits on. */
export async function dropParted(
  tx: Db,
  deps: Deps,
  { userId, ended }: { userId: string; ended: boolean },
): Promise<AfterCommit | undefined> {
  const known = await tickets.ticketOf(tx, userId);
  if (!known || (await tickets.groupOf(tx, known.groupId)).length < 2) return undefined;
  return dropFromQueue(tx, deps, userId, ended ? OUT.partyEnded : OUT.partyLeft);
}

/**
 * What was read of somebody is not true any more: they saved their profile. Who queues with others looks where these do.
 */
export async function readAnew(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  if (!(await tickets.ticketOf(tx, userId))) return;
  const [row] = await poolRowsOf(tx, [userId], deps.now());
  if (!row) return;
  const { rules } = await rulesInForce(tx);
  await tickets.setPlace(tx, userId, { role: row.role, region: row.region, pool: poolOf(row.region, rules) });
}

/**
 * Keeps two people apart of whom one has blocked the other: who blocks leaves the check that asks both, and of the block
 * nobody hears; while they only wait, the next look knows of it.
 */
export async function keepApart(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<AfterCommit | undefined> {
  // Held first: a claim that is under way has happened by then, or does not any more.
  const held = await tickets.lockTickets(tx, [blockerId, blockedId]);
  const own = held.find(({ userId }) => userId === blockerId);
  const other = held.find(({ userId }) => userId === blockedId);
  if (!own || !other) return undefined;
  if (own.groupId === other.groupId) return dropFromQueue(tx, deps, blockerId, OUT.parted);
  if (own.checkId && own.checkId === other.checkId) {
    const living = (await checks.seatsOf(tx, own.checkId)).filter(isLiving).map(({ userId }) => userId);
    const met = living.includes(blockerId) && (await isBlockedAmong(tx, blockerId, living));
    return met ? dropFromQueue(tx, deps, blockerId, OUT.blocked) : undefined;
  }
  await tickets.touchTickets(tx, [blockerId, blockedId]);
  return undefined;
}
