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
    player: Player,
    what: 'left' | 'declined' | 'banned' | 'blocked' | 'hidden' | 'shown' | 'left party' | 'ended party',
  ) => histories.get(player.userId)!.add(what);

  const join = async () => {
    const player = pickPlayer();
    const existingTicket = await findTicket(deps.db, player.userId);
    await perform((d) =>
      joinQueue(d, toActor(player), { kind: 'now', with_party: false, any_language: below(4) === 0 }),
    );
    if (!existingTicket && (await findTicket(deps.db, player.userId))) {
      histories.get(player.userId)!.clear();
      histories.get(player.userId)!.add('waited');
      onlineIds.add(player.userId);
    }
  };
  /** Picks one of the users that a query returns, or anyone if it returns none. */
  const pickOneOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await deps.db.execute<{ id: string }>(query);
    const knownPlayers = players.filter(({ userId }) => rows.some(({ id }) => id === userId));
    return knownPlayers.length > 0 ? pick(knownPlayers) : pickPlayer();
  };
  const leave = async () => {
    // Most users are out of the queue most of the time, so pick one who is in it.
    const player = await pickOneOf(sql`select user_id as id from queue_tickets`);
    const ticket = await findTicket(deps.db, player.userId);
    if (!ticket) return;
    recordAction(player, 'left');
    const version = ticket.version - (below(4) === 0 ? 1 : 0);
    count(`leave ${await perform((d) => leaveQueue(d, toActor(player), { ticket_id: ticket.id, version }))}`);
  };
  const answer = async (word: 'ready' | 'not_now', pressesTwice = false) => {
    const invitablePlayers = [];
    for (const user of players)
      if (onlineIds.has(user.userId) && (await findTicket(deps.db, user.userId))?.checkId) invitablePlayers.push(user);
    if (invitablePlayers.length === 0) return;
    const player = pick(invitablePlayers);
    const { check } = await getQueueState(deps, toActor(player));
    if (!check) return;
    // Loading the check counts as having been reached.
    recordAction(player, 'shown');
    earlierCheckIds.push(check.id);
    if (word === 'not_now') recordAction(player, 'declined');
    const sendAnswer = () => perform((d) => answerCheck(d, toActor(player), { id: check.id, answer: word }));
    const results = await (pressesTwice ? Promise.all([sendAnswer(), sendAnswer()]) : sendAnswer());
    count(`${word} ${[results].flat().join(' ')}`);
  };
  const readyAllPlayers = async () => {
    for (const user of players) {
      const { check } = onlineIds.has(user.userId) ? await getQueueState(deps, toActor(user)) : { check: null };
      if (check) recordAction(user, 'shown');
      if (check?.my_answer === null)
        await perform((d) => answerCheck(d, toActor(user), { id: check.id, answer: 'ready' }));
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
    const player = pickPlayer();
    recordAction(player, 'banned');
    await perform((d) =>
      d.db.transaction((tx) =>
        banUser(tx, d, admin, { userId: player.userId, scope: 'matching', reason: 'Test', days: 1 }),
      ),
    );
  };
  const liftOneBan = async () => {
    const { rows } = await deps.db.execute<{ id: string }>(
      sql`select id from ban_list where lifted_at is null limit 1`,
    );
    if (rows[0]) await deps.db.transaction((tx) => liftBan(tx, deps, admin, rows[0]!.id));
  };
  // Hidden users and users scheduled for deletion can't join. Bring them back soon, or the queue would run empty.
  const publish = async () => {
    const player = await pickOneOf(sql`select id from protocol_profiles where not published`);
    await perform((d) => publishProfile(d, toActor(player)));
  };
  const unpublish = async () => {
    const player = pickPlayer();
    recordAction(player, 'hidden');
    await perform((d) => unpublishProfile(d, toActor(player)));
  };
  const requestDeletionOf = async () => {
    const player = pickPlayer();
    recordAction(player, 'hidden');
    await perform((d) => requestDeletion(d, toActor(player)));
  };
  const getCancelDeletion = async () => {
    const player = await pickOneOf(sql`select id from auth.users where delete_after is not null`);
    await perform((d) => cancelDeletion(d, toActor(player)));
  };
  const goOffline = async () => {
    const player = pickPlayer();
    onlineIds.delete(player.userId);
    histories.get(player.userId)!.add('slept');
  };
  const goOnline = async () => void onlineIds.add(pickPlayer().userId);
  const confirmPresence = async () => {
    const player = pickPlayer();
    const ticket = await findTicket(deps.db, player.userId);
    if (ticket)
      await perform((d) => stayInQueue(d, toActor(player), { ticket_id: ticket.id, version: ticket.version }));
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
    const hasWaited = group.length === mateIds.length && group.every(({ userId }) => mateIds.includes(userId));
    const was = await findPartyOfUser(deps.db, joiner.userId);
    const outcome = await perform((d) => joinByLink(d, toActor(joiner), party.link_token));
    if (outcome !== 'done' || was?.id === party.id) return;
    onlineIds.add(joiner.userId);
    await checkJoined(model, { userId: joiner.userId, mateIds, hasWaited });
  };
  const joinTogether = async () => {
    const player = await pickOneOf(sql`select leader_id as id from parties`);
    await perform((d) => joinQueue(d, toActor(player), { kind: 'now', with_party: true, any_language: false }));
  };
  const leaveOwnParty = async () => {
    const player = await pickOneOf(sql`select user_id as id from party_members where status = 'joined'`);
    recordAction(player, 'left party');
    await perform((d) => leaveParty(d, toActor(player)));
  };
  const disbandOwnParty = async () => {
    const player = await pickOneOf(sql`select leader_id as id from parties`);
    recordAction(player, 'ended party');
    await perform((d) => disbandParty(d, toActor(player)));
  };
  /** Advances the clock until unanswered checks expire. Usually, players with an open page answer first. */
  const waitPastDeadline = async () => {
    if (below(3) > 0) await readyAllPlayers();
    await model.advance(30_000 + below(30_000));
  };
  return [
    [34, join],
    [12, leave],
    [30, () => answer('ready')],
    [26, readyAllPlayers],
    [6, () => answer('ready', true)],
    [3, () => answer('not_now')],
    [3, answerLate],
    [1, block],
    [2, unblockAll],
    [1, ban],
    [2, liftOneBan],
    [5, publish],
    [1, unpublish],
    [1, requestDeletionOf],
    [6, getCancelDeletion],
    [1, goOffline],
    [6, goOnline],
    [3, confirmPresence],
    [6, joinParty],
    [5, joinTogether],
    [4, leaveOwnParty],
    [2, disbandOwnParty],
    [30, () => model.runLeader()],
    [22, () => model.advance(1_000 + below(6_000))],
    [2, waitPastDeadline],
    // Clocks can also be set back.
    [1, () => model.advance(-below(3_000))],
  ];
}
