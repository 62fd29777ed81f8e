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
import { checkJoined } from './test-queue-checks.ts';
import type { QueueWorld } from './test-queue-world.ts';

export type QueueAct = [weight: number, act: () => Promise<unknown>];

/** Earlier checks that may still get late answers. */
const old: string[] = [];

/** Lists the actions of users, moderators and clocks, with their relative frequencies. */
export function queueActs(world: QueueWorld, admin: { userId: string }): QueueAct[] {
  const { deps, players, pick, press, below, did, awake, count } = world;
  const somebody = () => pick(players);
  const note = (
    who: Player,
    what: 'left' | 'declined' | 'banned' | 'blocked' | 'hidden' | 'shown' | 'left party' | 'ended party',
  ) => did.get(who.userId)!.add(what);

  const join = async () => {
    const who = somebody();
    const had = await findTicket(deps.db, who.userId);
    await press((d) => joinQueue(d, toActor(who), { kind: 'now', with_party: false, any_language: below(4) === 0 }));
    if (!had && (await findTicket(deps.db, who.userId))) {
      did.get(who.userId)!.clear();
      did.get(who.userId)!.add('waited');
      awake.add(who.userId);
    }
  };
  /** Picks one of the users that a query returns, or anyone if it returns none. */
  const oneOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await deps.db.execute<{ id: string }>(query);
    const named = players.filter(({ userId }) => rows.some(({ id }) => id === userId));
    return named.length > 0 ? pick(named) : somebody();
  };
  const leave = async () => {
    // Most users are out of the queue most of the time, so pick one who is in it.
    const who = await oneOf(sql`select user_id as id from queue_tickets`);
    const ticket = await findTicket(deps.db, who.userId);
    if (!ticket) return;
    note(who, 'left');
    const version = ticket.version - (below(4) === 0 ? 1 : 0);
    count(`leave ${await press((d) => leaveQueue(d, toActor(who), { ticket_id: ticket.id, version }))}`);
  };
  const answer = async (word: 'ready' | 'not_now', twice = false) => {
    const asked = [];
    for (const who of players)
      if (awake.has(who.userId) && (await findTicket(deps.db, who.userId))?.checkId) asked.push(who);
    if (asked.length === 0) return;
    const who = pick(asked);
    const { check } = await getQueueState(deps, toActor(who));
    if (!check) return;
    // A player who has loaded the check has been reached.
    note(who, 'shown');
    old.push(check.id);
    if (word === 'not_now') note(who, 'declined');
    const sendAnswer = () => press((d) => answerCheck(d, toActor(who), { id: check.id, answer: word }));
    const results = await (twice ? Promise.all([sendAnswer(), sendAnswer()]) : sendAnswer());
    count(`${word} ${[results].flat().join(' ')}`);
  };
  const allReady = async () => {
    for (const who of players) {
      const { check } = awake.has(who.userId) ? await getQueueState(deps, toActor(who)) : { check: null };
      if (check) note(who, 'shown');
      if (check?.my_answer === null)
        await press((d) => answerCheck(d, toActor(who), { id: check.id, answer: 'ready' }));
    }
  };
  const late = async () => {
    const id = old[below(old.length)];
    if (id) count(`late ${await press((d) => answerCheck(d, toActor(somebody()), { id, answer: 'ready' }))}`);
  };
  const block = async () => {
    const [one, other] = [somebody(), somebody()];
    if (one === other) return;
    note(one, 'blocked');
    await press((d) => blockPlayer(d, toActor(one), other.userId, 'block'));
  };
  const unblockAll = async () => {
    for (const one of players) for (const other of players) await unblockPlayer(deps, toActor(one), other.userId);
  };
  const ban = async () => {
    const who = somebody();
    note(who, 'banned');
    await press((d) =>
      d.db.transaction((tx) =>
        banUser(tx, d, admin, { userId: who.userId, scope: 'matching', reason: 'Test', days: 1 }),
      ),
    );
  };
  const lift = async () => {
    const { rows } = await deps.db.execute<{ id: string }>(
      sql`select id from ban_list where lifted_at is null limit 1`,
    );
    if (rows[0]) await deps.db.transaction((tx) => liftBan(tx, deps, admin, rows[0]!.id));
  };
  // Hidden users and users scheduled for deletion can't join. They come back soon, because the queue would be empty
  // otherwise.
  const save = async () => {
    const who = await oneOf(sql`select id from protocol_profiles where not published`);
    await press((d) => publishProfile(d, toActor(who)));
  };
  const hide = async () => {
    const who = somebody();
    note(who, 'hidden');
    await press((d) => unpublishProfile(d, toActor(who)));
  };
  const close = async () => {
    const who = somebody();
    note(who, 'hidden');
    await press((d) => requestDeletion(d, toActor(who)));
  };
  const keep = async () => {
    const who = await oneOf(sql`select id from auth.users where delete_after is not null`);
    await press((d) => cancelDeletion(d, toActor(who)));
  };
  const sleep = async () => {
    const who = somebody();
    awake.delete(who.userId);
    did.get(who.userId)!.add('slept');
  };
  const wake = async () => void awake.add(somebody().userId);
  const still = async () => {
    const who = somebody();
    const ticket = await findTicket(deps.db, who.userId);
    if (ticket) await press((d) => stayInQueue(d, toActor(who), { ticket_id: ticket.id, version: ticket.version }));
  };
  /** A user opens a party and shares its link. The leader is usually already waiting in the queue. */
  const joinParty = async () => {
    const leader = await oneOf(sql`select user_id as id from queue_tickets`);
    await startParty(deps, toActor(leader)).catch(() => {});
    const party = await findPartyOfUser(deps.db, leader.userId);
    const joiner = somebody();
    if (!party || joiner === leader) return;
    const mateIds = (await listPartyMembers(deps.db, party.id, deps.now()))
      .filter(({ status }) => status === 'joined')
      .map(({ id }) => id);
    const tickets = await listTickets(deps.db, mateIds);
    const group = tickets[0] ? await listGroup(deps.db, tickets[0].groupId) : [];
    const waited = group.length === mateIds.length && group.every(({ userId }) => mateIds.includes(userId));
    const was = await findPartyOfUser(deps.db, joiner.userId);
    const said = await press((d) => joinByLink(d, toActor(joiner), party.link_token));
    if (said !== 'done' || was?.id === party.id) return;
    awake.add(joiner.userId);
    await checkJoined(world, { userId: joiner.userId, mateIds, waited });
  };
  const joinTogether = async () => {
    const who = await oneOf(sql`select leader_id as id from parties`);
    await press((d) => joinQueue(d, toActor(who), { kind: 'now', with_party: true, any_language: false }));
  };
  const part = async () => {
    const who = await oneOf(sql`select user_id as id from party_members where status = 'joined'`);
    note(who, 'left party');
    await press((d) => leaveParty(d, toActor(who)));
  };
  const disband = async () => {
    const who = await oneOf(sql`select leader_id as id from parties`);
    note(who, 'ended party');
    await press((d) => disbandParty(d, toActor(who)));
  };
  /** Long enough for unanswered checks to expire. Usually everyone on a page has answered before that. */
  const longPass = async () => {
    if (below(3) > 0) await allReady();
    await world.pass(30_000 + below(30_000));
  };
  return [
    [34, join],
    [12, leave],
    [30, () => answer('ready')],
    [26, allReady],
    [6, () => answer('ready', true)],
    [3, () => answer('not_now')],
    [3, late],
    [1, block],
    [2, unblockAll],
    [1, ban],
    [2, lift],
    [5, save],
    [1, hide],
    [1, close],
    [6, keep],
    [1, sleep],
    [6, wake],
    [3, still],
    [6, joinParty],
    [5, joinTogether],
    [4, part],
    [2, disband],
    [30, () => world.look()],
    [22, () => world.pass(1_000 + below(6_000))],
    [2, longPass],
    // Clocks can also be set back.
    [1, () => world.pass(-below(3_000))],
  ];
}
