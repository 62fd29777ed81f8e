import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { upsertEntitlement } from '../payments/entitlements.queries.ts';
import type { AdviceTurn } from './advice/advice.schema.ts';
import { listDrawnFiles } from './brand.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());

it("draws a page's image in the language of its address", async () => {
  const draw = async (address: string) => {
    const response = await context.app.request(address);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };
  for (const address of ['/og/site.png', '/og/page/plans.png']) {
    const english = await draw(address);
    expect(await draw(`${address}?lang=fr`), address).not.toBe(english);
    expect(await draw(address), address).toBe(english);
  }
});

it('has an offline page and an app manifest in every language', () => {
  const files = new Map(listDrawnFiles().map(({ path, content }) => [path, String(content)]));
  expect(files.get('offline.html')).toContain('<html lang="en">');
  expect(files.get('offline.fr.html')).toContain('<html lang="fr">');
  const [english, french] = ['manifest.webmanifest', 'manifest.fr.webmanifest'].map((path) =>
    JSON.parse(files.get(path)!),
  );
  // The id is the app's identity: with another one, browsers would offer to install a second app.
  expect([french.id, french.start_url, french.lang]).toEqual([english.id, english.start_url, 'fr']);
  expect(french.shortcuts[0].name).not.toBe(english.shortcuts[0].name);
});

describe('the build assistant', () => {
  it('answers in the language of the request', async () => {
    const { userId, accessToken } = await makeUser(context.deps);
    await upsertEntitlement(context.deps.db, {
      ...{ userId, foundersExpiresAt: new Date(Date.now() + DAY_MS), updatedAt: new Date() },
    });
    const ask = async (language: string) => {
      const response = await context.app.request('/api/build-advice', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${accessToken}`,
          'Content-Type': 'application/json',
          'Accept-Language': language,
        },
        body: JSON.stringify({ text: 'power forward, no shooting' }),
      });
      return ((await response.json()) as AdviceTurn).answer;
    };
    const [french, english] = [await ask('fr'), await ask('en')];
    expect([french.language, english.language]).toEqual(['fr', 'en']);
    expect(french.sentences.length).toBe(english.sentences.length);
    expect(french.sentences[0]).not.toBe(english.sentences[0]);
    expect(french.card.position).toBe(english.card.position);
    expect(english.card.size).toMatch(/^\d'\d+" \(\d{3} cm\)$/);
    expect(french.card.size).toMatch(/^\d,\d\d\u00a0m$/);
    expect(french.sentences.join(' ')).not.toMatch(/\d['"]|\blb\b/);
  });
});
