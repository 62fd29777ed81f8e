import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveOwnOffer } from '../features/bookings/hire-offers.commands.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import { makeSquadProposal } from '../features/matches/matches.factory.ts';
import { banUser } from '../features/moderation/bans.commands.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import type { Inbox } from '../features/notifications/notifications.schema.ts';
import { type MoneyContext, openMoneyContext } from '../features/payments/test-money.ts';
import { createPaidOrder, verifyTestSeller } from '../features/payments/test-orders.ts';
import { makePlayer, type Player } from '../features/profiles/profiles.factory.ts';
import { askAfterSessions } from '../features/squads/session-feedback/session-feedback.commands.ts';
import { makeSquad } from '../features/squads/squads.factory.ts';
import { offerSessionSeats } from '../features/squads/substitutes/substitute-offers.commands.ts';
import { makeTeamRequest } from '../features/team-assembly/team-assembly.factory.ts';
import { invitePlayer } from '../features/team-assembly/team-candidates.commands.ts';
import { requestTeam } from '../features/team-assembly/team-requests.commands.ts';
import { WEEKDAYS } from '../matcher/matcher-schema.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';

type Holder = { userId: string; accessToken: string };
type InboxPage = (typeof Inbox)['_output'];

const ALWAYS = [{ days: [...WEEKDAYS], start: '00:00', end: '24:00' }];

let context: MoneyContext;
let pairs = 0;
beforeAll(async () => {
  context = await openMoneyContext(new Date().toISOString());
});
afterAll(() => context.close());

async function ask<T>(user: Holder, method: string, path: string, body?: unknown): Promise<T> {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.accessToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([response.status, await response.clone().text()]).toEqual([200, expect.anything()]);
  return (await response.json()) as T;
}

/** Returns the titles of a user's open tasks and checks that their count matches. */
async function readOpenTasks(user: Holder): Promise<string[]> {
  const { items, waiting } = await ask<InboxPage>(user, 'GET', '/api/notifications?view=waiting');
  const all = await ask<InboxPage>(user, 'GET', '/api/notifications');
  expect(all.waiting).toBe(waiting);
  expect(items.length > 0).toBe(waiting > 0);
  return items.map(({ title }) => title);
}

async function createPair(): Promise<[Player, Player]> {
  pairs += 1;
  const fit = { languages: [`Waiting ${pairs}`], timezone: 'UTC', availability: ALWAYS };
  return [await makePlayer(context.deps, fit), await makePlayer(context.deps, fit)];
}

/** Creates a squad of two whose captain proposed a session in two days. */
async function createProposedSession() {
  const [captain, mate] = await createPair();
  const { squadId } = await makeSquad(context.deps, [captain, mate]);
  const room = `/api/squads/${squadId}`;
  const starts_at = new Date(Math.ceil((context.deps.now().getTime() + 2 * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
  const { sessions } = await ask<{ sessions: { id: string }[] }>(captain, 'POST', `${room}/sessions`, {
    starts_at,
    minutes: 60,
  });
  return { captain, mate, squadId, room, id: sessions[0]!.id };
}

describe('inbox', () => {
  test('shows a proposed match', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [one, other] = members as [Player, Player];
    expect(await readOpenTasks(one)).toHaveLength(1);
    await ask(one, 'POST', `/api/matches/${matchId}/response`, { action: 'accept' });
    expect(await readOpenTasks(one)).toEqual([]);
    expect(await readOpenTasks(other)).toHaveLength(1);
  });

  test('shows an invitation to a party', async () => {
    const [leader, guest] = await createPair();
    await ask(leader, 'POST', '/api/party/invitations', { user_id: guest.userId });
    expect(await readOpenTasks(guest)).toHaveLength(1);
    const { invitations } = await ask<{ invitations: { party_id: string }[] }>(guest, 'GET', '/api/party');
    await ask(guest, 'POST', `/api/party/${invitations[0]!.party_id}/answer`, { action: 'decline' });
    expect(await readOpenTasks(guest)).toEqual([]);
  });

  test('shows an invitation to a squad', async () => {
    const { captain, squadId, room } = await createProposedSession();
    const guest = await makePlayer(context.deps);
    await ask(captain, 'POST', `${room}/invitations`, { user_id: guest.userId });
    expect(await readOpenTasks(guest)).toHaveLength(1);
    await ask(guest, 'POST', `/api/squads/${squadId}/answer`, { action: 'decline' });
    expect(await readOpenTasks(guest)).toEqual([]);
  });

  test('shows a proposed squad session to everyone but the player who proposed it', async () => {
    const { captain, mate, room, id } = await createProposedSession();
    expect(await readOpenTasks(captain)).toEqual([]);
    expect(await readOpenTasks(mate)).not.toEqual([]);
    await ask(mate, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'maybe' });
    expect(await readOpenTasks(mate)).toEqual([]);
  });

  test('shows a request to sub in', async () => {
    const { captain, mate, room, id } = await createProposedSession();
    const helper = await makePlayer(context.deps, {
      ...{ languages: captain.profile.languages, timezone: 'UTC', availability: ALWAYS },
    });
    await ask(mate, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'no' });
    await ask(captain, 'POST', `${room}/sessions/${id}/stand-ins`, { version: 1 });
    await offerSessionSeats(context.deps, id);
    expect(await readOpenTasks(helper)).toHaveLength(1);
    await ask(helper, 'PUT', `/api/sessions/${id}/stand-in`, { version: 1, action: 'decline' });
    expect(await readOpenTasks(helper)).toEqual([]);
  });

  test('asks how a session went', async () => {
    const { captain, mate, room, id } = await createProposedSession();
    await ask(mate, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'yes' });
    const ago = (hours: number) => new Date(context.deps.now().getTime() - hours * HOUR_MS).toISOString();
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = ${ago(2)}, ends_at = ${ago(1)} where id = ${id}`);
    await askAfterSessions(context.deps, new AbortController().signal);
    expect(await readOpenTasks(captain)).toHaveLength(1);
    await ask(captain, 'PUT', `/api/sessions/${id}/feedback`, { took_place: true });
    expect(await readOpenTasks(captain)).toEqual([]);
    expect(await readOpenTasks(mate)).toHaveLength(1);
  });

  test('shows an application to a listing', async () => {
    const [owner, applicant] = await createPair();
    const listing = await makeListing(context.deps, owner, { needed_positions: ['C', 'PF'] });
    const path = `/api/lfg/listings/${listing}`;
    await ask(applicant, 'POST', `${path}/apply`, { position: 'C' });
    expect(await readOpenTasks(owner)).toHaveLength(1);
    const { applications } = await ask<{ applications: { id: string }[] }>(applicant, 'GET', '/api/lfg/mine');
    await ask(applicant, 'POST', `/api/lfg/applications/${applications[0]!.id}/withdraw`);
    expect(await readOpenTasks(owner)).toEqual([]);
  });

  test('shows a new hire', async () => {
    const { deps } = context;
    const [buyer, seller] = await createPair();
    await verifyTestSeller(deps, seller.userId);
    await saveOwnOffer(deps, seller, { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours: [], note: '', active: true });
    await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    expect(await readOpenTasks(seller)).toHaveLength(1);
    expect(await readOpenTasks(buyer)).toEqual([]);
  });

  test('shows an invitation to a Team Assembly spot', async () => {
    const { deps } = context;
    const [buyer, player] = await createPair();
    await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    const { id } = await requestTeam(deps, buyer, makeTeamRequest());
    await invitePlayer(deps, await makeAdmin(deps), id, { seat: 0, playerId: player.userId });
    expect(await readOpenTasks(player)).toHaveLength(1);
  });
});

/** Users aren't asked to do something that would be refused; what they can still do is shown. */
describe('the home page of a banned user', () => {
  const askedAtHome = async (user: Holder) =>
    (await ask<{ waiting: { kind: string }[] }>(user, 'GET', '/api/dashboard')).waiting.map(({ kind }) => kind);
  const makeBanned = async ({ userId }: Holder) => {
    const { deps } = context;
    const admin = await makeAdmin(deps);
    const ban = { userId, reason: 'Test', days: 3, scope: 'all' as const };
    await deps.db.transaction((tx) => banUser(tx, deps, admin, ban));
  };

  test("doesn't ask the user how a session went", async () => {
    const { mate, room, id } = await createProposedSession();
    await ask(mate, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'yes' });
    const ago = (hours: number) => new Date(context.deps.now().getTime() - hours * HOUR_MS).toISOString();
    await context.deps.db.execute(sql`
      update squad_sessions set starts_at = ${ago(2)}, ends_at = ${ago(1)} where id = ${id}`);
    await askAfterSessions(context.deps, new AbortController().signal);
    expect(await askedAtHome(mate)).toHaveLength(1);
    await makeBanned(mate);
    expect(await askedAtHome(mate)).toEqual([]);
  });

  test.each(['PRICE_7G_LOCK', 'PRICE_COACHING_30', 'PRICE_TEAM_ASSEMBLY'] as const)(
    "doesn't ask the user to choose what %s is for",
    async (price) => {
      const [buyer] = await createPair();
      await createPaidOrder(context.deps, buyer.userId, price);
      expect(await askedAtHome(buyer)).toHaveLength(1);
      await makeBanned(buyer);
      expect(await askedAtHome(buyer)).toEqual([]);
    },
  );

  test("doesn't ask the user to review a completed hire", async () => {
    const { deps } = context;
    const [buyer, seller] = await createPair();
    await verifyTestSeller(deps, seller.userId);
    await saveOwnOffer(deps, seller, { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours: [], note: '', active: true });
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    await deps.db.execute(
      sql`update bookings set status = 'released', updated_at = now() where order_id = ${order.id}`,
    );
    expect(await askedAtHome(buyer)).toHaveLength(1);
    await makeBanned(buyer);
    expect(await askedAtHome(buyer)).toEqual([]);
  });
});
