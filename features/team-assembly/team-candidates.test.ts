import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createPaidOrder } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { saveAlerts } from './team-assembly.queries.ts';
import { TeamBuildInput } from './team-assembly.schema.ts';
import { findCandidates, invitePlayer } from './team-candidates.commands.ts';
import { answerInvitation } from './team-lifecycle.commands.ts';
import { requestTeam } from './team-requests.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

type Hours = { days: string[]; start: string; end: string };
const EVENINGS: Hours[] = [{ days: ['Mon', 'Tue', 'Wed'], start: '19:00', end: '23:00' }];
const MORNINGS: Hours[] = [{ days: ['Mon', 'Tue', 'Wed'], start: '06:00', end: '09:00' }];

const REQUEST = {
  desired_roles: ['C'],
  skill_tiers: 'advanced',
  region: 'eu',
  platform: 'ps5',
  availability_windows: 'As drawn',
  timezone: 'Europe/Paris',
  discord_psn: 'captain',
  deadline: '2099-01-01',
};

const makeCenter = (overrides: object = {}) =>
  makePlayer(context.deps, {
    role: 'C',
    platform: 'PS5',
    region: 'EU',
    overall_rating: 92,
    timezone: 'Europe/Paris',
    availability: EVENINGS,
    ...overrides,
  } as never);

async function listCandidates(windows: Hours[]): Promise<string[]> {
  const buyer = await makeUser(context.deps);
  const request = TeamBuildInput.parse({ ...REQUEST, windows });
  const { id } = await requestTeam(context.deps, buyer, request);
  return (await findCandidates(context.deps, id, 0)).map((one) => one.id);
}

test('matches candidates by role, tier, region, platform and hours', async () => {
  const fits = await makeCenter();
  const others = await Promise.all([
    makeCenter({ role: 'PG' }),
    makeCenter({ overall_rating: 85 }),
    makeCenter({ region: 'Asia' }),
    makeCenter({ platform: 'PC' }),
  ]);
  const earlyPlayer = await makeCenter({ availability: MORNINGS });
  const found = await listCandidates(EVENINGS);
  expect(found).toContain(fits.userId);
  for (const other of [...others, earlyPlayer]) expect(found).not.toContain(other.userId);
  expect(await listCandidates(MORNINGS)).toEqual([earlyPlayer.userId]);
  // Without painted hours, the availability text is only for the concierge to read.
  expect((await listCandidates([])).sort()).toEqual([fits.userId, earlyPlayer.userId].sort());
});

test('marks players who opted in to short notice', async () => {
  const quick = await makeCenter({ region: 'Oceania' });
  await saveAlerts(context.deps.db, quick.userId, { availabilityOptIn: true, phoneOptIn: false }, context.deps.now());
  const buyer = await makeUser(context.deps);
  const request = TeamBuildInput.parse({ ...REQUEST, region: 'oceania' });
  const { id } = await requestTeam(context.deps, buyer, request);
  expect(await findCandidates(context.deps, id, 0)).toMatchObject([{ id: quick.userId, availableAtShortNotice: true }]);
});

test('texts opted-in players at most once every six hours', async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const player = await makeCenter({ region: 'NA-West' });
  await saveAlerts(deps.db, player.userId, { availabilityOptIn: true, phoneOptIn: true }, deps.now());
  const paidTeam = async () => {
    const buyer = await makeUser(deps);
    await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
    const request = { ...REQUEST, region: 'na-west', windows: [] };
    return (await requestTeam(deps, buyer, TeamBuildInput.parse(request))).id;
  };
  for (const teamId of [await paidTeam(), await paidTeam()]) {
    await invitePlayer(deps, admin, teamId, { seat: 0, playerId: player.userId });
  }
  const { rows } = await deps.db.execute<{ channels: string[]; lines: string[] }>(
    sql`select channels, lines from notification_outbox where user_id = ${player.userId} and title = 'A team needs you'`,
  );
  expect(rows.filter((row) => row.channels.includes('sms')).map((row) => row.lines)).toEqual([
    ['A team in NA-West needs a player at C. It pays $30 for a seven-game run.'],
  ]);
  expect(rows.filter((row) => row.channels.length === 0)).toHaveLength(2);
});

test('returns no candidates for a sixth seat or an unknown request', async () => {
  const buyer = await makeUser(context.deps);
  const { id } = await requestTeam(context.deps, buyer, TeamBuildInput.parse(REQUEST));
  for (const [team, seat] of [
    [id, 5],
    ['00000000-0000-4000-8000-000000000000', 0],
  ] as const) {
    await expect(findCandidates(context.deps, team, seat)).rejects.toThrow('Spot not found.');
  }
});

test('returns the ten best candidates, scored with the request and accepted players', async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const buyer = await makeUser(deps);
  const asia = { region: 'Asia', timezone: 'Asia/Tokyo' };
  const request = {
    ...REQUEST,
    desired_roles: ['PG', 'Lock'],
    region: 'asia',
    timezone: 'Asia/Tokyo',
    windows: [{ days: ['Mon', 'Tue'], start: '19:00', end: '23:00' }],
  };
  const createHours = (days: string[], start = '19:00', end = '23:00') => ({ availability: [{ days, start, end }] });
  const mate = await makeCenter({ ...asia, role: 'PG', ...createHours(['Mon']), languages: ['Japanese', 'English'] });
  const distantPlayer = await makeCenter({ ...asia, role: 'SF', ...createHours(['Tue']), display_name: 'Apart' });
  const coPlayers = await Promise.all(
    Array.from({ length: 11 }, (_, index) =>
      makeCenter({ ...asia, role: 'SF', overall_rating: 90 + (index % 6), ...createHours(['Mon', 'Tue']) }),
    ),
  );
  await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
  const { id } = await requestTeam(deps, buyer, TeamBuildInput.parse(request));
  const loneCandidates = await findCandidates(deps, id, 1);
  expect(loneCandidates).toHaveLength(10);
  await invitePlayer(deps, admin, id, { seat: 0, playerId: mate.userId });
  const candidates = await findCandidates(deps, id, 1);
  await answerInvitation(deps, mate, id, true);
  const latestCandidates = await findCandidates(deps, id, 1);
  // An invited player counts only after accepting. From then on, candidates must share hours with that player too.
  expect(candidates).toEqual(loneCandidates);
  expect(latestCandidates).toHaveLength(10);
  expect(latestCandidates.map((one) => one.id)).not.toContain(distantPlayer.userId);
  expect([Math.max(...loneCandidates.map((one) => one.overlapMinutes)), latestCandidates[0]!.overlapMinutes]).toEqual([
    480, 240,
  ]);
  for (const list of [loneCandidates, latestCandidates]) {
    const scores = list.map((one) => one.score);
    expect(scores).toEqual([...scores].sort((one, two) => two - one));
    expect(
      scores.every((score) => Math.abs(score * 10 - Math.round(score * 10)) < 1e-9 && score > 0 && score <= 100),
    ).toBe(true);
  }
  const first = coPlayers.find((one) => one.userId === latestCandidates[0]!.id)!;
  expect(latestCandidates[0]).toMatchObject({
    name: first.profile.display_name,
    role: 'SF',
    rating: first.profile.overall_rating,
    region: 'Asia',
    platform: 'PS5',
    availableAtShortNotice: false,
  });
});

test('offers a seat without a role to the best player of any missing position', async () => {
  const location = { region: 'NA-East' };
  const [guard, wing, second] = [
    await makeCenter({ ...location, role: 'PG' }),
    await makeCenter({ ...location, role: 'SF' }),
    await makeCenter(location),
  ];
  const buyer = await makeUser(context.deps);
  const request = TeamBuildInput.parse({ ...REQUEST, region: 'na-east', windows: EVENINGS });
  const { id } = await requestTeam(context.deps, buyer, request);
  const found = await findCandidates(context.deps, id, 1);
  expect(found.map((one) => one.id).sort()).toEqual([guard.userId, wing.userId].sort());
  expect(found.map((one) => one.id)).not.toContain(second.userId);
});
