import { sql } from 'drizzle-orm';
import { cancelDeletion, requestDeletion } from '../../accounts/account-deletion.commands.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { disbandParty, joinByLink, leaveParty, startParty } from '../../matches/parties/parties.commands.ts';
import { findPartyOfUser, listPartyMembers } from '../../matches/parties/parties.queries.ts';
import { banUser, liftBan } from '../../moderation/bans.commands.ts';
import { blockPlayer, unblockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { publishProfile } from '../../profiles/profiles.commands.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { unpublishProfile } from '../../profiles/publication.commands.ts';
import { joinQueue, leaveQueue, stayInQueue } from '../queue.commands.ts';
import { findTicket, listGroup, listTickets } from '../queue.queries.ts';
import { answerCheck } from '../queue-answers.commands.ts';
import { getQueueState } from '../queue-views.commands.ts';
import { checkJoined } from './test-queue-invariants.ts';
import type { QueueModel } from './test-queue-model.ts';

export type QueueCommand = [weight: number, act: () => Promise<unknown>];

/** Ids of earlier checks, for simulating late answers. */
const earlierCheckIds: string[] = [];

/** Lists the actions of users, moderators and clocks, with their relative frequencies. */
export function createQueueCommands(model: QueueModel, admin: { userId: string }): QueueCommand[] {
  const { deps, players, pick, perform, below, histories, onlineIds, count } = model;
  const pickPlayer = () => pick(players);
  const recordAction = (
    who: Player,
    what: 'left' | 'declined' | 'banned' | 'blocked' | 'hidden' | 'shown' | 'left party' | 'ended party',
  ) => histories.get(who.userId)!.add(what);

  const join = async () => {
    const who = pickPlayer();
    const existing = await findTicket(deps.db, who.userId);
    await perform((d) => joinQueue(d, toActor(who), { kind: 'now', with_party: false, any_language: below(4) === 0 }));
    if (!existing && (await findTicket(deps.db, who.userId))) {
      histories.get(who.userId)!.clear();
      histories.get(who.userId)!.add('waited');
      onlineIds.add(who.userId);
    }
  };
  /** Picks one of the users that a query returns, or anyone if it returns none. */
  const pickOneOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await deps.db.execute<{ id: string }>(query);
    const named = players.filter(({ userId }) => rows.some(({ id }) => id === userId));
    return named.length > 0 ? pick(named) : pickPlayer();
  };
  const leave = async () => {
    // Most users are out of the queue most of the time, so pick one who is in it.
    const who = await pickOneOf(sql`select user_id as id from queue_tickets`);
    const ticket = await findTicket(deps.db, who.userId);
    if (!ticket) return;
    recordAction(who, 'left');
    const version = ticket.version - (below(4) === 0 ? 1 : 0);
    count(`leave ${await perform((d) => leaveQueue(d, toActor(who), { ticket_id: ticket.id, version }))}`);
  };
  const answer = async (word: 'ready' | 'not_now', twice = false) => {
    const invited = [];
    for (const who of players)
      if (onlineIds.has(who.userId) && (await findTicket(deps.db, who.userId))?.checkId) invited.push(who);
    if (invited.length === 0) return;
    const who = pick(invited);
    const { check } = await getQueueState(deps, toActor(who));
    if (!check) return;
    // Loading the check counts as having been reached.
    recordAction(who, 'shown');
    earlierCheckIds.push(check.id);
    if (word === 'not_now') recordAction(who, 'declined');
    const sendAnswer = () => perform((d) => answerCheck(d, toActor(who), { id: check.id, answer: word }));
    const results = await (twice ? Promise.all([sendAnswer(), sendAnswer()]) : sendAnswer());
    count(`${word} ${[results].flat().join(' ')}`);
  };
  const readyAll = async () => {
    for (const who of players) {
      const { check } = onlineIds.has(who.userId) ? await getQueueState(deps, toActor(who)) : { check: null };
      if (check) recordAction(who, 'shown');
      if (check?.my_answer === null)
        await perform((d) => answerCheck(d, toActor(who), { id: check.id, answer: 'ready' }));
    }
  };
  const answerLate = async () => {
    const id = earlierCheckIds[below(earlierCheckIds.length)];
    if (id) count(`late ${await perform((d) => answerCheck(d, toActor(pickPlayer()), { id, answer: 'ready' }))}`);
  };
  const block = async () => {
    const [one, other] = [pickPlayer(), pickPlayer()];
    if (one === other) return;
    recordAction(one, 'blocked');
    await perform((d) => blockPlayer(d, toActor(one), other.userId, 'block'));
  };
  const unblockAll = async () => {
    for (const one of players) for (const other of players) await unblockPlayer(deps, toActor(one), other.userId);
  };
  const ban = async () => {
    const who = pickPlayer();
    recordAction(who, 'banned');
    await perform((d) =>
      d.db.transaction((tx) =>
        banUser(tx, d, admin, { userId: who.userId, scope: 'matching', reason: 'Test', days: 1 }),
      ),
    );
  };
  const liftOne = async () => {
    const { rows } = await deps.db.execute<{ id: string }>(
      sql`select id from ban_list where lifted_at is null limit 1`,
    );
    if (rows[0]) await deps.db.transaction((tx) => liftBan(tx, deps, admin, rows[0]!.id));
  };
  // Hidden users and users scheduled for deletion can't join. Bring them back soon, or the queue would run empty.
  const publish = async () => {
    const who = await pickOneOf(sql`select id from protocol_profiles where not published`);
    await perform((d) => publishProfile(d, toActor(who)));
  };
  const unpublish = async () => {
    const who = pickPlayer();
    recordAction(who, 'hidden');
    await perform((d) => unpublishProfile(d, toActor(who)));
  };
  const requestDeletionOf = async () => {
    const who = pickPlayer();
    recordAction(who, 'hidden');
    await perform((d) => requestDeletion(d, toActor(who)));
  };
  const cancelDeletionOf = async () => {
    const who = await pickOneOf(sql`select id from auth.users where delete_after is not null`);
    await perform((d) => cancelDeletion(d, toActor(who)));
  };
  const goOffline = async () => {
    const who = pickPlayer();
    onlineIds.delete(who.userId);
    histories.get(who.userId)!.add('slept');
  };
  const goOnline = async () => void onlineIds.add(pickPlayer().userId);
  const confirmPresence = async () => {
    const who = pickPlayer();
    const ticket = await findTicket(deps.db, who.userId);
    if (ticket) await perform((d) => stayInQueue(d, toActor(who), { ticket_id: ticket.id, version: ticket.version }));
  };
  /** Lets a user start a party and share its link. The leader is usually already waiting in the queue. */
  const joinParty = async () => {
    const leader = await pickOneOf(sql`select user_id as id from queue_tickets`);
    await startParty(deps, toActor(leader)).catch(() => {});
    const party = await findPartyOfUser(deps.db, leader.userId);
    const joiner = pickPlayer();
    if (!party || joiner === leader) return;
    const mateIds = (await listPartyMembers(deps.db, party.id, deps.now()))
      .filter(({ status }) => status === 'joined')
      .map(({ id }) => id);
    const tickets = await listTickets(deps.db, mateIds);
    const group = tickets[0] ? await listGroup(deps.db, tickets[0].groupId) : [];
    const waited = group.length === mateIds.length && group.every(({ userId }) => mateIds.includes(userId));
    const was = await findPartyOfUser(deps.db, joiner.userId);
    const outcome = await perform((d) => joinByLink(d, toActor(joiner), party.link_token));
    if (outcome !== 'done' || was?.id === party.id) return;
    onlineIds.add(joiner.userId);
    await checkJoined(model, { userId: joiner.userId, mateIds, waited });
  };
  const joinTogether = async () => {
    const who = await pickOneOf(sql`select leader_id as id from parties`);
    await perform((d) => joinQueue(d, toActor(who), { kind: 'now', with_party: true, any_language: false }));
  };
  const leaveOwnParty = async () => {
    const who = await pickOneOf(sql`select user_id as id from party_members where status = 'joined'`);
    recordAction(who, 'left party');
    await perform((d) => leaveParty(d, toActor(who)));
  };
  const disbandOwnParty = async () => {
    const who = await pickOneOf(sql`select leader_id as id from parties`);
    recordAction(who, 'ended party');
    await perform((d) => disbandParty(d, toActor(who)));
  };
  /** Advances the clock until unanswered checks expire. Usually, players with an open page answer first. */
  const waitLong = async () => {
    if (below(3) > 0) await readyAll();
    await model.advance(30_000 + below(30_000));
  };
  return [
    [34, join],
    [12, leave],
    [30, () => answer('ready')],
    [26, readyAll],
    [6, () => answer('ready', true)],
    [3, () => answer('not_now')],
    [3, answerLate],
    [1, block],
    [2, unblockAll],
    [1, ban],
    [2, liftOne],
    [5, publish],
    [1, unpublish],
    [1, requestDeletionOf],
    [6, cancelDeletionOf],
    [1, goOffline],
    [6, goOnline],
    [3, confirmPresence],
    [6, joinParty],
    [5, joinTogether],
    [4, leaveOwnParty],
    [2, disbandOwnParty],
    [30, () => model.runLeader()],
    [22, () => model.advance(1_000 + below(6_000))],
    [2, waitLong],
    // Clocks can also be set back.
    [1, () => model.advance(-below(3_000))],
  ];
}
