import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { askPlayer, candidatesFor } from './team-candidates.commands.ts';
import { requestTeam } from './team-requests.commands.ts';
import { saveAlerts } from './teams.queries.ts';
import { TeamBuildInput } from './teams.schema.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

type Hours = { days: string[]; start: string; end: string };
const EVENINGS: Hours[] = [{ days: ['Mon', 'Tue', 'Wed'], start: '19:00', end: '23:00' }];
const MORNINGS: Hours[] = [{ days: ['Mon', 'Tue', 'Wed'], start: '06:00', end: '09:00' }];

const WISH = {
  desired_roles: ['C'],
  skill_tiers: 'advanced',
  region: 'eu',
  platform: 'ps5',
  availability_windows: 'As drawn',
  timezone: 'Europe/Paris',
  discord_psn: 'captain',
  deadline: '2099-01-01',
};

const center = (overrides: object = {}) =>
  makePlayer(context.deps, {
    role: 'C',
    platform: 'PS5',
    region: 'EU',
    overall_rating: 92,
    timezone: 'Europe/Paris',
    availability: EVENINGS,
    ...overrides,
  } as never);

async function candidates(windows: Hours[]): Promise<string[]> {
  const buyer = await makeUser(context.deps);
  const wish = TeamBuildInput.parse({ ...WISH, windows });
  const { id } = await requestTeam(context.deps, buyer, wish);
  return (await candidatesFor(context.deps, id, 0)).map((one) => one.id);
}

test('candidates play the role, tier, region, platform and hours that were asked for', async () => {
  const fits = await center();
  const others = await Promise.all([
    center({ role: 'PG' }),
    center({ overall_rating: 85 }),
    center({ region: 'Asia' }),
    center({ platform: 'PC' }),
  ]);
  const early = await center({ availability: MORNINGS });
  const found = await candidates(EVENINGS);
  expect(found).toContain(fits.userId);
  for (const other of [...others, early]) expect(found).not.toContain(other.userId);
  expect(await candidates(MORNINGS)).toEqual([early.userId]);
  // Nothing drawn: the words about hours are for the concierge to read.
  expect((await candidates([])).sort()).toEqual([fits.userId, early.userId].sort());
});

test('whoever agreed to short notice is marked for the concierge', async () => {
  const quick = await center({ region: 'Oceania' });
  await saveAlerts(context.deps.db, quick.userId, { availabilityOptIn: true, phoneOptIn: false }, context.deps.now());
  const buyer = await makeUser(context.deps);
  const wish = TeamBuildInput.parse({ ...WISH, region: 'oceania' });
  const { id } = await requestTeam(context.deps, buyer, wish);
  expect(await candidatesFor(context.deps, id, 0)).toMatchObject([{ id: quick.userId, availableAtShortNotice: true }]);
});

test('whoever agreed gets a text message too, at most one in six hours', async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const player = await center({ region: 'NA-West' });
  await saveAlerts(deps.db, player.userId, { availabilityOptIn: true, phoneOptIn: true }, deps.now());
  const paidTeam = async () => {
    const buyer = await makeUser(deps);
    const { rows } = await deps.db.execute<{ id: string }>(sql`
      insert into orders (buyer_id, kind, price_id, amount_cents, state, waits_for, deadline_at, paid_at, created_at)
      values (${buyer.userId}, 'assembly', 'PRICE_TEAM_ASSEMBLY', 19900, 'paid', 'buyer', now() + interval '2 days', now(), now())
      returning id`);
    expect(rows).toHaveLength(1);
    const wish = { ...WISH, region: 'na-west', windows: [] };
    return (await requestTeam(deps, buyer, TeamBuildInput.parse(wish))).id;
  };
  for (const teamId of [await paidTeam(), await paidTeam()]) {
    await askPlayer(deps, admin, teamId, { seat: 0, playerId: player.userId });
  }
  const { rows } = await deps.db.execute<{ channels: string[] }>(
    sql`select channels from notification_outbox where user_id = ${player.userId} and title = 'A squad needs you'`,
  );
  expect(rows.filter((row) => row.channels.includes('sms'))).toHaveLength(1);
  expect(rows.filter((row) => row.channels.length === 0)).toHaveLength(2);
});
