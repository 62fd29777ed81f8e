import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locale } from '../../messages/locales.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { getTranslator } from '../../messages/translators.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { closeListing } from './lfg.commands.ts';
import { makeListing } from './lfg.factory.ts';
import { getListingPicture } from './listing-picture.commands.ts';

let context: TestContext;
let owner: Player;
beforeAll(async () => {
  context = await openTestContext();
  owner = await makePlayer(context.deps);
});
afterAll(() => context.close());
const fetchPicture = (id: string, headers: Record<string, string> = {}) =>
  context.app.request(`/og/lfg/${id}.png`, { headers });

it('draws a 1200 × 630 PNG and redraws it when the listing changes', async () => {
  const id = await makeListing(context.deps, owner, { needed_positions: ['PG', 'C'] });
  const first = await fetchPicture(id);
  expect(first.status).toBe(200);
  const png = Buffer.from(await first.arrayBuffer());
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(png.length).toBeLessThan(200_000);
  const etag = first.headers.get('ETag')!;
  expect((await fetchPicture(id, { 'If-None-Match': etag })).status).toBe(304);
  await closeListing(context.deps, owner, id);
  expect((await fetchPicture(id, { 'If-None-Match': etag })).status).toBe(200);
});

it('does not redraw a picture when nothing has changed', async () => {
  const id = await makeListing(context.deps, owner);
  expect(await getListingPicture(context.deps, id)).toBe(await getListingPicture(context.deps, id));
});

it('draws a picture for each language', async () => {
  const id = await makeListing(context.deps, owner, { needed_positions: ['PG', 'C'] });
  const draw = (locale: Locale) => runForReader(getTranslator(locale), () => getListingPicture(context.deps, id));
  const [english, french] = [await draw('en'), await draw('fr')];
  expect(french.version).not.toBe(english.version);
  expect(french.png).not.toEqual(english.png);
  expect(await draw('en')).toBe(english);
  expect(await draw('fr')).toBe(french);
});

it('draws long titles and any script, and returns 404 for a missing listing', async () => {
  for (const title of [
    'x'.repeat(100),
    '日本の選手',
    'محمد 🏀🔥',
    'many little words '.repeat(5).trim(),
    '& "quoted"',
  ]) {
    const id = await makeListing(context.deps, owner, { title });
    expect((await fetchPicture(id)).status, title).toBe(200);
  }
  expect((await fetchPicture(crypto.randomUUID())).status).toBe(404);
  expect((await fetchPicture('abc')).status).toBe(422);
});
