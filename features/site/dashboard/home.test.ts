import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { type CreatedUser, makeUser, toActor } from '../../accounts/accounts.factory.ts';
import { findBookingOfOrder } from '../../bookings/bookings.queries.ts';
import { saveOwnOffer } from '../../bookings/hire-offers.commands.ts';
import { answerHire, reportGame } from '../../bookings/hires.commands.ts';
import { makeListing } from '../../lfg/lfg.factory.ts';
import type { OwnLfg } from '../../lfg/lfg.schema.ts';
import { makeSquadProposal } from '../../matches/matches.factory.ts';
import type { Match } from '../../matches/matches.schema.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import type { Inbox } from '../../notifications/notifications.schema.ts';
import type { MoneyContext } from '../../payments/test-money.ts';
import { openMoneyContext } from '../../payments/test-money.ts';
import { createAwaitingOrder, createPaidOrder, verifyTestSeller } from '../../payments/test-orders.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { askAfterSessions } from '../../squads/session-feedback/session-feedback.commands.ts';
import { makeSquad } from '../../squads/squads.factory.ts';
import type { OwnSquads, SquadRoom } from '../../squads/squads.schema.ts';
import { postMessage } from '../../threads/threads.factory.ts';
import type { Dashboard } from './dashboard.schema.ts';

const NOW = new Date('2026-03-03T12:00:00Z');
let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext(NOW.toISOString());
});
beforeEach(() => context.setNow(NOW));
afterAll(() => context.close());

type Somebody = { accessToken: string };
async function call<T>(user: Somebody, method: string, path: string, body?: object): Promise<T> {
  const response = await context.app.request(`/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (await response.json()) as T;
}
const readHome = (user: Somebody) => call<Dashboard>(user, 'GET', 'dashboard');
const listKinds = async (user: Somebody) => (await readHome(user)).waiting.map(({ kind }) => kind);
const toAnswer = (user: Somebody) => call<z.infer<typeof Inbox>>(user, 'GET', 'notifications?view=waiting');
const titlesToAnswer = async (user: Somebody) => (await toAnswer(user)).items.map(({ title }) => title);
const matchesOf = async (user: Somebody) => (await call<{ matches: Match[] }>(user, 'GET', 'matches')).matches;
const answerMatch = (user: Somebody, matchId: string, action: 'accept' | 'decline') =>
  call(user, 'POST', `matches/${matchId}/response`, { action });

/** Creates a squad of two with a session after this time, proposed by the first member. */
async function proposeSession(aheadMs = DAY_MS) {
  const members = [await makePlayer(context.deps), await makePlayer(context.deps)] as const;
  const [captain, mate] = members;
  const { squadId } = await makeSquad(context.deps, members);
  const starts_at = new Date(NOW.getTime() + aheadMs).toISOString();
  const room = await call<SquadRoom>(captain, 'POST', `squads/${squadId}/sessions`, { starts_at, minutes: 30 });
  const { id, version } = room.sessions[0]!;
  const reply = (player: Player, word: string) =>
    call(player, 'PUT', `squads/${squadId}/sessions/${id}/answer`, { version, answer: word });
  return { captain, mate, squadId, id, version, reply, name: room.name };
}

describe('the dashboard', () => {
  test('shows a new account its first three steps and no actions', async () => {
    const person = await makeUser(context.deps);
    const { waiting, firstSteps, squads, listings, tonight, ordersUnderWay, coachedAhead } = await readHome(person);
    expect({ waiting, squads, listings, tonight, ordersUnderWay, coachedAhead }).toEqual({
      waiting: [],
      squads: [],
      listings: [],
      tonight: { sessions: [], queue: null },
      ordersUnderWay: 0,
      coachedAhead: null,
    });
    expect(firstSteps).toEqual([
      { step: 'position', done: false },
      { step: 'hours', done: false },
      { step: 'handle', done: false },
    ]);
    expect(await readHome(await makePlayer(context.deps))).toMatchObject({ firstSteps: null, missing: null });
  });

  test("keeps the position step open for a new player who hasn't chosen one", async () => {
    const person = await makeUser(context.deps);
    await call(person, 'POST', 'profiles/me/arrival', { timezone: 'Europe/Berlin' });
    expect((await readHome(person)).firstSteps?.[0]).toEqual({ step: 'position', done: false });
  });

  test("shows what's missing when a published profile can't be matched", async () => {
    expect((await readHome(await makePlayer(context.deps, { availability: [] }))).missing).toBe('hours');
    expect((await readHome(await makePlayer(context.deps, { languages: [] }))).missing).toBe('languages');
    // An unpublished profile shows the first steps instead.
    expect((await readHome(await makeUser(context.deps))).missing).toBeNull();
  });

  test('shows how many players the queue has found, and all five during the ready check', async () => {
    const player = await makePlayer(context.deps);
    const { userId } = player;
    const { pool } = context.deps.database;
    const readFound = async () => (await readHome(player)).tonight.queue?.found;
    await pool.query(
      `insert into queue_tickets (user_id, id, group_id, kind, pool, role, region, since, found, seen_at, said_at)
       values ($1, $1, $1, 'now', 'EU', 'PG', 'EU', $2, 3, $2, $2)`,
      [userId, NOW],
    );
    expect(await readFound()).toBe(3);
    await pool.query(`update queue_tickets set state = 'checked', check_id = $1 where user_id = $1`, [userId]);
    expect(await readFound()).toBe(5);
    await pool.query('delete from queue_tickets where user_id = $1', [userId]);
  });

  test("shows a match until it's answered or over", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [first, second, third] = members as [Player, Player, Player];
    const [row] = (await readHome(first)).waiting;
    expect(row).toMatchObject({
      kind: 'proposal',
      id: matchId,
      action: { label: 'Answer', path: '/protocol/matches' },
    });
    expect(row!.until).toBe((await matchesOf(first))[0]!.expires_at);
    await answerMatch(first, matchId, 'accept');
    expect(await listKinds(first)).toEqual([]);
    expect(await listKinds(third)).toEqual(['proposal']);
    await answerMatch(second, matchId, 'decline');
    expect((await readHome(third)).waiting.some(({ id }) => id === matchId)).toBe(false);
  });

  test('removes a match when the other player is banned or blocked', async () => {
    const admin = await makeAdmin(context.deps);
    const [bannedProposal, blockedProposal] = [
      await makeSquadProposal(context.deps),
      await makeSquadProposal(context.deps),
    ];
    expect(await listKinds(bannedProposal.members[0]!)).toEqual(['proposal']);
    const ban = { userId: bannedProposal.members[1]!.userId, reason: 'Test', days: 3, scope: 'matching' as const };
    const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, toActor(admin), ban));
    await after();
    expect((await readHome(bannedProposal.members[0]!)).waiting.some(({ id }) => id === bannedProposal.matchId)).toBe(
      false,
    );
    await blockPlayer(context.deps, toActor(blockedProposal.members[0]!), blockedProposal.members[1]!.userId, 'block');
    expect((await readHome(blockedProposal.members[0]!)).waiting.some(({ id }) => id === blockedProposal.matchId)).toBe(
      false,
    );
  });

  test("shows the ban and hides the banned player's listings and applicants", async () => {
    const admin = await makeAdmin(context.deps);
    const [person, other] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    const listing = await makeListing(context.deps, person);
    await call(other, 'POST', `lfg/listings/${listing}/apply`, { position: 'C' });
    expect(await readHome(person)).toMatchObject({ bans: 0, listings: [{}], waiting: [{ kind: 'applicants' }] });
    const ban = { userId: person.userId, reason: 'Test', days: 3, scope: 'all' as const };
    await context.deps.db.transaction((tx) => banUser(tx, context.deps, toActor(admin), ban));
    expect(await readHome(person)).toMatchObject({ bans: 1, listings: [], waiting: [] });
  });

  test("asks for a reply, then check-in, then feedback over a session's lifecycle", async () => {
    const { captain, mate, squadId, id, version, reply, name } = await proposeSession(MINUTE_MS * 50);
    const [row] = (await readHome(mate)).waiting;
    expect(row).toMatchObject({
      kind: 'session',
      title: `Can you play with ${name}?`,
      action: { path: `/protocol/squads/${squadId}?session=${id}&version=${version}` },
    });
    expect(row!.until).toBe(row!.at);
    // Proposing a time counts as a yes.
    expect(await listKinds(captain)).toEqual([]);
    await reply(mate, 'yes');
    expect(await listKinds(mate)).toEqual([]);
    expect((await readHome(mate)).tonight.sessions).toMatchObject([{ id, name, yes: 2, size: 2 }]);

    context.setNow(new Date(NOW.getTime() + 25 * MINUTE_MS));
    const [checkInRow] = (await readHome(mate)).waiting;
    expect(checkInRow).toMatchObject({ kind: 'check_in', check_in: { squad_id: squadId, session_id: id, version } });
    await call(mate, 'PUT', `squads/${squadId}/sessions/${id}/check-in`, { version });
    expect(await listKinds(mate)).toEqual([]);
    expect(await listKinds(captain)).toEqual(['check_in']);
  });

  test("asks for session feedback until it's given", async () => {
    const { captain, mate, id, reply } = await proposeSession(MINUTE_MS);
    await reply(mate, 'yes');
    context.setNow(new Date(NOW.getTime() + 50 * MINUTE_MS));
    await askAfterSessions(context.deps, new AbortController().signal);
    expect((await readHome(mate)).waiting).toMatchObject([
      { kind: 'feedback', id, action: { path: `/protocol/sessions/${id}` } },
    ]);
    expect((await readHome(mate)).tonight.sessions).toEqual([]);
    await call(mate, 'PUT', `sessions/${id}/feedback`, { took_place: true, absent_ids: [] });
    expect(await listKinds(mate)).toEqual([]);
    expect(await listKinds(captain)).toEqual(['feedback']);
  });

  test('removes canceled sessions and questions that can no longer be answered', async () => {
    const { captain, mate, squadId, id, version } = await proposeSession(MINUTE_MS * 40);
    context.setNow(new Date(NOW.getTime() + 41 * MINUTE_MS));
    expect(await listKinds(mate)).toEqual([]);
    context.setNow(NOW);
    expect(await listKinds(mate)).toEqual(['session']);
    await call(captain, 'POST', `squads/${squadId}/sessions/${id}/call-off`, { version });
    expect(await listKinds(mate)).toEqual([]);
  });

  test('sorts pending actions by deadline', async () => {
    const { mate, squadId } = await proposeSession(3 * HOUR_MS);
    await postMessage(context.deps, { userId: mate.userId }, { kind: 'squad', subjectId: squadId }, 'I have read this');
    const order = await createAwaitingOrder(context.deps, mate.userId, 'PRICE_TEAM_ASSEMBLY');
    expect((await readHome(mate)).waiting.map(({ kind, id }) => [kind, id])).toEqual([
      ['order', order.id],
      ['session', squadId],
    ]);
  });

  test('shows a hire only to the player who has to respond', async () => {
    const seller = await makePlayer(context.deps);
    await verifyTestSeller(context.deps, seller.userId);
    const offer = { roles: ['PG' as const], priceId: 'PRICE_7G_LOCK' as const, hours: [], note: '', active: true };
    await saveOwnOffer(context.deps, seller, offer);
    const buyer = await makeUser(context.deps);
    const unchosen = await createPaidOrder(context.deps, buyer.userId, 'PRICE_COACHING_30');
    expect((await readHome(buyer)).waiting).toMatchObject([
      { kind: 'order', id: unchosen.id, action: { label: 'Choose' } },
    ]);
    const choice = { playerId: seller.userId, role: 'PG' };
    const { id: orderId } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_7G_LOCK', choice);
    const { id } = (await findBookingOfOrder(context.deps.db, orderId))!;
    expect((await readHome(seller)).waiting).toMatchObject([
      { kind: 'booking', id, action: { label: 'Answer', path: `/protocol/bookings/${id}` } },
    ]);
    expect((await listKinds(buyer)).filter((kind) => kind === 'booking')).toEqual([]);
    await answerHire(context.deps, seller, id, true);
    expect(await listKinds(seller)).toEqual([]);
    expect(await listKinds(await makePlayer(context.deps))).toEqual([]);
    // Between two games, neither player has a pending action.
    const confirm = (user: CreatedUser, no: number) => reportGame(context.deps, toActor(user), id, { no, note: '' });
    const listBookings = async (user: Somebody) => (await listKinds(user)).filter((kind) => kind === 'booking').length;
    await confirm(seller, 1);
    expect(await listBookings(buyer)).toBe(1);
    expect(await titlesToAnswer(buyer)).toContain('Confirm game 1');
    await confirm(buyer, 1);
    expect([await listBookings(buyer), await titlesToAnswer(buyer)]).toEqual([0, []]);
    await confirm(buyer, 2);
    expect(await titlesToAnswer(seller)).toContain('Confirm game 2');
    await confirm(seller, 2);
    expect([await listBookings(seller), await titlesToAnswer(seller)]).toEqual([0, []]);
  });
});

describe('the inbox of pending answers', () => {
  test("shows only a squad's unanswered session", async () => {
    const { captain, mate, squadId, id, reply } = await proposeSession();
    const starts_at = new Date(NOW.getTime() + 2 * DAY_MS).toISOString();
    const { sessions } = await call<SquadRoom>(captain, 'POST', `squads/${squadId}/sessions`, {
      starts_at,
      minutes: 30,
    });
    const second = sessions.find((session) => session.id !== id)!;
    const listRequests = async () => (await toAnswer(mate)).items.map(({ address }) => address);
    const getPath = (one: { id: string; version: number }) =>
      `/protocol/squads/${squadId}?session=${one.id}&version=${one.version}`;
    expect(await listRequests()).toHaveLength(2);
    await reply(mate, 'yes');
    expect(await listRequests()).toEqual([getPath(second)]);
    expect((await toAnswer(mate)).waiting).toBe(1);
    await call(mate, 'PUT', `squads/${squadId}/sessions/${second.id}/answer`, {
      version: second.version,
      answer: 'no',
    });
    expect(await toAnswer(mate)).toMatchObject({ items: [], waiting: 0 });
  });
});

test('loads the dashboard in two statements regardless of how much is pending', async () => {
  const { mate } = await proposeSession();
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  await readHome(mate);
  const statements = querySpy.mock.calls.filter(([one]) => /select/i.test(JSON.stringify(one))).length;
  querySpy.mockRestore();
  // One statement for the account and one for everything else.
  expect(statements).toBe(2);
});

test('hides messages about a deleted listing and removes their pending action', async () => {
  const [owner, player] = [await makePlayer(context.deps), await makePlayer(context.deps)];
  const listing = await makeListing(context.deps, owner);
  await call(player, 'POST', `lfg/listings/${listing}/apply`, { position: 'C' });
  const { rows } = await context.deps.database.pool.query('select id from lfg_applications where listing_id = $1', [
    listing,
  ]);
  await postMessage(context.deps, player, { kind: 'application', subjectId: rows[0].id }, 'Are you there?');
  expect(await listKinds(owner)).toContain('messages');
  await context.deps.database.pool.query(
    `update lfg_listings set status = 'closed', closed_at = $2, deleted_at = $2 where id = $1`,
    [listing, NOW],
  );
  expect(await listKinds(owner)).toEqual([]);
});

describe('dashboard count', () => {
  /** Creates an account with data of every kind. */
  async function makeBusyUser(): Promise<CreatedUser> {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [person, second] = members as [Player, Player];
    expect(matchId).toBeTruthy();
    const mate = await makePlayer(context.deps);
    const { squadId } = await makeSquad(context.deps, [mate, person]);
    for (const text of ['Tonight?', 'Anybody?']) {
      await postMessage(context.deps, mate, { kind: 'squad', subjectId: squadId }, text);
    }
    const other = await makePlayer(context.deps);
    const { squadId: otherSquadId } = await makeSquad(context.deps, [other, await makePlayer(context.deps)]);
    await call(other, 'POST', `squads/${otherSquadId}/invitations`, { user_id: person.userId });
    const listing = await makeListing(context.deps, person);
    for (const user of [mate, second]) await call(user, 'POST', `lfg/listings/${listing}/apply`, { position: 'C' });
    const otherListing = await makeListing(context.deps, other);
    await call(person, 'POST', `lfg/listings/${otherListing}/apply`, { position: 'C' });
    await createAwaitingOrder(context.deps, person.userId, 'PRICE_TEAM_ASSEMBLY');
    await createPaidOrder(context.deps, person.userId, 'PRICE_7G_ROLE');
    return person;
  }

  test('shows the same counts as the pages for squads, messages, orders, matches and the inbox', async () => {
    const person = await makeBusyUser();
    const ownHome = await readHome(person);
    const [own, lfg, money, matches, inbox] = await Promise.all([
      call<OwnSquads>(person, 'GET', 'squads'),
      call<OwnLfg>(person, 'GET', 'lfg/mine'),
      call<{ orders: { settledAt: string | null; state: string; waitsFor: string }[] }>(person, 'GET', 'orders'),
      matchesOf(person),
      toAnswer(person),
    ]);
    const listWaiting = (kind: string) => ownHome.waiting.filter((row) => row.kind === kind);

    expect(ownHome.squads.map(({ id, members, unread }) => ({ id, members, unread }))).toEqual(
      own.squads.map(({ id, members, unread }) => ({ id, members: members.length, unread })),
    );
    expect(own.squads[0]!.unread).toBe(2);
    expect(listWaiting('messages').map(({ title }) => title)).toEqual([
      `2 unread messages in “${own.squads[0]!.name}”`,
    ]);
    expect(listWaiting('squad_invitation').map(({ id }) => id)).toEqual(
      own.invitations.map(({ squad_id }) => squad_id),
    );

    const active = lfg.listings.filter(({ status }) => status === 'active');
    expect(ownHome.listings.map(({ id, pending }) => ({ id, pending }))).toEqual(
      active.map(({ id, pending }) => ({ id, pending })),
    );
    expect(listWaiting('applicants').map(({ title }) => title)).toEqual([`2 players applied to “${active[0]!.title}”`]);
    expect(ownHome.applicationsPending).toBe(lfg.applications.filter(({ status }) => status === 'pending').length);

    const open = money.orders.filter(
      ({ settledAt, state }) => !settledAt && ['awaiting_payment', 'paid'].includes(state),
    );
    expect(ownHome.ordersUnderWay).toBe(open.length);
    expect(listWaiting('order')).toHaveLength(open.filter(({ waitsFor }) => waitsFor === 'buyer').length);

    expect(listWaiting('proposal').map(({ id }) => id)).toEqual(
      matches.filter((one) => one.status === 'proposed' && one.my_response === null).map(({ id }) => id),
    );
    // The inbox counts only the questions asked in messages. The dashboard shows more than those.
    const itemKinds = new Set(
      ownHome.waiting.filter(({ kind }) => !['messages', 'order'].includes(kind)).map(({ id }) => id),
    );
    expect(inbox.waiting).toBe(itemKinds.size);
  });

  test('keeps a match listed while its card asks for feedback', async () => {
    const { captain, mate } = await proposeSession(DAY_MS);
    for (const user of [captain, mate]) {
      const open = (await matchesOf(user)).filter((one) => one.feedback_open && !one.my_feedback);
      expect((await readHome(user)).waiting.filter(({ kind }) => kind === 'past_match')).toHaveLength(open.length);
    }
    const pair = [await makePlayer(context.deps), await makePlayer(context.deps)] as const;
    const { matchId, squadId } = await makeSquad(context.deps, pair);
    await context.deps.database.pool.query(`update matches set closed_at = $2, sessions = null where id = $1`, [
      matchId,
      new Date(NOW.getTime() - 8 * DAY_MS),
    ]);
    await context.deps.database.pool.query(`delete from squad_sessions where squad_id = $1`, [squadId]);
    expect((await matchesOf(pair[0]))[0]).toMatchObject({ feedback_open: true, my_feedback: null });
    expect((await readHome(pair[0])).waiting).toMatchObject([
      {
        ...{ kind: 'past_match', id: matchId, title: expect.stringMatching(/^How was your match with .+\?$/) },
        action: { path: `/protocol/matches#feedback-${matchId}` },
      },
    ]);
    await call(pair[0], 'POST', `matches/${matchId}/feedback`, { took_place: true, rating: 4, absent_ids: [] });
    expect(await listKinds(pair[0])).toEqual([]);
  });
});
