import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { type CreatedUser, makeUser, toActor } from '../accounts/accounts.factory.ts';
import { findUser } from '../accounts/accounts.queries.ts';
import { reportCompromise } from '../accounts/security-events/report-compromise.commands.ts';
import { recordEvent } from '../accounts/security-events/security-events.commands.ts';
import { listEvents } from '../accounts/security-events/security-events.queries.ts';
import { startSession, writeAccessToken } from '../accounts/sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../accounts/sessions/visits.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { UPLOAD_MAX_BYTES } from './assets.schema.ts';
import { createTestStorage } from './test-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'planet-crew-rights-'));
let context: TestContext;
let admin: CreatedUser;

beforeAll(async () => {
  context = await openTestContext({ DATA_DIR: folder });
  admin = await makeAdmin(context.deps);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const { send, client, makeBucket } = createTestStorage(() => ({ context, adminToken: admin.accessToken }));

const runSql = (text: string, values: unknown[]) => context.deps.database.pool.query(text, values);

/** Creates a user with links to read and write their own files. */
async function withLinks(bucket: string) {
  const me = await makeUser(context.deps);
  const files = client(me.accessToken).from(bucket);
  const keptPath = `${me.userId}/kept.txt`;
  expect((await files.upload(keptPath, 'kept')).error).toBeNull();
  const write = async (name: string) => {
    const path = `${me.userId}/${name}`;
    const { token } = (await files.createSignedUploadUrl(path)).data!;
    return async () => {
      const { error } = await client().from(bucket).uploadToSignedUrl(path, token, 'by link');
      return error;
    };
  };
  const { signedUrl } = (await files.createSignedUrl(keptPath, 3_600)).data!;
  return { me, write, read: async () => (await send(signedUrl)).status };
}

test('disables the links of banned, suspended and deleted users and of accounts being deleted', async () => {
  const bucket = await makeBucket();
  const endings: [string, number][] = [
    [`insert into ban_list (user_id, scope, reason, created_at) values ($1, 'all', 'Test', now())`, 200],
    [`update auth.users set delete_after = now() + interval '7 days' where id = $1`, 403],
    [`update auth.users set banned_until = now() + interval '7 days' where id = $1`, 403],
    [`update auth.users set deleted_at = now() where id = $1`, 403],
  ];
  for (const [end, description] of endings) {
    const { me, write, read } = await withLinks(bucket);
    const link = await write('late.txt');
    expect(await (await write('early.txt'))()).toBeNull();
    expect(await read()).toBe(200);
    await runSql(end, [me.userId]);
    expect(await link(), end).toMatchObject({ status: 403 });
    expect(await read(), end).toBe(description);
  }
}, 60_000);

test('disables links created before a "This was not me" report, but not later ones', async () => {
  const bucket = await makeBucket();
  const { me, write, read } = await withLinks(bucket);
  const link = await write('late.txt');
  await recordEvent(context.deps.db, context.deps, me.userId, { action: 'signed_in' });
  const [line] = await listEvents(context.deps.db, me.userId, { kinds: ['sign_in'], before: undefined, limit: 1 });
  await reportCompromise(context.deps, toActor(me), line!.id);
  expect(await link()).toMatchObject({ status: 403, message: expect.stringContaining('new link') });
  expect(await read()).toBe(403);
  expect((await client(admin.accessToken).from(bucket).list(me.userId)).data!.map(({ name }) => name)).toEqual([
    'kept.txt',
  ]);

  context.setNow(new Date(Date.now() + 2_000));
  const session = await startSession(context.deps.db, context.deps, me.userId, { method: 'otp', visit: UNKNOWN_VISIT });
  const user = (await findUser(context.deps.db, me.userId))!;
  const files = client(await writeAccessToken(context.deps, user, session)).from(bucket);
  const path = `${me.userId}/new.txt`;
  const { token } = (await files.createSignedUploadUrl(path)).data!;
  expect((await client().from(bucket).uploadToSignedUrl(path, token, 'mine')).error).toBeNull();
  expect((await send((await files.createSignedUrl(path, 60)).data!.signedUrl)).status).toBe(200);
  context.setNow(new Date());
}, 60_000);

test('applies size limits to both the upload and the stored picture', async () => {
  const drawBytes = (outputLength: number) => createHash('shake256', { outputLength }).update('noise').digest();
  const createNoise = (edge: number) =>
    sharp(drawBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer();
  for (const [bucket, edge, most] of [
    [await makeBucket(), 1_500, UPLOAD_MAX_BYTES],
    [await makeBucket({ public: false, fileSizeLimit: '1MB' }), 700, 1_000_000],
  ] as const) {
    const me = await makeUser(context.deps);
    const files = client(me.accessToken).from(bucket);
    const bytes = new Uint8Array(await createNoise(edge));
    expect(bytes.byteLength).toBeLessThan(most);
    const send = (name: string, type: string) => files.upload(`${me.userId}/${name}`, new Blob([bytes], { type }));
    expect((await send('grows.png', 'image/png')).error).toMatchObject({ status: 413 });
    expect((await send('fits.webp', 'image/webp')).error).toBeNull();
    const { data } = await files.list(me.userId);
    expect(data!.map(({ name }) => name)).toEqual(['fits.webp']);
    expect(data![0]!.metadata!.size).toBeLessThanOrEqual(most);
  }
}, 60_000);

test("applies the target bucket's limits when a file is moved or copied", async () => {
  const [from, small, pictures] = [
    await makeBucket(),
    await makeBucket({ public: false, fileSizeLimit: 10 }),
    await makeBucket({ public: false, allowedMimeTypes: ['image/*'] }),
  ];
  const me = await makeUser(context.deps);
  const files = client(me.accessToken).from(from);
  const [long, short] = [`${me.userId}/long.txt`, `${me.userId}/short.txt`];
  await files.upload(long, 'more than ten bytes', { contentType: 'text/plain' });
  await files.upload(short, 'short', { contentType: 'text/plain' });
  for (const act of ['copy', 'move'] as const) {
    expect((await files[act](long, long, { destinationBucket: small })).error).toMatchObject({ status: 413 });
    expect((await files[act](short, short, { destinationBucket: pictures })).error).toMatchObject({ status: 415 });
  }
  expect((await files.move(short, short, { destinationBucket: small })).error).toBeNull();
});

test('keeps private files out of shared caches but allows caching of public files', async () => {
  for (const isPublic of [false, true]) {
    const bucket = await makeBucket({ public: isPublic });
    const me = await makeUser(context.deps);
    const path = `${me.userId}/a.txt`;
    const files = client(me.accessToken).from(bucket);
    await files.upload(path, 'a');
    const headers = { Authorization: `Bearer ${me.accessToken}` };
    const url = `http://localhost/storage/v1/object/${bucket}/${path}`;
    const { signedUrl } = (await files.createSignedUrl(path, 60)).data!;
    const cacheControls = [];
    for (const response of [await send(url, { headers }), await send(signedUrl)]) {
      cacheControls.push(response.headers.get('Cache-Control'));
      const tag = response.headers.get('ETag')!;
      const secondResponse = await send(url, { headers: { ...headers, 'If-None-Match': tag } });
      expect([secondResponse.status, secondResponse.headers.get('Cache-Control')]).toEqual([304, cacheControls.at(-1)]);
    }
    const expected = isPublic ? 'private, max-age=3600' : 'private, no-store';
    expect(cacheControls).toEqual([expected, expected]);
  }
});
