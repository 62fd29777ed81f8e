import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makePlayer, type Player } from '../profiles.factory.ts';
import { FACE_PARTS, PART_NAMES } from './face-parts.schema.ts';
import { formatFaceCode, getFaceCode, parseFaceCode } from './faces.rules.ts';

let context: TestContext;
let player: Player;
beforeAll(async () => {
  context = await openTestContext();
  player = await makePlayer(context.deps);
});
afterAll(() => context.close());

async function ask(method: string, path: string, body?: object, as: Player | undefined = player) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(as ? { Authorization: `Bearer ${as.accessToken}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}
const getShown = async (id: string) => (await ask('GET', `/api/profiles/${id}`)).body.avatar_path as string;

describe('face code', () => {
  test('encodes every choice and decodes to the same look', () => {
    for (const part of PART_NAMES)
      for (let choice = 0; choice < FACE_PARTS[part].length; choice += 1) {
        const look = { ...parseFaceCode('00000000'), [part]: choice };
        expect(parseFaceCode(formatFaceCode(look))).toEqual(look);
      }
  });

  test('accepts any digest and rarely draws headwear', () => {
    const computeDigest = (index: number) => createHash('md5').update(String(index)).digest('hex').slice(0, 8);
    const codes = Array.from({ length: 2_000 }, (_, index) => computeDigest(index));
    for (const code of codes) expect(parseFaceCode(formatFaceCode(parseFaceCode(code)))).toEqual(parseFaceCode(code));
    const share = codes.filter((code) => parseFaceCode(code).wear === 0).length / codes.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.75);
  });
});

describe('drawn face', () => {
  test('returns the same SVG for the same code, cacheable forever', async () => {
    const fetchFace = async (code: string) => {
      const response = await context.app.request(`/og/face/${code}.svg`);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const one = await fetchFace('1234abcd');
    expect(one.status).toBe(200);
    expect(one.headers.get('Content-Type')).toContain('image/svg+xml');
    expect(one.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(one.text).toMatch(/^<svg /);
    expect(one.text.length).toBeLessThan(6_000);
    expect((await fetchFace('1234abcd')).text).toBe(one.text);
    expect((await fetchFace('2234abcd')).text).not.toBe(one.text);
    for (const invalidCode of ['1234ABCD', '123', '..%2F1234abcd'])
      expect((await fetchFace(invalidCode)).status).toBe(422);
  });

  test('appears for users without a picture without revealing their id', async () => {
    const face = await getShown(player.userId);
    expect(getFaceCode(face)).toMatch(/^[0-9a-f]{8}$/);
    expect(player.userId).not.toContain(getFaceCode(face)!);
    expect((await context.app.request(face)).status).toBe(200);
    expect((await ask('GET', '/api/profiles/me')).body.avatar_path).toBeNull();
    expect((await ask('GET', '/api/profiles/me/standing')).body.avatar_url).toBe(face);
    const { body } = await ask('GET', '/api/profiles?region=NA-East');
    expect(body.profiles.find((card: { id: string }) => card.id === player.userId).avatar_path).toBe(face);
  });

  test("shows the owner's choice until they reset it", async () => {
    const before = await getShown(player.userId);
    const look = { ...parseFaceCode('00000000'), cut: 3, beard: 2 };
    const lookResponse = await ask('PUT', '/api/profiles/me/look', { look });
    expect(lookResponse).toMatchObject({ status: 200, body: { look, chosen: true, picture: null } });
    expect(await getShown(player.userId)).toBe(lookResponse.body.face);
    expect(getFaceCode(lookResponse.body.face)).toBe(formatFaceCode(look));
    expect((await ask('GET', '/api/profiles/me/look')).body).toEqual(lookResponse.body);
    expect((await ask('PUT', '/api/profiles/me/look', { look: null })).body).toMatchObject({
      chosen: false,
      face: before,
    });
    expect(await getShown(player.userId)).toBe(before);
  });

  test('refuses unknown choices and signed-out visitors', async () => {
    const look = { ...parseFaceCode('00000000'), hair: 6 };
    const { status, body } = await ask('PUT', '/api/profiles/me/look', { look });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ message: 'Choose a number from 0 to 5 for hair.' });
    const signedOut = await context.app.request('/api/profiles/me/look');
    expect(signedOut.status).toBe(401);
  });
});
