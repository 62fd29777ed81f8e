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
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

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
    const [plain, br, gzip] = await Promise.all([
      ask(),
      ask({ 'Accept-Encoding': 'gzip, br' }),
      ask({ 'Accept-Encoding': 'gzip, br;q=0' }),
    ]);
    const tags = [plain, br, gzip].map(({ headers }) => headers.get('ETag')!);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect([br, gzip].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip']);
    const document = await bytesOf(plain);
    expect(plain.headers.get('Content-Length')).toBe(String(document.byteLength));
    expect(brotliDecompressSync(await bytesOf(br)).equals(document)).toBe(true);
    expect(gunzipSync(await bytesOf(gzip)).equals(document)).toBe(true);
    expect(JSON.parse(document.toString())).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: context.deps.env.origin }],
    });
  });

  it('returns 304 without a body when the client already has it', async () => {
    const tag = (await ask()).headers.get('ETag')!;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask({ 'If-None-Match': known });
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
    }
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD with the length and no body', async () => {
    const answer = await ask({}, 'HEAD');
    expect(Number(answer.headers.get('Content-Length'))).toBeGreaterThan(100_000);
    expect(await answer.text()).toBe('');
  });
});
