import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createPaidOrder, readHistory, readMessages, readMessageTitles } from '../payments/test-orders.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { sendInviteRound, sendInviteRounds } from './invite-rounds.commands.ts';
import { findTeam, listSeats, saveAlerts } from './team-assembly.queries.ts';
import { TeamBuildInput } from './team-assembly.schema.ts';
import { confirmDelivery, invitePlayer } from './team-candidates.commands.ts';
import { answerInvitation, INVITE_ROUNDS_JOB } from './team-lifecycle.commands.ts';
import { requestTeam } from './team-requests.commands.ts';
import { readOwnInvitations, readTeam } from './team-views.commands.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];
const EVENINGS = [{ days: ['Mon', 'Tue', 'Wed'], start: '19:00', end: '23:00' }];
const MORNINGS = [{ days: ['Mon', 'Tue', 'Wed'], start: '06:00', end: '09:00' }];
/** One region per test. */
const REGIONS = ['na-east', 'na-west', 'eu', 'asia', 'oceania'] as const;
const NAMES = ['NA-East', 'NA-West', 'EU', 'Asia', 'Oceania'];
const PLATFORMS = { ps5: 'PS5', xbox: 'Xbox Series', pc: 'PC' } as const;

let context: TestContext;
let admin: { userId: string };
let corner = -1;
let place: { region: string; platform: string };
let requested: { region: string; platform: string };

beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
});
beforeEach(() => {
  context.setNow(NOW);
  corner += 1;
  const [key, platform] = Object.entries(PLATFORMS)[Math.floor(corner / REGIONS.length)]!;
  place = { region: NAMES[corner % REGIONS.length]!, platform };
  requested = { region: REGIONS[corner % REGIONS.length]!, platform: key };
});
afterAll(() => context.close());

const timeAfter = (ms: number) => context.setNow(new Date(NOW.getTime() + ms));
const makeLocalPlayer = (role: string, more: object = {}) =>
  makePlayer(context.deps, {
    role,
    ...place,
    overall_rating: 85,
    timezone: 'UTC',
    availability: EVENINGS,
    ...more,
  } as never);
const createLocalPlayers = (more: object = {}) => Promise.all(ROLES.map((role) => makeLocalPlayer(role, more)));

async function createTeam(roles = ['PG', 'C'], user?: { userId: string }) {
  const buyer = user ?? (await makeUser(context.deps));
  const order = await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
  const request = TeamBuildInput.parse({
    desired_roles: roles,
    skill_tiers: 'intermediate',
    ...requested,
    availability_windows: 'Evenings',
    windows: EVENINGS,
    discord_psn: 'captain',
    deadline: '2099-01-01',
  });
  const { id } = await requestTeam(context.deps, buyer, request);
  context.setNow(new Date(context.deps.now().getTime() + 31 * MINUTE_MS));
  return { id, buyer, orderId: order.id };
}
const listInvited = async (id: string) =>
  (await listSeats(context.deps.db, id)).filter((one) => one.accepted !== false).map((one) => one.playerId);
const rolesAsked = async (id: string) =>
  (await listSeats(context.deps.db, id)).filter((one) => one.accepted !== false).map(({ role }) => role);
const listIds = (players: Player[]) => players.map(({ userId }) => userId).sort();
const sendAnswer = (user: { userId: string }, id: string, isAccepted: boolean) =>
  answerInvitation(context.deps, user, id, isAccepted);

describe('sendInviteRound', () => {
  test('invites a full lineup at once and shows score and reasons only to the concierge', async () => {
    const players = await createLocalPlayers();
    await createLocalPlayers({ availability: MORNINGS });
    const { id, buyer, orderId } = await createTeam();
    expect(await sendInviteRound(context.deps, id)).toBe(5);
    expect((await listInvited(id)).sort()).toEqual(listIds(players));
    expect((await rolesAsked(id)).sort()).toEqual(['C', 'Lock', 'PF', 'PG', 'SG']);
    const { plan } = await readTeam(context.deps, admin, id);
    expect(plan).toMatchObject({
      wave: 1,
      asked: 5,
      lines: expect.arrayContaining([expect.stringMatching(/^All five are free/)]),
    });
    expect(plan!.score).toBeGreaterThan(50);
    expect((await readTeam(context.deps, buyer, id)).plan).toBeNull();
    for (const { userId } of players)
      expect(await readMessageTitles(context.deps, userId)).toContain('A team needs you');
    expect((await readHistory(context.deps, orderId)).at(-1)).toMatch(
      /^The engine found a lineup scoring \d+\/100 and invited players for /,
    );
    // No one else is invited while the first invitations are still open.
    expect(await sendInviteRound(context.deps, id)).toBe(0);
  });

  test('waits half an hour for the concierge and keeps the players the concierge invited', async () => {
    await createLocalPlayers();
    const { id } = await createTeam();
    timeAfter(29 * MINUTE_MS);
    expect(await sendInviteRound(context.deps, id)).toBe(0);
    const invitee = await makeLocalPlayer('PG');
    await invitePlayer(context.deps, admin as never, id, { seat: 0, playerId: invitee.userId });
    timeAfter(30 * MINUTE_MS);
    expect(await sendInviteRound(context.deps, id)).toBe(4);
    expect(await listInvited(id)).toContain(invitee.userId);
  });

  test('invites no one when there is no full lineup', async () => {
    await Promise.all(['PG', 'SG', 'SF', 'PF'].map((role) => makeLocalPlayer(role)));
    const { id } = await createTeam();
    expect(await sendInviteRound(context.deps, id)).toBe(0);
    await makeLocalPlayer('C');
    expect(await sendInviteRound(context.deps, id)).toBe(5);
  });

  test('replans around the remaining players when one declines', async () => {
    const players = await createLocalPlayers();
    const sparePlayer = await makeLocalPlayer('C');
    const { id, orderId } = await createTeam();
    await sendInviteRound(context.deps, id);
    const center = (await listSeats(context.deps.db, id)).find((one) => one.role === 'C')!.playerId;
    const other = center === sparePlayer.userId ? players[4]! : sparePlayer;
    for (const player of players.slice(0, 4)) await sendAnswer(player, id, true);
    await sendAnswer({ userId: center }, id, false);
    expect(context.sent.at(-1)).toMatchObject({ name: INVITE_ROUNDS_JOB });
    await sendInviteRounds(context.deps);
    expect(await listInvited(id)).toContain(other.userId);
    expect((await readTeam(context.deps, admin, id)).plan).toMatchObject({ wave: 2, asked: 1 });
    await sendAnswer(other, id, true);
    expect((await findTeam(context.deps.db, id))!.status).toBe('filled');
    await confirmDelivery(context.deps, admin as never, id);
    expect(await readHistory(context.deps, orderId)).toContain('Every spot is filled.');
  });

  test('finds a player who shares hours with the whole team, not just the buyer', async () => {
    const earlyWindows = [{ days: ['Mon'], start: '19:00', end: '21:00' }];
    const lateWindows = [{ days: ['Tue', 'Wed'], start: '19:00', end: '23:00' }];
    const players = await createLocalPlayers({ availability: earlyWindows });
    const { id } = await createTeam();
    await sendInviteRound(context.deps, id);
    for (const player of players.slice(0, 4)) await sendAnswer(player, id, true);
    await Promise.all(Array.from({ length: 26 }, () => makeLocalPlayer('C', { availability: lateWindows })));
    const fits = await makeLocalPlayer('C', { availability: earlyWindows });
    await sendAnswer(players[4]!, id, false);
    expect(await sendInviteRound(context.deps, id)).toBe(1);
    expect(await listInvited(id)).toContain(fits.userId);
  });

  test('uses crossplay only when no other lineup exists and the buyer allows it', async () => {
    await Promise.all(['PG', 'SG', 'SF', 'PF'].map((role) => makeLocalPlayer(role)));
    await makeLocalPlayer('C', { platform: 'Switch', crossplay: false });
    const { id } = await createTeam();
    expect(await sendInviteRound(context.deps, id)).toBe(0);
    const center = await makeLocalPlayer('C', { platform: 'Switch', crossplay: true });
    const strict = await makePlayer(context.deps, { crossplay: false } as never);
    expect(await sendInviteRound(context.deps, (await createTeam(undefined, strict)).id)).toBe(0);
    expect(await sendInviteRound(context.deps, id)).toBe(5);
    expect(await listInvited(id)).toContain(center.userId);
    const seat = (await readOwnInvitations(context.deps, center)).find(({ teamBuildId }) => teamBuildId === id);
    expect(seat).toMatchObject({ platform: requested.platform, crossplay: true });
  });

  test('invites another player after four hours without an answer', async () => {
    const players = await createLocalPlayers();
    const { id } = await createTeam();
    await sendInviteRound(context.deps, id);
    for (const player of players.slice(0, 4)) await sendAnswer(player, id, true);
    const sparePlayer = await makeLocalPlayer('C');
    timeAfter(31 * MINUTE_MS + 4 * HOUR_MS - 1);
    expect(await sendInviteRound(context.deps, id)).toBe(0);
    timeAfter(31 * MINUTE_MS + 4 * HOUR_MS);
    expect(await sendInviteRound(context.deps, id)).toBe(1);
    expect(await listInvited(id)).toContain(sparePlayer.userId);
    await expect(sendAnswer(players[4]!, id, true)).rejects.toThrow('The spot went to someone else.');
    const seat = (await readOwnInvitations(context.deps, players[4]!)).find(({ teamBuildId }) => teamBuildId === id);
    expect(seat).toMatchObject({ accepted: false, silent: true });
  });

  test('skips players who are banned or invited to another team', async () => {
    const players = await createLocalPlayers();
    const first = await createTeam();
    await sendInviteRound(context.deps, first.id);
    const second = await createTeam();
    expect(await sendInviteRound(context.deps, second.id)).toBe(0);
    const newPlayers = await createLocalPlayers();
    await context.deps.db.transaction((tx) =>
      banUser(tx, context.deps, admin as never, {
        userId: newPlayers[0]!.userId,
        reason: 'Test',
        days: 30,
        scope: 'all',
      }),
    );
    expect(await sendInviteRound(context.deps, second.id)).toBe(0);
    const guard = await makeLocalPlayer('PG');
    expect(await sendInviteRound(context.deps, second.id)).toBe(5);
    expect((await listInvited(second.id)).sort()).toEqual(listIds([guard, ...newPlayers.slice(1)]));
    expect((await listInvited(first.id)).sort()).toEqual(listIds(players));
  });

  test('runs once when several jobs start at the same time', async () => {
    await createLocalPlayers();
    const { id } = await createTeam();
    const found = await Promise.all([
      sendInviteRound(context.deps, id),
      sendInviteRound(context.deps, id),
      sendInviteRound(context.deps, id),
    ]);
    expect(found.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(await listInvited(id)).toHaveLength(5);
  });

  test('sends a text message to players who opted in to short notice', async () => {
    const players = await createLocalPlayers();
    const [quick] = players;
    await saveAlerts(context.deps.db, quick!.userId, { availabilityOptIn: true, phoneOptIn: true }, NOW);
    const { id } = await createTeam();
    await sendInviteRound(context.deps, id);
    const titles = (await readMessages(context.deps, quick!.userId)).filter(
      ({ title }) => title === 'A team needs you',
    );
    expect(titles).toHaveLength(2);
  });

  test('keeps an expired invitation open until another player can be invited', async () => {
    const players = await createLocalPlayers();
    const { id, orderId } = await createTeam();
    await sendInviteRound(context.deps, id);
    for (const player of players.slice(0, 4)) await sendAnswer(player, id, true);
    timeAfter(31 * MINUTE_MS + 5 * HOUR_MS);
    expect(await sendInviteRound(context.deps, id)).toBe(0);
    const getSeat = async (player: Player) =>
      (await readOwnInvitations(context.deps, player)).find(({ teamBuildId }) => teamBuildId === id);
    expect(await getSeat(players[4]!)).toMatchObject({ accepted: null, silent: false });
    await sendAnswer(players[4]!, id, true);
    expect(await getSeat(players[4]!)).toMatchObject({ accepted: true, silent: false });
    expect((await findTeam(context.deps.db, id))!.status).toBe('filled');
    expect(await readHistory(context.deps, orderId)).toContain('Every spot is filled.');
    await expect(sendAnswer(players[4]!, id, true)).rejects.toThrow('You already answered this request.');
  });
});
