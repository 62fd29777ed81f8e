import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTwitchSandbox } from '../../integrations/twitch/twitch.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { recordArrival } from '../profiles/profiles.commands.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import { importLinkedPicture } from './linked-pictures.commands.ts';

let context: TestContext;
let jobs: { name: string; data: object }[] = [];
let fetched: string[] = [];
beforeAll(async () => {
  context = await openTestContext();
  const { deps } = context;
  const sandbox = createTwitchSandbox({ players: async () => [] });
  deps.fetch = ((input: string, init?: RequestInit) => {
    fetched.push(input);
    return Promise.resolve(sandbox.request(new URL(input).pathname.replace('/sandbox/twitch', ''), init));
  }) as typeof fetch;
  deps.jobs = { ...deps.jobs, send: async (name, data) => void jobs.push({ name, data }) };
});
afterAll(() => context.close());

const getPictureUrl = () => `http://127.0.0.1:${context.deps.env.PORT}/sandbox/twitch/pictures/ann_pictured.png`;
let userCount = 0;
/** Signs a user in with a streaming account and runs the resulting jobs. */
async function linkAccount(picture: string | undefined) {
  userCount += 1;
  const user = await makeUser(context.deps, { twitch: { login: `ann_${userCount}`, id: `88${userCount}` } });
  if (picture) {
    await context.deps.db.execute(sql`
      update auth.identities set identity_data = identity_data || ${JSON.stringify({ avatar_url: picture })}::jsonb
       where user_id = ${user.userId}`);
  }
  jobs = [];
  await recordArrival(context.deps, user, undefined);
  return user;
}
const importPictures = async () => {
  for (const { data } of jobs) {
    await importLinkedPicture(context.deps, data as never, new AbortController().signal);
  }
};
const getPicture = async (userId: string) => (await findOwnProfile(context.deps.db, userId))?.avatar_path ?? null;

test('imports and re-encodes the picture of a streaming account once, when it is linked', async () => {
  const user = await linkAccount(getPictureUrl());
  expect(jobs).toEqual([{ name: 'linked-picture', data: { userId: user.userId, picture: getPictureUrl() } }]);
  await importPictures();
  const picture = await getPicture(user.userId);
  expect(picture).toMatch(/^\/storage\/v1\/object\/public\/avatars\/.*-256\.webp$/);
  expect((await context.app.request(picture!)).headers.get('Content-Type')).toBe('image/webp');
  // Signing in again must not restore a picture that the player deleted.
  await context.app.request('/storage/v1/avatar', {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${user.accessToken}` },
  });
  jobs = [];
  await recordArrival(context.deps, user, undefined);
  expect(jobs).toEqual([]);
});

test('keeps the picture of a player who already has one', async () => {
  const user = await linkAccount(getPictureUrl());
  await context.deps.db.execute(
    sql`update protocol_profiles set avatar_path = '/storage/v1/object/public/avatars/own.webp' where id = ${user.userId}`,
  );
  await importPictures();
  expect(await getPicture(user.userId)).toBe('/storage/v1/object/public/avatars/own.webp');
  await context.deps.db.execute(sql`update protocol_profiles set twitch_id = null where id = ${user.userId}`);
  jobs = [];
  await recordArrival(context.deps, user, undefined);
  expect(jobs).toEqual([]);
});

test('keeps a picture that the player uploads during the import', async () => {
  const user = await linkAccount(getPictureUrl());
  const own = '/storage/v1/object/public/avatars/meanwhile.webp';
  const { deps } = context;
  const { fetch } = deps;
  deps.fetch = (async (...args: Parameters<typeof fetch>) => {
    await deps.db.execute(sql`update protocol_profiles set avatar_path = ${own} where id = ${user.userId}`);
    return fetch(...args);
  }) as typeof fetch;
  await importPictures();
  deps.fetch = fetch;
  expect(await getPicture(user.userId)).toBe(own);
});

test("fetches pictures only from the vendor's image host", async () => {
  for (const elsewhere of [
    'http://169.254.169.254/latest/meta-data',
    'https://jtvnw.net.example.org/a.png',
    'http://static-cdn.jtvnw.net/a.png',
    `http://127.0.0.1:${context.deps.env.PORT}/sandbox/twitch/calls.json`,
  ]) {
    const user = await linkAccount(elsewhere);
    fetched = [];
    await importPictures();
    expect([elsewhere, fetched, await getPicture(user.userId)]).toEqual([elsewhere, [], null]);
  }
  await linkAccount(undefined);
  expect(jobs).toEqual([]);
});
