import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { createServiceToken } from '../accounts/sessions/sessions.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createTestStorage, ORIGIN } from './test-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'planet-crew-clients-'));
let context: TestContext;
let admin: CreatedUser;
let me: CreatedUser;
beforeAll(async () => {
  context = await openTestContext({ DATA_DIR: folder });
  admin = await makeAdmin(context.deps);
  me = await makeUser(context.deps);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const { send, client, makeBucket } = createTestStorage(() => ({ context, adminToken: admin.accessToken }));
const toStorageUrl = (path: string) => `${ORIGIN}/storage/v1/${path}`;
const post = (path: string, body: unknown, { token = me.accessToken, headers = {} }: Post = {}) =>
  send(toStorageUrl(path), {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
  });
type Post = { token?: string; headers?: Record<string, string> };

/** Creates a bucket with one file of the current user in it. */
async function makeFile(text = 'hello', name = 'a.txt', isPublic = true) {
  const bucket = await makeBucket({ public: isPublic });
  const path = `${me.userId}/${name}`;
  const { error } = await client(me.accessToken).from(bucket).upload(path, text, { contentType: 'text/plain' });
  expect(error).toBeNull();
  return { bucket, path, address: toStorageUrl(`object/public/${bucket}/${path}`) };
}

describe('signing a file link', () => {
  it('accepts seconds as text and null for optional fields, as the Python client sends them', async () => {
    const { bucket, path } = await makeFile();
    for (const body of [
      { expiresIn: '60' },
      { expiresIn: 60, transform: null, download: null },
      { expiresIn: '60', download: 'name.txt', transform: {} },
    ]) {
      const response = await post(`object/sign/${bucket}/${path}`, body);
      expect(response.status, JSON.stringify(body)).toBe(200);
      const { signedURL } = (await response.json()) as { signedURL: string };
      expect(await (await send(toStorageUrl(signedURL.slice(1)))).text()).toBe('hello');
      const bulkResponse = await post(`object/sign/${bucket}`, { ...body, paths: [path] });
      expect(await bulkResponse.json()).toMatchObject([{ error: null, signedURL: expect.any(String) }]);
    }
  });

  it.each(['', 'soon', '1.5', '-60', '0', null, [], 604_801])(
    'refuses %j seconds with a message',
    async (expiresIn) => {
      const { bucket, path } = await makeFile();
      const response = await post(`object/sign/${bucket}/${path}`, { expiresIn });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    },
  );

  it('refuses image transformations instead of serving the original', async () => {
    const bucket = await makeBucket({ public: true });
    const path = `${me.userId}/face.png`;
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const files = client(me.accessToken).from(bucket);
    await files.upload(path, new Uint8Array(png), { contentType: 'image/png' });
    const transform = { width: 20, height: 20 };
    const refusal = {
      message: expect.stringContaining(
        'This server serves pictures as uploaded. Leave out the transformation, or upload the size you need.',
      ),
    };
    expect((await files.createSignedUrl(path, 60, { transform })).error).toMatchObject({ status: 403, ...refusal });
    const bulkResponse = await post(`object/sign/${bucket}`, { expiresIn: 60, paths: [path], transform });
    expect(await bulkResponse.json()).toMatchObject([{ signedURL: null, error: refusal.message }]);
    const { data, error } = await files.createSignedUrl(path, 60, { transform: { format: 'origin' } });
    expect(error).toBeNull();
    expect((await send(data!.signedUrl)).status).toBe(200);
    const response = await send(`${data!.signedUrl}&width=20`);
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'FeatureNotEnabled', ...refusal }]);
    expect((await files.download(path, { transform })).error).toMatchObject({ status: 403 });
    expect((await send(files.getPublicUrl(path, { transform }).data.publicUrl)).status).toBe(403);
  });

  it('signs non-image files and ignores transform options', async () => {
    const { bucket, path } = await makeFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg');
    const { data } = await client(me.accessToken)
      .from(bucket)
      .createSignedUrl(path, 60, { transform: { width: 20 } });
    expect((await send(data!.signedUrl)).status).toBe(200);
  });
});

describe('list-v2', () => {
  const listNames = (of: { name: string }[]) => of.map(({ name }) => name);

  it("lists files by full name, and a level's folders when a delimiter is given", async () => {
    const bucket = await makeBucket();
    const files = client(me.accessToken).from(bucket);
    for (const name of ['b.txt', 'a.txt', 'deep/er/c.txt', 'deep/d.txt'])
      await files.upload(`${me.userId}/${name}`, 'x');
    const flat = (await files.listV2({ prefix: me.userId })).data!;
    expect(flat).toMatchObject({ hasNext: false, folders: [] });
    expect(listNames(flat.objects)).toEqual(
      ['a.txt', 'b.txt', 'deep/d.txt', 'deep/er/c.txt'].map((n) => `${me.userId}/${n}`),
    );
    expect(flat.objects[0]).toMatchObject({ id: expect.any(String), metadata: { size: 1 } });
    const level = (await files.listV2({ prefix: `${me.userId}/`, with_delimiter: true })).data!;
    expect(level.folders).toEqual([{ key: 'deep', name: `${me.userId}/deep/` }]);
    expect(listNames(level.objects)).toEqual([`${me.userId}/a.txt`, `${me.userId}/b.txt`]);
    const root = await client(admin.accessToken).from(bucket).listV2({ with_delimiter: true });
    expect(root.data).toMatchObject({ folders: [{ key: me.userId, name: `${me.userId}/` }], objects: [] });
  });

  it('pages through every sort order without skipping or repeating an entry', async () => {
    const bucket = await makeBucket();
    const service = client(await createServiceToken(context.deps, '1h')).from(bucket);
    const objectNames = ['zz', 'é', 'xx', '%_', 'cc', 'a/1', 'a/2', '_x', 'Z'];
    for (const [index, name] of objectNames.entries()) {
      context.setNow(new Date(Date.now() + index));
      const path = name === 'é' ? 'ee' : name;
      expect((await service.upload(`in/${path.replace('%', '$')}`, 'x')).error).toBeNull();
    }
    context.setNow(new Date());
    for (const column of ['name', 'created_at', 'updated_at'] as const) {
      const found: Record<string, string[]> = {};
      for (const order of ['asc', 'desc'] as const) {
        const listedNames: string[] = [];
        let cursor: string | undefined;
        do {
          const page = { prefix: 'in/', with_delimiter: true, limit: 3, sortBy: { column, order } };
          const { data, error } = await service.listV2({ ...page, ...(cursor ? { cursor } : {}) });
          expect(error).toBeNull();
          expect(data!.objects.length + data!.folders.length).toBeLessThanOrEqual(3);
          listedNames.push(...listNames(data!.objects), ...listNames(data!.folders));
          cursor = data!.hasNext ? data!.nextCursor : undefined;
        } while (cursor);
        expect(new Set(listedNames).size, `${column} ${order}`).toBe(8);
        expect(listedNames).toHaveLength(8);
        found[order] = listedNames.filter((name) => !name.endsWith('/'));
      }
      expect(found.desc).toEqual(found.asc!.toReversed());
    }
  });

  it("hides other users' files and refuses forged cursors", async () => {
    const { bucket, path } = await makeFile();
    const other = await makeUser(context.deps);
    await client(admin.accessToken).from(bucket).upload(`${other.userId}x/hidden.txt`, 'x');
    for (const [token, prefix] of [
      [undefined, ''],
      [other.accessToken, ''],
      [other.accessToken, me.userId],
      [other.accessToken, other.userId],
    ] as const) {
      expect((await client(token).from(bucket).listV2({ prefix })).data, prefix).toEqual({
        hasNext: false,
        folders: [],
        objects: [],
      });
    }
    expect((await client(me.accessToken).from(bucket).listV2({ prefix: me.userId })).data!.objects[0]!.name).toBe(path);
    const cursorText = JSON.stringify({ column: 'name', order: 'asc', at: null, name: '\0' });
    for (const cursor of ['x', 'e30', Buffer.from(cursorText).toString('base64url')]) {
      const response = await post(`object/list-v2/${bucket}`, { prefix: me.userId, cursor });
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidRequest' }]);
    }
    const nulls = { prefix: null, limit: null, cursor: null, with_delimiter: null, sortBy: null };
    expect((await post(`object/list-v2/${bucket}`, nulls)).status).toBe(200);
    expect((await post(`object/list/${bucket}`, { prefix: me.userId, limit: '1', offset: null })).status).toBe(200);
  });
});

describe('a stored file', () => {
  const get = (address: string, headers: Record<string, string>, method = 'GET') => send(address, { headers, method });

  it('supports range requests', async () => {
    const { address } = await makeFile('0123456789');
    for (const [range, text, expectedRange] of [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-99', '0123456789', 'bytes 0-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ] as const) {
      const response = await get(address, { Range: range });
      expect([response.status, await response.text()], range).toEqual([206, text]);
      expect([response.headers.get('Content-Range'), response.headers.get('Content-Length')]).toEqual([
        expectedRange,
        `${text.length}`,
      ]);
    }
    for (const range of ['bytes=0-1,3-4', 'bytes=4-2', 'bytes=-', 'items=0-1', 'bytes=x-1']) {
      const response = await get(address, { Range: range });
      expect([response.status, await response.text()], range).toEqual([200, '0123456789']);
      expect([response.headers.get('Accept-Ranges'), response.headers.get('Content-Length')]).toEqual(['bytes', '10']);
    }
    for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0']) {
      const response = await get(address, { Range: range });
      expect([response.status, response.headers.get('Content-Range')], range).toEqual([416, 'bytes */10']);
      expect(await response.json()).toMatchObject({ statusCode: '416', error: 'invalid_range', code: 'InvalidRange' });
    }
  });

  it('honors a range only when If-Range names the current version', async () => {
    const { address } = await makeFile('0123456789');
    const { headers } = await get(address, {}, 'HEAD');
    const readPart = async (ifRange: string) =>
      (await get(address, { Range: 'bytes=0-1', 'If-Range': ifRange })).status;
    expect(await readPart(headers.get('ETag')!)).toBe(206);
    expect(await readPart(headers.get('Last-Modified')!)).toBe(206);
    expect(await readPart(`W/${headers.get('ETag')}`)).toBe(200);
    expect(await readPart('"another"')).toBe(200);
    expect(await readPart('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
  });

  it('returns the length without the bytes for HEAD', async () => {
    const { bucket, path, address } = await makeFile('0123456789');
    const auth = { Authorization: `Bearer ${me.accessToken}` };
    const signedUrl = (await client(me.accessToken).from(bucket).createSignedUrl(path, 60)).data!.signedUrl;
    for (const url of [address, signedUrl, toStorageUrl(`object/${bucket}/${path}`)]) {
      const response = await get(url, { ...auth, Range: 'bytes=0-1' }, 'HEAD');
      expect([response.status, response.headers.get('Content-Length'), await response.text()]).toEqual([200, '10', '']);
      expect(response.headers.get('ETag')).toMatch(/^"\w+"$/);
    }
  });

  it('returns 304 to a client that has the current version', async () => {
    const { address } = await makeFile();
    const { headers } = await get(address, {});
    const [etag, modified] = [headers.get('ETag')!, headers.get('Last-Modified')!];
    const readStatus = async (headers: Record<string, string>) => (await get(address, headers)).status;
    for (const tags of [etag, `W/${etag}`, `"other, tag", ${etag}`, `"x",W/${etag} , "y"`, '*']) {
      expect(await readStatus({ 'If-None-Match': tags }), tags).toBe(304);
    }
    for (const tags of ['"other"', etag.slice(1, -1), 'W/"other"', '""']) {
      expect(await readStatus({ 'If-None-Match': tags, 'If-Modified-Since': modified }), tags).toBe(200);
    }
    expect(await readStatus({ 'If-Modified-Since': modified })).toBe(304);
    expect(await readStatus({ 'If-Modified-Since': new Date(Date.parse(modified) + 60_000).toUTCString() })).toBe(304);
    expect(await readStatus({ 'If-Modified-Since': new Date(Date.parse(modified) - 1_000).toUTCString() })).toBe(200);
    expect(await readStatus({ 'If-Modified-Since': 'yesterday' })).toBe(200);
  });

  it('sends a file name for old clients and one in UTF-8', async () => {
    const { address } = await makeFile();
    const getDisposition = async (name: string) =>
      (await get(`${address}?download=${encodeURIComponent(name)}`, {})).headers.get('Content-Disposition');
    expect(await getDisposition('custom.svg')).toBe("attachment; filename=custom.svg; filename*=UTF-8''custom.svg");
    expect(await getDisposition("it's (1).txt")).toBe(
      "attachment; filename=it%27s%20%281%29.txt; filename*=UTF-8''it%27s%20%281%29.txt",
    );
    expect(await getDisposition('')).toBe("attachment; filename=a.txt; filename*=UTF-8''a.txt");
  });
});

describe('copying a file', () => {
  it('replaces the target with x-upsert and adds its size to the quota once', async () => {
    const { bucket, path } = await makeFile('new');
    const files = client(me.accessToken).from(bucket);
    const existingPath = `${me.userId}/taken.txt`;
    await files.upload(existingPath, 'old');
    const body = { bucketId: bucket, sourceKey: path, destinationKey: existingPath, destinationBucket: null };
    expect((await post('object/copy', body)).status).toBe(409);
    const before = (await files.info(existingPath)).data!;
    const response = await post('object/copy', body, { headers: { 'x-upsert': 'true' } });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { Key: `${bucket}/${existingPath}`, Id: before.id },
    ]);
    expect(await (await files.download(existingPath)).data!.text()).toBe('new');
    expect((await files.list(me.userId)).data).toHaveLength(2);
    const other = await makeUser(context.deps);
    const copyInput = { ...body, sourceKey: path, destinationKey: existingPath };
    const stranger = await post('object/copy', copyInput, {
      token: other.accessToken,
      headers: { 'x-upsert': 'true' },
    });
    expect(stranger.status).toBe(403);
  });
});

describe('error response', () => {
  const shape = {
    statusCode: expect.any(String),
    error: expect.any(String),
    code: expect.any(String),
    message: expect.any(String),
  };
  const readError = async (response: Response) => {
    const body = (await response.json()) as { statusCode: string };
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
    expect(body).toMatchObject(shape);
    expect(body.statusCode).toBe(String(response.status));
    return response.status;
  };

  it('has the same shape for every kind of error', async () => {
    const { bucket, path } = await makeFile();
    const auth = { Authorization: `Bearer ${me.accessToken}` };
    expect(await readError(await send(toStorageUrl('bucket')))).toBe(401);
    expect(await readError(await send(toStorageUrl('bucket'), { headers: auth }))).toBe(403);
    expect(await readError(await send(toStorageUrl('nothing')))).toBe(404);
    expect(await readError(await send(toStorageUrl(`object/${bucket}/%00`)))).toBe(400);
    expect(await readError(await send(toStorageUrl(`object/${bucket}/nothing`)))).toBe(404);
    expect(await readError(await post('object/move', '{'))).toBe(400);
    expect(
      await readError(await post(`object/sign/${bucket}/${path}`, '{"expiresIn":60,"transform":{"a":"\\u0000"}}')),
    ).toBe(422);
    expect(await readError(await send(toStorageUrl('avatar'), { method: 'PUT' }))).toBe(401);
    expect(
      await readError(await send(toStorageUrl('avatar'), { method: 'PUT', headers: auth, body: new FormData() })),
    ).toBe(422);
    const { execute } = context.deps.db;
    context.deps.db.execute = (() => Promise.reject(new Error('unforeseen'))) as unknown as typeof execute;
    const invalidResponse = await post(`object/list-v2/${bucket}`, { prefix: me.userId });
    context.deps.db.execute = execute;
    expect(await readError(invalidResponse)).toBe(500);
  });

  it('is a 4xx for metadata or a type that cannot be stored', async () => {
    const bucket = await makeBucket();
    const url = toStorageUrl(`object/${bucket}/${me.userId}/a.txt`);
    const headers = { Authorization: `Bearer ${me.accessToken}` };
    const createForm = (fields: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('', new Blob(['x'], { type: 'text/plain' }), 'a.txt');
      return send(url, { method: 'POST', headers, body });
    };
    for (const text of ['{"a":"\\u0000"}', '{"\\ud800":1}', '{"a":["\\udc00"]}']) {
      expect(await readError(await createForm({ metadata: text }))).toBe(400);
      const raw = { ...headers, 'Content-Type': 'text/plain', 'X-Metadata': Buffer.from(text).toString('base64') };
      expect(await readError(await send(url, { method: 'POST', headers: raw, body: 'x' }))).toBe(400);
    }
    const nonsense = { ...headers, 'Content-Type': 'nonsense' };
    expect(await readError(await send(url, { method: 'POST', headers: nonsense, body: 'x' }))).toBe(415);
    expect((await createForm({ metadata: '{"a":"\\\\u0000 \\ud83d\\ude00"}' })).status).toBe(200);
  });
});
