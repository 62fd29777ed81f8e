import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import {
  createCarrierFiles,
  createGoodPicture,
  createHostileFiles,
  createOverrunFile,
  createTurbulence,
  type HostileFile,
} from '../pictures/test-hostile-files.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let player: { userId: string; accessToken: string };
beforeAll(async () => {
  context = await openTestContext();
  player = await makePlayer(context.deps);
});
afterAll(() => context.close());

async function putAvatar({ bytes, name, type }: Omit<HostileFile, 'kind'>) {
  const form = new FormData();
  form.set('file', new File([bytes], name, { type }));
  const headers = { Authorization: `Bearer ${player.accessToken}` };
  const response = await context.app.request('/storage/v1/avatar', { method: 'PUT', body: form, headers });
  return { status: response.status, body: await response.json() };
}

async function store({ bytes, type }: Omit<HostileFile, 'kind'>) {
  const headers = { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': type };
  const path = `/storage/v1/object/avatars/${player.userId}/${crypto.randomUUID()}`;
  const response = await context.app.request(path, { method: 'POST', body: bytes, headers });
  return { status: response.status, body: await response.json() };
}

const sentence = /^[A-Z].{20,}\.$/;
const createGoodFile = async () => {
  const bytes = new Uint8Array(await createGoodPicture('jpeg'));
  return { bytes, name: 'me.png', type: 'image/png' };
};

describe('picture upload', () => {
  test('refuses SVGs right away, even two that would take minutes to render', async () => {
    const file = { bytes: new Uint8Array(createTurbulence(5_000)), name: 'me.png', type: 'image/png' };
    const responses = await Promise.all([putAvatar(file), putAvatar(file), store(file)]);
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 415]);
  }, 60_000);

  test('refuses each kind of hostile file with a message and accepts valid pictures afterwards', async () => {
    for (const file of await createHostileFiles()) {
      const asAvatar = await putAvatar(file);
      expect(asAvatar, file.kind).toMatchObject({ status: 422, body: { statusCode: '422', code: 'InvalidRequest' } });
      expect(asAvatar.body.message, file.kind).toMatch(sentence);
      const asFile = await store(file);
      expect([413, 415], file.kind).toContain(asFile.status);
      expect(asFile.body.message, file.kind).toMatch(sentence);
    }
    expect((await putAvatar(await createGoodFile())).status).toBe(200);
    expect((await store(await createGoodFile())).status).toBe(200);
  });

  test('strips everything but pixels', async () => {
    for (const file of await createCarrierFiles()) {
      const { status, body } = await putAvatar(file);
      expect([200, 422], file.kind).toContain(status);
      if (status !== 200) continue;
      const avatar = await context.app.request(body.avatar_url);
      expect((await avatar.arrayBuffer()).byteLength, file.kind).toBeLessThan(60_000);
    }
  });

  test('limits concurrent pictures per user and drops them when the client disconnects', async () => {
    const { pictures } = context.deps;
    const { bytes } = await createOverrunFile();
    const abort = new AbortController();
    const transform = { make: 'anew', format: 'avif' } as const;
    const uploads = Array.from({ length: 8 }, () =>
      pictures.read(player.userId, { bytes, wish: transform, signal: abort.signal }),
    );
    const refusal = await store(await createGoodFile());
    expect(refusal).toMatchObject({
      status: 429,
      body: { code: 'SlowDown', message: expect.stringMatching(sentence) },
    });
    abort.abort();
    const faults = (await Promise.all(uploads)).flatMap((outcome) => ('fault' in outcome ? [outcome.fault] : []));
    expect(faults.filter((fault) => fault === 'left')).toHaveLength(7);
    expect((await store(await createGoodFile())).status).toBe(200);
  });
});
