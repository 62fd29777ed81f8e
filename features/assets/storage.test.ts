import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Sandbox } from '../../integrations/s3/s3.sandbox.ts';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { createServiceToken } from '../accounts/sessions/sessions.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import { assetJobs } from './assets.jobs.ts';
import { listObjectsUnder } from './assets.queries.ts';
import { QUOTA, UPLOAD_MAX_BYTES } from './assets.schema.ts';
import { getBlobStore } from './file-store.commands.ts';
import { createTestStorage, ORIGIN } from './test-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'planet-crew-objects-'));
let context: TestContext;
let admin: { userId: string; accessToken: string };

beforeAll(async () => {
  context = await openTestContext({ DATA_DIR: folder });
  admin = await makeAdmin(context.deps);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const { send, client, makeBucket } = createTestStorage(() => ({ context, adminToken: admin.accessToken }));
const createMember = () => makeUser(context.deps);
const drawPng = (color: string, width = 64, height = 64) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

describe('the bucket API, through the official client', () => {
  test('searches, sorts and pages the list of buckets', async () => {
    const storage = client(admin.accessToken);
    for (const name of ['replays', 'replays-2'])
      await storage.createBucket(name, { public: false, fileSizeLimit: '1.5MB' });
    expect((await storage.getBucket('replays')).data?.file_size_limit).toBe(1_500_000);
    const listIds = async (options: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets(options)).data?.map(({ id }) => id);
    expect(await listIds({ search: 'REPLAYS' })).toEqual(['replays', 'replays-2']);
    expect(await listIds({ search: 'replays', limit: 1, sortColumn: 'name', sortOrder: 'desc' })).toEqual([
      'replays-2',
    ]);
    expect(await listIds({ search: 'replays', limit: 5, offset: 1 })).toEqual(['replays-2']);
  });

  test('lets an admin create, read, list, update, empty and delete buckets', async () => {
    const storage = client(admin.accessToken);
    const createResponse = await storage.createBucket('clips', {
      public: false,
      fileSizeLimit: '1MB',
      allowedMimeTypes: ['image/*', 'text/plain'],
    });
    expect(createResponse).toMatchObject({ data: { name: 'clips' }, error: null });
    expect((await storage.getBucket('clips')).data).toMatchObject({
      id: 'clips',
      name: 'clips',
      public: false,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*', 'text/plain'],
    });
    expect((await storage.listBuckets()).data?.map(({ id }) => id)).toContain('clips');
    await storage.updateBucket('clips', { public: true });
    expect((await storage.getBucket('clips')).data?.public).toBe(true);
    await storage.from('clips').upload('a.txt', 'hello', { contentType: 'text/plain' });
    expect((await storage.deleteBucket('clips')).error?.message).toBe('The bucket you tried to delete is not empty');
    expect((await storage.emptyBucket('clips')).error).toBeNull();
    expect((await storage.deleteBucket('clips')).error).toBeNull();
    expect((await storage.getBucket('clips')).error).toMatchObject({ status: 404, message: 'Bucket not found' });
    const { rows } = await context.deps.database.pool.query(
      `select action, after from admin_audit_logs where target_type = 'bucket' and target_id = 'clips'
          and admin_id = $1 order by created_at`,
      [admin.userId],
    );
    expect(rows).toMatchObject([
      { action: 'create_bucket', after: { fileSizeLimit: 1_000_000 } },
      { action: 'change_bucket', after: { public: true } },
      { action: 'empty_bucket', after: { files: 1 } },
      { action: 'delete_bucket' },
    ]);
  });

  test('gives the service full access and records it in the audit log', async () => {
    const service = client(await createServiceToken(context.deps, '1h'));
    expect((await service.createBucket('of-the-service', { public: false })).error).toBeNull();
    const files = service.from('of-the-service');
    expect((await files.upload('reports/one.txt', 'one')).error).toBeNull();
    const { data: grant } = await files.createSignedUploadUrl('reports/two.txt');
    expect((await files.uploadToSignedUrl('reports/two.txt', grant!.token, 'two')).error).toBeNull();
    expect((await files.list('reports')).data!.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
    expect(await (await files.download('reports/two.txt')).data!.text()).toBe('two');
    expect((await files.remove(['reports/one.txt', 'reports/two.txt'])).data).toHaveLength(2);
    expect((await service.deleteBucket('of-the-service')).error).toBeNull();
    const { rows } = await context.deps.database.pool.query(
      `select distinct admin_id from admin_audit_logs where target_id = 'of-the-service'`,
    );
    expect(rows).toEqual([{ admin_id: null }]);
    const forgedClient = client((await createServiceToken(context.deps, '1h')).slice(0, -4));
    expect((await forgedClient.listBuckets()).error).toMatchObject({ status: 401 });
  });

  test("refuses visitors and users who aren't admins", async () => {
    const storage = client((await createMember()).accessToken);
    expect((await storage.listBuckets()).error).toMatchObject({ status: 403 });
    expect((await storage.createBucket('mine', { public: true })).error).toMatchObject({ status: 403 });
    expect((await client().listBuckets()).error).toMatchObject({ status: 401 });
  });

  test('requires unique names that are valid in the protocol', async () => {
    const storage = client(admin.accessToken);
    for (const name of ['sign', 'list', 'a', '../etc', 'x/y', ''])
      expect((await storage.createBucket(name, { public: false })).error).toMatchObject({ status: 400 });
    const name = await makeBucket();
    expect((await storage.createBucket(name, { public: false })).error).toMatchObject({ status: 409 });
  });
});

describe('the object API, through the official client', () => {
  test('lets an owner upload, describe, download, replace, move, copy and delete files', async () => {
    const bucket = await makeBucket();
    const me = await createMember();
    const ownBucket = client(me.accessToken).from(bucket);
    const path = `${me.userId}/notes/first.txt`;
    const uploaded = await ownBucket.upload(path, 'hello', {
      contentType: 'text/plain',
      cacheControl: '60',
      metadata: { mood: 'good' },
    });
    expect(uploaded).toMatchObject({ error: null, data: { path, fullPath: `${bucket}/${path}` } });
    expect((await ownBucket.upload(path, 'again')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect((await ownBucket.info(path)).data).toMatchObject({
      id: uploaded.data!.id,
      name: path,
      bucketId: bucket,
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { mood: 'good' },
    });
    expect((await ownBucket.exists(path)).data).toBe(true);
    expect(await (await ownBucket.download(path)).data!.text()).toBe('hello');
    await ownBucket.update(path, 'hello again', { contentType: 'text/plain' });
    expect(await (await ownBucket.download(path)).data!.text()).toBe('hello again');
    await ownBucket.upload(path, 'upserted', { upsert: true, contentType: 'text/plain' });
    expect(await (await ownBucket.download(path)).data!.text()).toBe('upserted');

    const movedPath = `${me.userId}/kept/second.txt`;
    expect((await ownBucket.move(path, movedPath)).error).toBeNull();
    expect((await ownBucket.exists(path)).data).toBe(false);
    const copyPath = `${me.userId}/kept/third.txt`;
    expect((await ownBucket.copy(movedPath, copyPath)).data).toEqual({ path: `${bucket}/${copyPath}` });
    expect((await ownBucket.copy(movedPath, copyPath)).error).toMatchObject({ statusCode: '409' });
    const removal = await ownBucket.remove([movedPath, copyPath, `${me.userId}/nothing`]);
    expect(removal.data?.map(({ name }) => name).sort()).toEqual([movedPath, copyPath]);
    expect((await ownBucket.download(movedPath)).error).toMatchObject({ status: 404 });
  });

  test('lists files level by level, sorted by name, 100 by default', async () => {
    const bucket = await makeBucket();
    const me = await createMember();
    const files = client(me.accessToken).from(bucket);
    for (const name of ['b.txt', 'a.txt', 'deep/er/c.txt', '10_.txt']) await files.upload(`${me.userId}/${name}`, name);
    const listNames = async (options?: object) => (await files.list(me.userId, options)).data!.map(({ name }) => name);
    expect(await listNames()).toEqual(['deep', '10_.txt', 'a.txt', 'b.txt']);
    expect(await listNames({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'deep',
      'b.txt',
      'a.txt',
      '10_.txt',
    ]);
    expect(await listNames({ limit: 2, offset: 1 })).toEqual(['10_.txt', 'a.txt']);
    expect(await listNames({ search: '10_' })).toEqual(['10_.txt']);
    const [folderEntry, file] = (await files.list(me.userId)).data!;
    expect(folderEntry).toEqual({
      name: 'deep',
      id: null,
      created_at: null,
      updated_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(file!.metadata).toMatchObject({ size: 7, mimetype: 'text/plain', cacheControl: 'max-age=3600' });
    for (let index = 0; index < 105; index++)
      await files.upload(`${me.userId}/many/${String(index).padStart(3, '0')}`, 'x');
    expect((await files.list(`${me.userId}/many`)).data).toHaveLength(100);
  });

  test('lets anyone read a public bucket but lets only its owner and admins list it', async () => {
    const bucket = await makeBucket({ public: true });
    const [me, other] = [await createMember(), await createMember()];
    const path = `${me.userId}/face.txt`;
    await client(me.accessToken).from(bucket).upload(path, 'x');
    const listNames = async (token: string | undefined, prefix: string) =>
      (await client(token).from(bucket).list(prefix)).data!.map(({ name }) => name);
    for (const token of [undefined, other.accessToken]) {
      expect(await listNames(token, '')).toEqual([]);
      expect(await listNames(token, me.userId)).toEqual([]);
    }
    expect(await listNames(me.accessToken, me.userId)).toEqual(['face.txt']);
    expect(await listNames(admin.accessToken, '')).toEqual([me.userId]);
    expect((await send(client().from(bucket).getPublicUrl(path).data.publicUrl)).status).toBe(200);
  });

  test("limits access to a private bucket's files to the owner, admins and signed links", async () => {
    const bucket = await makeBucket();
    const [me, other] = [await createMember(), await createMember()];
    const path = `${me.userId}/secret plan.txt`;
    await client(me.accessToken).from(bucket).upload(path, 'secret');
    const stranger = client(other.accessToken).from(bucket);
    expect((await stranger.download(path)).error).toMatchObject({ status: 404 });
    expect((await stranger.info(path)).error).toMatchObject({ status: 404 });
    expect((await stranger.list(me.userId)).data).toEqual([]);
    expect((await stranger.remove([path])).data).toEqual([]);
    expect((await stranger.update(path, 'x')).error).toMatchObject({ status: 403 });
    expect((await stranger.upload(`${me.userId}/x.txt`, 'x')).error).toMatchObject({ status: 403 });
    expect((await stranger.move(path, `${other.userId}/x.txt`)).error).toMatchObject({ status: 404 });
    expect((await stranger.copy(path, `${other.userId}/x.txt`)).error).toMatchObject({ status: 404 });
    expect((await stranger.createSignedUrl(path, 60)).error).toMatchObject({ status: 404 });
    expect((await client().from(bucket).download(path)).error).toMatchObject({ status: 404 });
    expect((await send(client().from(bucket).getPublicUrl(path).data.publicUrl)).status).toBe(404);
    expect(await (await client(admin.accessToken).from(bucket).download(path)).data!.text()).toBe('secret');

    const signedUrl = await client(me.accessToken).from(bucket).createSignedUrl(path, 60);
    const response = await send(signedUrl.data!.signedUrl);
    expect(await response.text()).toBe('secret');
    expect((await send(signedUrl.data!.signedUrl.replace('secret%20plan', 'other'))).status).toBe(400);
    expect((await send(`${signedUrl.data!.signedUrl}x`)).status).toBe(400);
    context.setNow(new Date(Date.now() + 61_000));
    expect((await send(signedUrl.data!.signedUrl)).status).toBe(400);
    context.setNow(new Date());
    const bulkResult = await client(me.accessToken)
      .from(bucket)
      .createSignedUrls([path, `${me.userId}/nothing`], 60);
    expect(bulkResult.data!.map(({ error }) => error === null)).toEqual([true, false]);
  });

  test("lets anyone read a public bucket's files but only the owner write them", async () => {
    const bucket = await makeBucket({ public: true });
    const me = await createMember();
    const path = `${me.userId}/hello.txt`;
    await client(me.accessToken).from(bucket).upload(path, 'hello');
    const response = await send(client().from(bucket).getPublicUrl(path).data.publicUrl);
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    const secondResponse = await send(client().from(bucket).getPublicUrl(path).data.publicUrl, {
      headers: { 'If-None-Match': response.headers.get('ETag')! },
    });
    expect(secondResponse.status).toBe(304);
    expect((await client().from(bucket).upload(path, 'x')).error).toMatchObject({ status: 401 });
    const download = await send(client().from(bucket).getPublicUrl(path, { download: 'my file.txt' }).data.publicUrl);
    expect(download.headers.get('Content-Disposition')).toBe(
      "attachment; filename=my%20file.txt; filename*=UTF-8''my%20file.txt",
    );
  });

  test('accepts one upload per signed link and only at its path', async () => {
    const bucket = await makeBucket();
    const me = await createMember();
    const path = `${me.userId}/by-link.txt`;
    const link = await client(me.accessToken).from(bucket).createSignedUploadUrl(path);
    const visitor = client().from(bucket);
    expect((await visitor.uploadToSignedUrl(path, link.data!.token, 'by link')).error).toBeNull();
    expect((await visitor.uploadToSignedUrl(path, link.data!.token, 'again')).error).toMatchObject({
      statusCode: '409',
    });
    expect((await visitor.uploadToSignedUrl(`${me.userId}/other.txt`, link.data!.token, 'x')).error).toMatchObject({
      status: 400,
    });
    const row = (await client(me.accessToken).from(bucket).info(path)).data;
    expect(row).toMatchObject({ size: 7 });
  });

  test('never serves a file as a type that a browser would execute', async () => {
    const bucket = await makeBucket({ public: true });
    const me = await createMember();
    const files = client(me.accessToken).from(bucket);
    const script = '<script>alert(1)</script>';
    for (const [name, contentType] of [
      ['a.html', 'text/html'],
      ['a.svg', 'image/svg+xml'],
      ['a.js', 'text/javascript'],
      ['a.xml', 'application/xhtml+xml'],
    ] as const) {
      await files.upload(`${me.userId}/${name}`, script, { contentType });
      const response = await send(files.getPublicUrl(`${me.userId}/${name}`).data.publicUrl);
      expect(['text/plain; charset=utf-8', 'application/octet-stream']).toContain(response.headers.get('Content-Type'));
      expect(response.headers.get('Content-Disposition')).toContain('attachment');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
    }
    const fake = await files.upload(`${me.userId}/fake.png`, script, { contentType: 'image/png' });
    expect(fake.error).toMatchObject({ status: 415 });
  });

  test('re-encodes pictures and removes hidden content', async () => {
    const bucket = await makeBucket({ public: true });
    const me = await createMember();
    const metadata = await sharp(await drawPng('#ff8a3d'))
      .withExif({ IFD0: { Copyright: 'hidden' } })
      .png()
      .toBuffer();
    expect(metadata.includes('hidden')).toBe(true);
    const files = client(me.accessToken).from(bucket);
    await files.upload(`${me.userId}/p.png`, new Blob([new Uint8Array(metadata)], { type: 'image/png' }));
    const bytes = Buffer.from(await (await files.download(`${me.userId}/p.png`)).data!.arrayBuffer());
    expect(bytes.includes('hidden')).toBe(false);
    expect((await sharp(bytes).metadata()).width).toBe(64);
    const twofold = Buffer.concat([await drawPng('#ff8a3d'), Buffer.from('<script>hidden</script>')]);
    const result = await files.upload(
      `${me.userId}/two.png`,
      new Blob([new Uint8Array(twofold)], { type: 'image/png' }),
    );
    expect(result.error).toMatchObject({
      status: 415,
      message: expect.stringContaining(
        'This file contains more than a picture. Save it again as a PNG or JPEG, then upload the new file.',
      ),
    });
  });

  test('enforces the limits of the bucket, the app and the user', async () => {
    const bucket = await makeBucket({ public: false, fileSizeLimit: 10, allowedMimeTypes: ['text/plain'] });
    const me = await createMember();
    const files = client(me.accessToken).from(bucket);
    expect((await files.upload(`${me.userId}/long.txt`, 'more than ten bytes')).error).toMatchObject({ status: 413 });
    expect((await files.upload(`${me.userId}/a.bin`, 'x', { contentType: 'application/zip' })).error).toMatchObject({
      status: 415,
    });
    const wideBucket = await makeBucket();
    const large = new Uint8Array(UPLOAD_MAX_BYTES + 200_000);
    const wideFiles = client(me.accessToken).from(wideBucket);
    expect(
      (await wideFiles.upload(`${me.userId}/large`, large, { contentType: 'application/zip' })).error,
    ).toMatchObject({
      status: 413,
    });
    for (let count = 0; count < QUOTA.files; count++) await wideFiles.upload(`${me.userId}/f${count}`, 'x');
    expect((await wideFiles.upload(`${me.userId}/one-more`, 'x')).error).toMatchObject({ status: 429 });
  }, 60_000);

  test('accepts only safe paths that identify exactly one file', async () => {
    const bucket = await makeBucket();
    const me = await createMember();
    for (const path of ['..', '../x', 'a//b', '\u0000', 'a\\b', `${'x'.repeat(300)}`]) {
      const response = await send(`${ORIGIN}/storage/v1/object/${bucket}/${me.userId}/${encodeURIComponent(path)}`, {
        method: 'POST',
        body: 'x',
        headers: { Authorization: `Bearer ${me.accessToken}`, 'Content-Type': 'text/plain' },
      });
      expect([400, 404]).toContain(response.status);
    }
    expect(await listObjectsUnder(context.deps.db, bucket, '', 10)).toEqual([]);
  });

  test('deletes unreferenced files from the store after an hour', async () => {
    const bucket = await makeBucket();
    const me = await createMember();
    const path = `${me.userId}/gone.txt`;
    await client(me.accessToken).from(bucket).upload(path, 'first');
    const [before] = await listObjectsUnder(context.deps.db, bucket, path, 1);
    await client(me.accessToken).from(bucket).update(path, 'second');
    const [after] = await listObjectsUnder(context.deps.db, bucket, path, 1);
    const store = getBlobStore(context.deps);
    const sweep = () => assetJobs[0]!.run(context.deps, {}, new AbortController().signal);
    await sweep();
    expect(await store.get(before!.version)).toBeDefined();
    context.setNow(new Date(Date.now() + 2 * HOUR_MS));
    await sweep();
    context.setNow(new Date());
    expect(await store.get(before!.version)).toBeUndefined();
    expect(await store.get(after!.version)).toBeDefined();
  });
});

describe('blob store', () => {
  test('uses an S3-compatible store when configured', async () => {
    const s3 = {
      endpoint: 'https://objects.planetcrew.test',
      bucket: 'crew',
      region: 'auto',
      accessKeyId: 'k',
      secretAccessKey: 's',
    };
    const sandbox = createS3Sandbox(s3);
    const deps: Deps = {
      ...context.deps,
      fetch: ((request: Request) => Promise.resolve(sandbox.app.fetch(request))) as typeof fetch,
      env: {
        ...context.deps.env,
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      },
    };
    const key = crypto.randomUUID();
    await getBlobStore(deps).put(key, new TextEncoder().encode('far away'));
    expect(sandbox.keys()).toEqual([`/crew/${key}`]);
    expect(new TextDecoder().decode(await getBlobStore(deps).get(key))).toBe('far away');
    await getBlobStore(deps).remove(key);
    expect(await getBlobStore(deps).get(key)).toBeUndefined();
  });
});

describe('avatar', () => {
  async function upload(token: string, file: Uint8Array<ArrayBuffer>, crop: Record<string, number> = {}) {
    const form = new FormData();
    form.set('file', new Blob([file]), 'me.png');
    for (const [key, value] of Object.entries(crop)) form.set(key, String(value));
    const response = await context.app.request('/storage/v1/avatar', {
      method: 'PUT',
      body: form,
      headers: { Authorization: `Bearer ${token}` },
    });
    return {
      status: response.status,
      body: (await response.json()) as { avatar_url: string; message?: string },
    };
  }
  const toBytes = async (address: string) => Buffer.from(await (await context.app.request(address)).arrayBuffer());

  test('is cropped, re-encoded in three sizes and set on the profile', async () => {
    const player = await makePlayer(context.deps);
    const leftHalf = await drawPng('#ff0000', 200, 200);
    const combinedPicture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#0000ff' } })
      .composite([{ input: leftHalf, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { status, body } = await upload(player.accessToken, new Uint8Array(combinedPicture), {
      x: 0,
      y: 0,
      size: 200,
    });
    expect(status).toBe(200);
    expect((await findOwnProfile(context.deps.db, player.userId))?.avatar_path).toBe(body.avatar_url);
    for (const size of [96, 256, 512]) {
      const picture = await toBytes(body.avatar_url.replace('-256.webp', `-${size}.webp`));
      const { width, height, format } = await sharp(picture).metadata();
      expect([width, height, format]).toEqual([size, size, 'webp']);
      const { channels } = await sharp(picture).stats();
      expect(channels[0]!.mean).toBeGreaterThan(240);
      expect(channels[2]!.mean).toBeLessThan(15);
    }
  });

  test('replaces the previous one in every size, and can be removed', async () => {
    const player = await makePlayer(context.deps);
    const first = (await upload(player.accessToken, new Uint8Array(await drawPng('#00ff00')))).body.avatar_url;
    const second = (await upload(player.accessToken, new Uint8Array(await drawPng('#0000ff')))).body.avatar_url;
    expect((await context.app.request(first)).status).toBe(404);
    expect((await context.app.request(second)).status).toBe(200);
    const removal = await context.app.request('/storage/v1/avatar', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${player.accessToken}` },
    });
    expect(await removal.json()).toEqual({ avatar_url: null });
    expect((await findOwnProfile(context.deps.db, player.userId))?.avatar_path).toBeNull();
    for (const size of [96, 256, 512])
      expect((await context.app.request(second.replace('-256.webp', `-${size}.webp`))).status).toBe(404);
  });

  test('is refused when it is not an image or too large, or when there is no profile', async () => {
    const player = await makePlayer(context.deps);
    expect((await upload(player.accessToken, new TextEncoder().encode('<svg onload=alert(1)>'))).status).toBe(422);
    expect((await upload(player.accessToken, new Uint8Array(UPLOAD_MAX_BYTES + 1))).status).toBe(422);
    const stranger = await createMember();
    expect((await upload(stranger.accessToken, new Uint8Array(await drawPng('#fff')))).status).toBe(409);
    expect(await listObjectsUnder(context.deps.db, 'avatars', `${stranger.userId}/`, 10)).toEqual([]);
  });
});
