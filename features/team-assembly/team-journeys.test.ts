import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';

let context: MoneyContext;
let admin: Person;
const { call, good, buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

describe('team assembly', () => {
  const request = {
    desired_roles: ['PG', 'C'],
    skill_tiers: 'intermediate',
    region: 'na-east',
    platform: 'ps5',
    availability_windows: 'Evenings',
    discord_psn: 'captain#1',
    deadline: '2027-01-01',
  };

  test('refuses an incomplete request', async () => {
    const buyer = await makeUser(context.deps);
    for (const field of [
      'desired_roles',
      'skill_tiers',
      'region',
      'platform',
      'availability_windows',
      'discord_psn',
      'deadline',
    ]) {
      const { status, body } = await call(buyer, 'POST', '/api/team-build/request', {
        ...request,
        [field]: field === 'desired_roles' ? [] : '',
      });
      expect([field, status, body.error.field]).toEqual([field, 422, field]);
    }
    expect((await call(buyer, 'POST', '/api/team-build/request', { ...request, deadline: '2020-01-01' })).status).toBe(
      422,
    );
  });

  test("fills the team with the engine's candidates, delivers it with contacts and pays the players", async () => {
    const buyer = await makeUser(context.deps);
    const players = [
      await makePlayer(context.deps, { role: 'PG', discord: 'guard_one' }),
      await makePlayer(context.deps, { role: 'C' }),
      await makePlayer(context.deps, { role: 'PF' }),
      await makePlayer(context.deps, { role: 'SG' }),
      await makePlayer(context.deps, { role: 'SF' }),
    ];
    for (const player of players) await verifySeller(context.deps, player.userId);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    expect(await order(buyer, id)).toMatchObject({ waitsFor: 'buyer', stage: null });
    const team = await good(buyer, 'POST', '/functions/v1/team-build-request', request);
    expect(team.paid).toBe(true);
    for (const [seat, player] of players.entries()) {
      const { candidates } = await good(admin, 'GET', `/api/admin/team-builds/${team.id}/candidates?seat=${seat}`);
      expect(candidates.map((one: { id: string }) => one.id)).toContain(player.userId);
      await good(admin, 'POST', `/api/admin/team-builds/${team.id}/players`, { seat, playerId: player.userId });
      expect((await good(buyer, 'GET', `/api/team-builds/${team.id}`)).status).toBe('assembling');
      await good(player, 'POST', `/api/team-builds/${team.id}/answer`, { accept: true });
    }
    const before = await good(buyer, 'GET', `/api/team-builds/${team.id}`);
    expect(before.seats.flatMap((seat: { contact: object[] }) => seat.contact)).toEqual([]);
    await good(admin, 'POST', `/api/admin/team-builds/${team.id}/deliver`);
    const deliveredView = await good(buyer, 'GET', `/api/team-builds/${team.id}`);
    expect(deliveredView.seats.map((seat: { role: string }) => seat.role)).toEqual(['PG', 'C', 'PF', 'SG', 'Lock']);
    expect(deliveredView.seats[0].contact).toContainEqual({ label: 'Discord', value: 'guard_one' });
    await good(buyer, 'POST', `/api/team-builds/${team.id}/confirm`);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'released',
      balance: { charged: 19_900, held: 0, released: 15_000 },
    });
  });

  test('refunds an unfilled order once, in full, at the deadline', async () => {
    const buyer = await makeUser(context.deps);
    await good(buyer, 'POST', '/api/team-build/request', request);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    expect((await order(buyer, id)).stage).toBe('assembling');
    context.advance(48 * HOUR_MS);
    await Promise.all([processOrderDeadlines(context.deps), processOrderDeadlines(context.deps)]);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'refunded',
      balance: { charged: 19_900, refunded: 19_900, held: 0 },
    });
  });
});
