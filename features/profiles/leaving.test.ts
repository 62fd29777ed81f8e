import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { publishProfile } from './profiles.commands.ts';
import { makePlayer } from './profiles.factory.ts';

let context: TestContext;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const ask = async (method: string, { accessToken }: { accessToken: string }) => {
  const headers = { Authorization: `Bearer ${accessToken}` };
  return (await context.app.request('/api/account/deletion', { method, headers })).status;
};
const getProfile = async (userId: string) => (await context.app.request(`/api/profiles/${userId}`)).status;

test('unpublishes a profile when account deletion is scheduled and restores it when canceled', async () => {
  const player = await makePlayer(context.deps);
  expect(await getProfile(player.userId)).toBe(200);
  // Request deletion twice, as a double tap would. The saved status must not be lost.
  for (const _time of [1, 2]) expect(await ask('POST', player)).toBe(200);
  expect(await getProfile(player.userId)).toBe(404);
  expect(await ask('DELETE', player)).toBe(200);
  expect(await getProfile(player.userId)).toBe(200);
});

test('keeps an unpublished profile unpublished when account deletion is canceled', async () => {
  const user = await makeUser(context.deps);
  expect(await ask('POST', user)).toBe(200);
  expect(await ask('DELETE', user)).toBe(200);
  expect(await getProfile(user.userId)).toBe(404);
});

test('refuses to publish from another tab once account deletion is scheduled', async () => {
  const player = await makePlayer(context.deps);
  expect(await ask('POST', player)).toBe(200);
  // Call it directly, as if the API's check had passed before the deletion was scheduled.
  await expect(publishProfile(context.deps, toActor(player))).rejects.toMatchObject({ code: 'leaving' });
  expect(await getProfile(player.userId)).toBe(404);
});
