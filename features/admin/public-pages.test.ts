import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { warriors } from '../../content/tournament/warriors.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { lfgJobs } from '../lfg/lfg.jobs.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';

/** Pages are cached for a few seconds, so anything that changes their content must publish an event. */
describe('public page change events', () => {
  let context: TestContext;
  let admin: CreatedUser;
  let player: Player;
  let changes: unknown[] = [];

  beforeAll(async () => {
    context = await openTestContext();
    context.deps.bus.subscribe('public-pages', (one) => changes.push(one));
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    admin = await makeAdmin(context.deps);
    player = await makePlayer(context.deps);
    changes = [];
  });

  const call = async (caller: { accessToken: string }, method: string, path: string, body?: unknown) => {
    const response = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return response.json();
  };
  const performAction = (action: object) => call(admin, 'POST', '/functions/v1/admin-actions', action);
  const ban = () => performAction({ action: 'ban_user', userId: player.userId, reason: 'Spam', days: 3 });
  const takeEvents = async () => {
    await expect.poll(() => changes.length).toBeGreaterThan(0);
    changes = [];
  };

  it('are published when a profile is saved or published', async () => {
    const ownProfile = await call(player, 'GET', '/api/profiles/me');
    await call(player, 'PUT', '/api/profiles/me', ownProfile);
    await takeEvents();
    await call(player, 'POST', '/api/profiles/me/publish', {});
    await takeEvents();
  });

  it('are published when a ban hides a profile and when the ban ends', async () => {
    const { undo } = (await ban()) as { undo: { auditIds: string[] } };
    await takeEvents();
    await performAction({ action: 'undo', auditIds: undo.auditIds });
    await takeEvents();
    await ban();
    await takeEvents();
    const { bans } = (await call(player, 'GET', '/api/moderation/me')) as { bans: { id: string }[] };
    await performAction({ action: 'lift_ban', banId: bans[0]!.id });
    await takeEvents();
    await ban();
    await takeEvents();
    const secondResponse = (await call(player, 'GET', '/api/moderation/me')) as { bans: { id: string }[] };
    await call(player, 'POST', '/api/moderation/appeals', { ban_id: secondResponse.bans[0]!.id, message: 'Sorry' });
    const { appeals } = (await call(admin, 'GET', '/api/admin/appeals')) as { appeals: { id: string }[] };
    await performAction({ action: 'decide_appeal', appealId: appeals[0]!.id, decision: 'granted' });
    await takeEvents();
  });

  it('are published when a listing is posted, closed or expires', async () => {
    const id = await makeListing(context.deps, player, { needed_positions: ['C'] });
    await takeEvents();
    await call(player, 'POST', `/api/lfg/listings/${id}/close`, {});
    await takeEvents();
    await makeListing(context.deps, player, { title: 'another' });
    await takeEvents();
    context.setNow(new Date(Date.now() + 31 * DAY_MS));
    await lfgJobs[0]!.run(context.deps, {}, new AbortController().signal);
    await takeEvents();
  });

  it('are published for the tournament pages only when someone votes', async () => {
    const [winner, loser] = warriors;
    await call(player, 'POST', '/api/tournament/votes', { winner: winner!.id, loser: loser!.id });
    await expect.poll(() => changes).toEqual([{ shown: ['tournament'] }]);
  });
});
