import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { poolRowsOf } from '../matches/pool.queries.ts';
import type { PoolRow } from '../matches/pool.rules.ts';
import { nameOf } from '../profiles/player-views.queries.ts';
import { QUEUE_NEWS } from './queue.commands.ts';
import * as tickets from './queue.queries.ts';
import { OUT, PARTY_JOINED } from './queue.wording.ts';
import { outcome } from './queue-checks.commands.ts';
import { queueNow } from './queue-clock.commands.ts';
import { pausesOf } from './queue-pauses.commands.ts';
import * as waits from './queue-waits.queries.ts';

/**
 * Somebody joined a party that waits in the queue: they wait with it, as long as it has waited. Whoever cannot reads why,
 * and so does the party, which waits on without them.
 */
export async function bringAlong(
  tx: Db,
  deps: Deps,
  { userId, mateIds }: { userId: string; mateIds: readonly string[] },
): Promise<AfterCommit | undefined> {
  if (!mateIds[0] || !(await tickets.ticketOf(tx, mateIds[0]))) return undefined;
  await lockAccounts(tx, [userId]);
  const group = await tickets.lockGroupOf(tx, mateIds[0]);
  // Members who queue without the others do so on purpose.
  if (group.length !== mateIds.length || group.some((ticket) => !mateIds.includes(ticket.userId))) return undefined;
  const now = await queueNow(deps, tx);
  const [row] = await poolRowsOf(tx, [userId], now);
  const problem = await problemOf(tx, { userId, row, group, now });
  if (problem || !row) {
    const name = (await nameOf(tx, userId)) ?? 'Somebody';
    await waits.putOutcomes(tx, [
      outcome(userId, { kind: 'out', sentence: problem ?? OUT.hidden }, now),
      ...group.map((mate) => outcome(mate.userId, { kind: 'requeued', sentence: PARTY_JOINED.without(name) }, now)),
    ]);
    return undefined;
  }
  await tickets.insertTickets(tx, [joining(row, group[0]!, now)]);
  // A group that is being put together right now must not be taken without them.
  await tickets.touchTickets(
    tx,
    group.map((mate) => mate.userId),
  );
  return () => deps.bus.publish(QUEUE_NEWS, {});
}

type Joiner = { userId: string; row: PoolRow | undefined; group: readonly tickets.TicketRow[]; now: Date };

/** Why somebody cannot wait with a group, as a sentence. */
async function problemOf(tx: Db, { userId, row, group, now }: Joiner): Promise<string | undefined> {
  if (await tickets.ticketOf(tx, userId)) return PARTY_JOINED.elsewhere;
  if (group.some(({ state }) => state !== 'waiting')) return PARTY_JOINED.checked;
  if (!row) return PARTY_JOINED.notReady;
  if (row.languages.length === 0 && !group[0]!.anyLanguage) return PARTY_JOINED.noLanguage;
  const pause = (await pausesOf(tx, [userId], now)).get(userId);
  return pause?.until ? PARTY_JOINED.paused : undefined;
}

const joining = (row: PoolRow, mate: tickets.TicketRow, now: Date) => ({
  userId: row.id,
  id: randomUUID(),
  groupId: mate.groupId,
  kind: mate.kind,
  pool: mate.pool,
  role: row.role,
  region: row.region,
  since: mate.since,
  windowFrom: mate.windowFrom,
  windowUntil: mate.windowUntil,
  anyLanguage: mate.anyLanguage,
  seenAt: now,
  saidAt: now,
});
