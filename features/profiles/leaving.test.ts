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
const profileOf = async (userId: string) => (await context.app.request(`/api/profiles/${userId}`)).status;

test("removes a leaving user's profile from the directory at once and restores it if they stay", async () => {
  const player = await makePlayer(context.deps);
  expect(await profileOf(player.userId)).toBe(200);
  // Twice, like an impatient user: the remembered state must not be lost.
  for (const _time of [1, 2]) expect(await ask('POST', player)).toBe(200);
  expect(await profileOf(player.userId)).toBe(404);
  expect(await ask('DELETE', player)).toBe(200);
  expect(await profileOf(player.userId)).toBe(200);
});

test('publishes nobody who was not in the directory before when they stay', async () => {
  const user = await makeUser(context.deps);
  expect(await ask('POST', user)).toBe(200);
  expect(await ask('DELETE', user)).toBe(200);
  expect(await profileOf(user.userId)).toBe(404);
});

test('keeps a leaving user unpublished when they publish in another tab at that moment', async () => {
  const player = await makePlayer(context.deps);
  expect(await ask('POST', player)).toBe(200);
  // The request had passed the API's check earlier.
  await expect(publishProfile(context.deps, toActor(player))).rejects.toMatchObject({ code: 'leaving' });
  expect(await profileOf(player.userId)).toBe(404);
});
