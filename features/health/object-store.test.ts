import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3Sandbox } from '../../integrations/s3/s3.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';

const s3 = {
  endpoint: 'https://objects.planetcrew.test',
  bucket: 'crew',
  region: 'auto',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};
const well = createS3Sandbox(s3);
const denying = createS3Sandbox({ ...s3, accessKeyId: 'another' });
const FETCHES = {
  well: async (request: Request) => well.app.fetch(request),
  denying: async (request: Request) => denying.app.fetch(request),
  away: async () => {
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
  },
};

let context: TestContext;
let token: string;
let store: keyof typeof FETCHES;
let at = Date.now();
beforeAll(async () => {
  context = await openTestContext({
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  context.deps.fetch = ((request: Request) => FETCHES[store](request)) as typeof fetch;
  context.deps.log = { ...context.deps.log, error: () => {} };
  token = (await makeAdmin(context.deps)).accessToken;
  store = 'well';
  await send('POST', 'bucket', JSON.stringify({ name: 'kept', public: true }), 'application/json');
  expect((await send('POST', 'object/kept/a.txt', 'hello')).status).toBe(200);
});
beforeEach(() => {
  at += 20 * MINUTE_MS;
  context.setNow(new Date(at));
});
afterAll(() => context.close());

const send = (method: string, path: string, body: string, type = 'text/plain') =>
  context.app.request(`/storage/v1/${path}`, {
    method,
    body,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
  });
const readVerdict = async () => {
  const response = await context.app.request('/api/health');
  const { verdict, checks } = (await response.json()) as { verdict: string; checks: { id: string; todo: string }[] };
  return { verdict, files: checks.find(({ id }) => id === 'files') };
};

describe('object store outage', () => {
  it.each(['denying', 'away'] as const)(
    'causes a 503 with a message and a failed verdict when the store is %s',
    async (how) => {
      store = how;
      const responses = [
        await context.app.request('/storage/v1/object/public/kept/a.txt'),
        await send('POST', 'object/kept/b.txt', 'x'),
        await send(
          'POST',
          'object/copy',
          JSON.stringify({ bucketId: 'kept', sourceKey: 'a.txt', destinationKey: 'c.txt' }),
          'application/json',
        ),
      ];
      for (const response of responses) {
        expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60']);
        expect(await response.json()).toMatchObject({
          statusCode: '503',
          code: 'SlowDown',
          message: expect.stringMatching(/^Files can't be loaded or saved right now.* try again in a few minutes\.$/),
        });
      }
      expect(await readVerdict()).toMatchObject({
        verdict: 'NO-GO',
        files: { todo: expect.stringContaining('npm run go-live') },
      });
      store = 'well';
      context.setNow(new Date(at + 11 * MINUTE_MS));
      expect((await readVerdict()).files).toBeUndefined();
      expect(await (await context.app.request('/storage/v1/object/public/kept/a.txt')).text()).toBe('hello');
    },
  );

  it('is not reported when only a single file is missing', async () => {
    store = 'well';
    expect((await context.app.request('/storage/v1/object/public/kept/nothing.txt')).status).toBe(404);
    expect((await readVerdict()).files).toBeUndefined();
  });
});
