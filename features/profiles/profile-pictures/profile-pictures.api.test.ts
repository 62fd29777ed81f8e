import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { publishProfile, saveProfile } from '../profiles.commands.ts';
import { makePlayer } from '../profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const fetchPicture = (id: string, headers: Record<string, string> = {}) =>
  context.app.request(`/og/profile/${id}.png`, { headers });

describe('the share image of a profile', () => {
  test('returns a cacheable PNG of 1200 × 630', async () => {
    const player = await makePlayer(context.deps);
    const response = await fetchPicture(player.userId);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(200_000);
    const secondResponse = await fetchPicture(player.userId, { 'If-None-Match': response.headers.get('ETag')! });
    expect(secondResponse.status).toBe(304);
  });

  test('is redrawn after the profile changes', async () => {
    const player = await makePlayer(context.deps, { display_name: 'Past matches' });
    const before = await fetchPicture(player.userId);
    context.setNow(new Date(Date.now() + MINUTE_MS));
    await saveProfile(context.deps, player, { ...player.profile, display_name: 'After' });
    await publishProfile(context.deps, player);
    const after = await fetchPicture(player.userId, { 'If-None-Match': before.headers.get('ETag')! });
    expect(after.status).toBe(200);
    expect(Buffer.from(await after.arrayBuffer()).equals(Buffer.from(await before.arrayBuffer()))).toBe(false);
  });

  test('renders names in any script, even for sparse profiles', async () => {
    for (const display_name of ['日本の選手', 'محمد', '🏀🔥', 'Łukasz Жук', 'x'.repeat(40), '<svg onload="x">&amp;']) {
      const player = await makePlayer(context.deps, { overall_rating: null, competitive_level: null });
      // Old rows can have such names, because emoji-only names used to be allowed.
      await context.deps.db.execute(
        sql`update protocol_profiles set display_name = ${display_name} where id = ${player.userId}`,
      );
      expect((await fetchPicture(player.userId)).status, display_name).toBe(200);
    }
  });

  test("returns 404 for players who aren't in the directory", async () => {
    const player = await makePlayer(context.deps);
    await saveProfile(context.deps, player, player.profile);
    expect((await fetchPicture(player.userId)).status).toBe(404);
    expect((await fetchPicture(crypto.randomUUID())).status).toBe(404);
    expect((await fetchPicture('abc')).status).toBe(422);
  });
});
