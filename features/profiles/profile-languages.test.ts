import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from './profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());

describe('a profile', () => {
  it('returns messages in the language of the request', async () => {
    const unpublish = async (language: string) => {
      const { accessToken } = await makePlayer(context.deps);
      const response = await context.app.request('/api/profiles/me/publication', {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${accessToken}`, 'Accept-Language': language },
      });
      return ((await response.json()) as { message: string }).message;
    };
    expect(await unpublish('fr')).toBe('Ton profil n’est plus dans l’annuaire');
    expect(await unpublish('en')).not.toBe(await unpublish('fr'));
  });

  it('has a share image in the language of its URL', async () => {
    const { userId } = await makePlayer(context.deps);
    const draw = async (query: string, language = 'en') => {
      const response = await context.app.request(`/og/profile/${userId}.png${query}`, {
        headers: { 'Accept-Language': language },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('base64');
    };
    const english = await draw('');
    expect(await draw('?v=1&lang=fr')).not.toBe(english);
    expect(await draw('', 'fr')).toBe(english);
    expect(await draw('')).toBe(english);
  });
});
