import { randomUUID } from 'node:crypto';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { subtractMs } from '../../time/instants.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import { findPartyOfUser, listPartyMembers } from '../matches/parties/parties.queries.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import type { PoolRow } from '../matches/pool.rules.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { dismissPush } from '../notifications/push/push-dismissal.commands.ts';
import { getMemberName, listMissingGamertags } from '../profiles/player-views.queries.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import { explainStoppedQueue, findWindowProblem, ON_PAGE_MS } from './queue.rules.ts';
import type { JoinInput } from './queue.schema.ts';
import { advanceCheck, removeLostSeats, toWaitRow } from './queue-checks.commands.ts';
import * as checks from './queue-checks.queries.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { getQueuePool } from './queue-limits.rules.ts';
import { createDismissal, formatStillThereTopic } from './queue-messages.wording.ts';
import { recordOutcomes } from './queue-outcomes.commands.ts';
import { listPauses } from './queue-pauses.commands.ts';
import * as waits from './queue-waits.queries.ts';

/** Topic that wakes an idle matcher. */
export const QUEUE_CHANGED_TOPIC = 'queue';

type TicketSeen = { ticket_id: string; version: number };

/**
 * Joins the queue, alone or with the party that the user leads (all or nothing). A repeated request returns the
 * existing ticket.
 * @throws Refusal conflict, with a hint, when someone is already in the queue, can't be matched, or is temporarily
 * locked out; invalid for impossible availability tonight
 */
export async function joinQueue(deps: Deps, actor: Person, input: JoinInput): Promise<void> {
  const now = await getQueueNow(deps);
  const problem = input.kind === 'tonight' ? findWindowProblem(input.from, input.until, now) : undefined;
  if (problem) throw new Refusal('invalid', problem, 'from');
  await withDeadlockRetry(deps.db, async (tx) => {
    const queuePause = await tickets.lockQueueSwitch(tx);
    if (queuePause) throw new Refusal('conflict', explainStoppedQueue(queuePause.reason));
    const ownTicket = await tickets.findTicket(tx, actor.userId);
    if (ownTicket && isSameRequest(ownTicket, input)) return;
    if (ownTicket) throw new Refusal('conflict', messages.alreadyInOtherQueue);
    const ids = input.with_party ? await listPartyIds(tx, actor, now) : [actor.userId];
    // Lock the accounts, so no ban or block can be added in between.
    await lockAccounts(tx, ids);
    const rows = await requireReady(tx, ids, { actor, input, now });
    await requireNoPenalty(tx, ids, { actor, now });
    await insertQueueTickets(tx, rows, input, now);
    // Count in the same transaction as the change, so a refused or repeated request doesn't use up the limit.
    await consumeUserLimit({ ...deps, db: tx }, 'queueJoins', actor.userId, (wait) =>
      lazyText(messages.joinedTooOften, { wait }),
    );
  });
  await deps.bus.publish(QUEUE_CHANGED_TOPIC, {});
}

/**
 * Returns the ids of everyone who joins, leader first.
 * @throws Refusal conflict without a party, forbidden for anyone but its leader
 */
async function listPartyIds(tx: Db, actor: Person, now: Date): Promise<string[]> {
  const party = await findPartyOfUser(tx, actor.userId);
  if (!party) throw new Refusal('conflict', messages.notInParty);
  if (party.leader_id !== actor.userId) throw new Refusal('forbidden', messages.partyLeaderOnly);
  const members = await listPartyMembers(tx, party.id, now);
  const mateIds = members.filter(({ id, status }) => status === 'joined' && id !== actor.userId).map(({ id }) => id);
  if (mateIds.length === 0) throw new Refusal('conflict', messages.notInParty);
  return [actor.userId, ...mateIds];
}

/** Checks whether a request repeats the one that created the ticket. */
const isSameRequest = (ownTicket: tickets.TicketRow, { kind, from, until }: JoinInput): boolean =>
  ownTicket.kind === kind &&
  (kind === 'now' ||
    (ownTicket.windowFrom?.getTime() === from?.getTime() && ownTicket.windowUntil?.getTime() === until?.getTime()));

type JoinRequest = { actor: Person; input: JoinInput; now: Date };

/** @returns the players' profiles, in the order of `ids` */
async function requireReady(tx: Db, ids: string[], { actor, input, now }: JoinRequest): Promise<PoolRow[]> {
  const rows = new Map((await listPoolRows(tx, ids, now)).map((row) => [row.id, row]));
  const missingGamertags = await listMissingGamertags(tx, ids);
  for (const id of ids) {
    const row = rows.get(id);
    const getName = async () => (await getMemberName(tx, id)) ?? readerTranslator(messages.partyMember);
    if (!row)
      throw new Refusal(
        'conflict',
        id === actor.userId ? messages.profileNotReady : lazyText(messages.memberNotReady, { name: await getName() }),
      );
    if (row.languages.length === 0 && !input.any_language) {
      if (id !== actor.userId)
        throw new Refusal('conflict', lazyText(messages.memberWithoutLanguage, { name: await getName() }));
      throw new Refusal('conflict', messages.languageNeeded);
    }
    const kind = missingGamertags.get(id);
    if (!kind) continue;
    if (id !== actor.userId)
      throw new Refusal('conflict', lazyText(messages.memberWithoutGamertag, { kind, name: await getName() }));
    // Tells the page which gamertag to ask for.
    throw new Refusal('conflict', lazyText(messages.gamertagNeeded, { kind }), kind);
  }
  return ids.map((id) => rows.get(id)!);
}

/** Throws if any of these players is locked out. */
async function requireNoPenalty(
  tx: Db,
  ids: string[],
  { actor, now }: Pick<JoinRequest, 'actor' | 'now'>,
): Promise<void> {
  const pauses = await listPauses(tx, ids, now);
  for (const id of ids) {
    const pause = pauses.get(id);
    if (!pause?.until) continue;
    if (id === actor.userId) throw new Refusal('conflict', pause.message);
    const name = (await getMemberName(tx, id)) ?? readerTranslator(messages.partyMember);
    throw new Refusal('conflict', lazyText(pause.mateMessage, { name }));
  }
}

/** @param rows everyone who joins, leader first */
async function insertQueueTickets(tx: Db, rows: PoolRow[], input: JoinInput, now: Date): Promise<void> {
  const { rules } = await getActiveRules(tx);
  const groupId = randomUUID();
  const insertedRows = await tickets.insertTickets(
    tx,
    rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, role, region }) => ({
        userId: id,
        id: randomUUID(),
        groupId,
        kind: input.kind,
        // A party is matched in the leader's region.
        pool: getQueuePool(rows[0]!.region, rules),
        role,
        region,
        since: now,
        windowFrom: input.kind === 'tonight' ? input.from! : null,
        windowUntil: input.kind === 'tonight' ? input.until! : null,
        anyLanguage: input.any_language,
        // The other members may not have a page open. If they do, it will report their presence.
        seenAt: id === rows[0]!.id ? now : subtractMs(now, ON_PAGE_MS),
        saidAt: now,
      })),
  );
  if (insertedRows === rows.length) return;
  for (const { id } of rows.slice(1)) {
    if (!(await tickets.findTicket(tx, id))) continue;
    const name = (await getMemberName(tx, id)) ?? readerTranslator(messages.someone);
    throw new Refusal('conflict', lazyText(messages.memberInQueue, { name }));
  }
  throw new Refusal('conflict', messages.alreadyInQueue);
}

/** @throws Refusal conflict when the ticket has been replaced or is gone */
function requireSameTicket(row: tickets.TicketRow | undefined, ref: TicketSeen): tickets.TicketRow {
  if (!row || row.id !== ref.ticket_id) throw new Refusal('conflict', messages.ticketGone);
  if (row.version !== ref.version) throw new Refusal('conflict', messages.queueChanged);
  return row;
}

/**
 * Leaves the queue with everyone who queues together.
 * @throws Refusal conflict when the ticket is gone or has changed, because a match may have been found
 */
export async function leaveQueue(deps: Deps, actor: Person, ref: TicketSeen): Promise<void> {
  const now = await getQueueNow(deps);
  await withDeadlockRetry(deps.db, async (tx) => {
    const group = await tickets.lockGroupOf(tx, actor.userId);
    const ownTicket = requireSameTicket(
      group.find(({ userId }) => userId === actor.userId),
      ref,
    );
    if (ownTicket.state !== 'waiting') throw new Refusal('conflict', messages.queueChanged);
    await removeGroup(tx, group, { ended: 'gave_up', own: actor.userId, sentence: messages.removedLeft }, now);
  });
}

/** Confirms that a user is still there. @throws Refusal conflict when the ticket is gone */
export async function stayInQueue(deps: Deps, actor: Person, ref: TicketSeen): Promise<void> {
  const now = await getQueueNow(deps);
  const { userId } = actor;
  const { id, stillUntil } = requireSameTicket(await tickets.findTicket(deps.db, userId), ref);
  await deps.db.transaction(async (tx) => {
    await tickets.markStillThere(tx, userId, now);
    if (stillUntil) await dismissPush(tx, deps, createDismissal(formatStillThereTopic(id), userId, stillUntil));
  });
}

type Leave = { ended: 'gave_up' | 'out'; own: string; sentence: Translatable };

/** Removes a locked, waiting group from the queue. The other members see who caused it. */
export async function removeGroup(
  tx: Db,
  group: readonly tickets.TicketRow[],
  { ended, own, sentence }: Leave,
  now: Date,
): Promise<void> {
  const name = await getMemberName(tx, own);
  await waits.insertWaits(
    tx,
    group.map((ticket) => toWaitRow(ticket, ended, now)),
  );
  await tickets.deleteTickets(
    tx,
    group.map(({ userId }) => userId),
  );
  await recordOutcomes(
    tx,
    group.map(({ userId }) => ({
      userId,
      kind: 'out',
      write: (t) =>
        userId === own ? translate(t, sentence) : t(messages.removedMateLeft, { name: name ?? t(messages.someone) }),
    })),
    now,
  );
}

/**
 * Removes a user who can't or won't be matched anymore from the queue, whether they're waiting or in a check. Runs in
 * the caller's transaction. Players invited with them keep waiting, and no one is penalized.
 */
export async function dropFromQueue(
  tx: Db,
  deps: Deps,
  userId: string,
  sentence: Translatable,
): Promise<AfterCommit | undefined> {
  const existingTicket = await tickets.findTicket(tx, userId);
  if (!existingTicket) return undefined;
  const now = await getQueueNow(deps, tx);
  const check = existingTicket.checkId ? await checks.lockCheck(tx, existingTicket.checkId) : undefined;
  const group = await tickets.lockGroupOf(tx, userId);
  const ownTicket = group.find((ticket) => ticket.userId === userId);
  if (!ownTicket) return undefined;
  if (ownTicket.state === 'waiting') {
    await removeGroup(tx, group, { ended: 'out', own: userId, sentence }, now);
    return undefined;
  }
  const lockedCheck =
    check && check.id === ownTicket.checkId ? check : (await checks.lockCheck(tx, ownTicket.checkId!))!;
  const seat = (await checks.findSeat(tx, lockedCheck.id, userId))!;
  await checks.setSeat(tx, seat, { state: 'gone' });
  await removeLostSeats(
    tx,
    { check: lockedCheck, seats: [seat], states: new Map([[userId, 'gone']]), reason: sentence },
    now,
  );
  return advanceCheck(tx, deps, lockedCheck, now);
}
