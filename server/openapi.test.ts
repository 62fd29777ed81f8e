import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../content/endpoints.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  context.app.request(endpoints.openApi, { method, headers });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('GET /api/openapi.json', () => {
  it('builds the document only once for all requests and encodings', async () => {
    const generate = vi.spyOn(context.app, 'getOpenAPI31Document');
    for (const encoding of ['', 'br', 'gzip', 'identity']) {
      for (let time = 0; time < 3; time++) await (await ask({ 'Accept-Encoding': encoding })).arrayBuffer();
    }
    expect(generate).toHaveBeenCalledTimes(1);
    generate.mockRestore();
  });

  it('returns the same document in every encoding, each with its own strong ETag', async () => {
    const [plainResponse, brotliResponse, gzipResponse] = await Promise.all([
      ask(),
      ask({ 'Accept-Encoding': 'gzip, br' }),
      ask({ 'Accept-Encoding': 'gzip, br;q=0' }),
    ]);
    const tags = [plainResponse, brotliResponse, gzipResponse].map(({ headers }) => headers.get('ETag')!);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect([brotliResponse, gzipResponse].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([
      'br',
      'gzip',
    ]);
    const document = await readBytes(plainResponse);
    expect(plainResponse.headers.get('Content-Length')).toBe(String(document.byteLength));
    expect(brotliDecompressSync(await readBytes(brotliResponse)).equals(document)).toBe(true);
    expect(gunzipSync(await readBytes(gzipResponse)).equals(document)).toBe(true);
    expect(JSON.parse(document.toString())).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: context.deps.env.origin }],
    });
  });

  it('returns 304 without a body when the client already has it', async () => {
    const tag = (await ask()).headers.get('ETag')!;
    for (const etag of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const secondResponse = await ask({ 'If-None-Match': etag });
      expect([etag, secondResponse.status, await secondResponse.text()]).toEqual([etag, 304, '']);
    }
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD with the length and no body', async () => {
    const response = await ask({}, 'HEAD');
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(100_000);
    expect(await response.text()).toBe('');
  });
});
