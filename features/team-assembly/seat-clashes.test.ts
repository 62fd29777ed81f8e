import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createPaidOrder } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { sendInviteRound } from './invite-rounds.commands.ts';
import { listSeats } from './team-assembly.queries.ts';
import { TeamBuildInput } from './team-assembly.schema.ts';
import { invitePlayer } from './team-candidates.commands.ts';
import { requestTeam } from './team-requests.commands.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const EVENINGS = [{ days: ['Mon', 'Tue', 'Wed'], start: '19:00', end: '23:00' }];
let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  // Simulates another invitation between an invitation's check and its write, so only the database can detect it.
  await context.deps.database.pool.query(`
    create table next_fault (code text not null);
    create function fail_seat() returns trigger language plpgsql as $$
    declare fault text;
    begin
      select code into fault from next_fault;
      if fault is not null then raise exception using errcode = fault, message = 'a planted fault'; end if;
      return new;
    end $$;
    create trigger fail_seat before insert on team_build_players for each row execute function fail_seat();`);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow(NOW);
  await setFault(undefined);
});

async function setFault(code: string | undefined): Promise<void> {
  await context.deps.database.pool.query('delete from next_fault');
  if (code) await context.deps.database.pool.query('insert into next_fault (code) values ($1)', [code]);
}
const UNIQUE_VIOLATION = '23505';
const OTHER = '22003';

/** Creates a team request with five matching players in its own region. */
async function createTeam(region: 'EU' | 'Asia') {
  const make = (role: string) =>
    makePlayer(context.deps, {
      ...{ role, region, platform: 'PS5', overall_rating: 85, timezone: 'UTC', availability: EVENINGS },
    } as never);
  const players = await Promise.all(['PG', 'SG', 'SF', 'PF', 'C'].map(make));
  const buyer = await makeUser(context.deps);
  await createPaidOrder(context.deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
  const request = TeamBuildInput.parse({
    desired_roles: ['PG', 'C'],
    skill_tiers: 'intermediate',
    region: region.toLowerCase(),
    platform: 'ps5',
    availability_windows: 'Evenings',
    windows: EVENINGS,
    discord_psn: 'captain',
    deadline: '2099-01-01',
  });
  const { id } = await requestTeam(context.deps, buyer, request);
  context.setNow(new Date(NOW.getTime() + 31 * MINUTE_MS));
  return { id, players };
}
const countSeats = async (id: string) => (await listSeats(context.deps.db, id)).length;

it('invites no one when the concierge fills the seat first', async () => {
  const { id } = await createTeam('EU');
  await setFault(UNIQUE_VIOLATION);
  expect(await sendInviteRound(context.deps, id)).toBe(0);
  expect(await countSeats(id)).toBe(0);
  await setFault(OTHER);
  await expect(sendInviteRound(context.deps, id)).rejects.toThrow();
  await setFault(undefined);
  expect(await sendInviteRound(context.deps, id)).toBe(5);
});

it('reports a conflict to the concierge only when the invite round took the spot first', async () => {
  const admin = await makeAdmin(context.deps);
  const { id, players } = await createTeam('Asia');
  const invitation = { seat: 0, playerId: players[0]!.userId };
  await setFault(UNIQUE_VIOLATION);
  await expect(invitePlayer(context.deps, admin, id, invitation)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/We’ve already invited this player, or someone else for this spot\./),
  });
  await setFault(OTHER);
  await expect(invitePlayer(context.deps, admin, id, invitation)).rejects.not.toMatchObject({ code: 'conflict' });
  expect(await countSeats(id)).toBe(0);
  await setFault(undefined);
  await invitePlayer(context.deps, admin, id, invitation);
  expect(await countSeats(id)).toBe(1);
});
