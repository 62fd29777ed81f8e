import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import type { PoolRow } from '../matches/pool.rules.ts';
import { getMemberName } from '../profiles/player-views.queries.ts';
import { QUEUE_CHANGED_TOPIC } from './queue.commands.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import { PARTY_JOIN_PROBLEMS } from './queue.wording.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { type Outcome, recordOutcomes } from './queue-outcomes.commands.ts';
import { listPauses } from './queue-pauses.commands.ts';

/**
 * Handles a user joining a party that's waiting in the queue. They join its ticket and keep its start time. If they
 * can't, both they and the party see why, and the party keeps waiting without them.
 */
export async function joinPartyMates(
  tx: Db,
  deps: Deps,
  { userId, mateIds }: { userId: string; mateIds: readonly string[] },
): Promise<AfterCommit | undefined> {
  if (!mateIds[0] || !(await tickets.findTicket(tx, mateIds[0]))) return undefined;
  await lockAccounts(tx, [userId]);
  const group = await tickets.lockGroupOf(tx, mateIds[0]);
  // Members who queue without the others do so on purpose, so leave them alone.
  if (group.length !== mateIds.length || group.some((ticket) => !mateIds.includes(ticket.userId))) return undefined;
  const now = await getQueueNow(deps, tx);
  const [row] = await listPoolRows(tx, [userId], now);
  const problem = await findJoinProblem(tx, { userId, row, group, now });
  if (problem || !row) {
    const name = await getMemberName(tx, userId);
    const outcomes: Outcome[] = [
      { userId, kind: 'out', write: (t) => t(problem ?? messages.removedHidden) },
      ...group.map((mate) => ({
        userId: mate.userId,
        kind: 'requeued' as const,
        write: (t: Translator) => t(messages.partyMemberLeftOut, { name: name ?? t(messages.someone) }),
      })),
    ];
    await recordOutcomes(tx, outcomes, now);
    return undefined;
  }
  await tickets.insertTickets(tx, [toJoiningMember(row, group[0]!, now)]);
  // Touch the tickets, so a group that's being matched right now isn't claimed without the new member.
  await tickets.invalidateTickets(
    tx,
    group.map((mate) => mate.userId),
  );
  return () => deps.bus.publish(QUEUE_CHANGED_TOPIC, {});
}

type JoinContext = { userId: string; row: PoolRow | undefined; group: readonly tickets.TicketRow[]; now: Date };

/** Returns why a user can't wait with a group. */
async function findJoinProblem(tx: Db, { userId, row, group, now }: JoinContext): Promise<Message | undefined> {
  if (await tickets.findTicket(tx, userId)) return PARTY_JOIN_PROBLEMS.elsewhere;
  if (group.some(({ state }) => state !== 'waiting')) return PARTY_JOIN_PROBLEMS.checked;
  if (!row) return PARTY_JOIN_PROBLEMS.notReady;
  if (row.languages.length === 0 && !group[0]!.anyLanguage) return PARTY_JOIN_PROBLEMS.noLanguage;
  const pause = (await listPauses(tx, [userId], now)).get(userId);
  return pause?.until ? PARTY_JOIN_PROBLEMS.paused : undefined;
}

const toJoiningMember = (row: PoolRow, mate: tickets.TicketRow, now: Date) => ({
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
