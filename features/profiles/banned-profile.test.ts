import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from './profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('returns 404 for the profile of a player banned with the scope all', async () => {
  // The public profile view uses the database's clock.
  context.setNow(new Date());
  const admin = await makeAdmin(context.deps);
  const player = await makePlayer(context.deps);
  const readStatus = async () => (await context.app.request(`/api/profiles/${player.userId}`)).status;
  expect(await readStatus()).toBe(200);
  await context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all' }),
  );
  expect(await readStatus()).toBe(404);
});
