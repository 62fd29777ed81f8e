import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { getUsage } from './assets.queries.ts';
import { QUOTA } from './assets.schema.ts';
import { uploadObject } from './storage-objects.commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'planet-crew-quota-'));
const BUCKET = 'quota';
let context: TestContext;

beforeAll(async () => {
  context = await openTestContext({ DATA_DIR: folder });
  await context.deps.db.execute(sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeUserWithFiles = async (files: number, size: number) => {
  const { userId } = await makeUser(context.deps);
  await context.deps.db.execute(sql`
    insert into storage.objects (bucket_id, name, owner, version, size, mimetype, etag, cache_control, created_at, updated_at)
    select ${BUCKET}, ${userId}::text || '/kept-' || n, ${userId}, gen_random_uuid(), ${size}, 'text/plain', '"x"', 'no-cache', now(), now()
      from generate_series(1, ${files}::int) n`);
  return { userId, admin: false };
};
const upload = (person: { userId: string; admin: boolean }, name: string, bytes: number, contentType = 'text/plain') =>
  uploadObject(
    context.deps,
    person,
    { bucket: BUCKET, path: `${person.userId}/${name}` },
    { file: { bytes: new Uint8Array(bytes), contentType, cacheControl: 'no-cache' }, mode: 'upsert' },
  );
const countAccepted = async (all: Promise<unknown>[]) => {
  const results = await Promise.allSettled(all);
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
  expect(refusals.filter((message) => !message.startsWith('You can keep'))).toEqual([]);
  return results.length - refusals.length;
};

test('fills exactly the last five slots with fifty concurrent uploads', async () => {
  const person = await makeUserWithFiles(QUOTA.files - 5, 1);
  expect(await countAccepted(Array.from({ length: 50 }, (_, no) => upload(person, `new-${no}`, 10)))).toBe(5);
  expect(await getUsage(context.deps.db, person.userId)).toMatchObject({ files: QUOTA.files });
});

test('reserves space for new files and replacements', async () => {
  const person = await makeUserWithFiles(1, QUOTA.bytes - 1_000);
  expect(await countAccepted([upload(person, 'a', 600), upload(person, 'b', 600)])).toBe(1);
  await upload(person, 'small', 1);
  expect(await countAccepted([upload(person, 'small', 900)])).toBe(0);
  expect(await countAccepted([upload(person, 'small', 300)])).toBe(1);
});

test('allows replacements when the quota is used up and releases the space of a refused file', async () => {
  const person = await makeUserWithFiles(QUOTA.files, 10);
  expect(await countAccepted([upload(person, 'kept-1', 10), upload(person, 'one-more', 1)])).toBe(1);
  const other = await makeUserWithFiles(QUOTA.files - 1, 10);
  await expect(upload(other, 'broken.png', 50, 'image/png')).rejects.toThrow();
  expect(await countAccepted([upload(other, 'whole', 1)])).toBe(1);
});
