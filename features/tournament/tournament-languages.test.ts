import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());

it('refuses an unknown pair in the language of the request', async () => {
  const ask = async (language: string) => {
    const response = await context.app.request('/api/tournament/pairs/nobody-vs-somebody', {
      headers: { 'Accept-Language': language },
    });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect([await ask('fr'), await ask('en')]).toEqual([
    'Ce duel n’est pas dans le tournoi.',
    'This pair isn’t in the tournament.',
  ]);
});

it("draws a pair's image in the language of its address", async () => {
  const draw = async (query: string) => {
    const response = await context.app.request(`/og/tournament/chatgpt-vs-claude.png${query}`);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };
  const english = await draw('');
  expect(await draw('?lang=fr')).not.toBe(english);
  expect(await draw('?lang=en')).toBe(english);
});
