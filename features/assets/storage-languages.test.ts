import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());

it('refuses an upload in the language of the request', async () => {
  const { accessToken } = await makePlayer(context.deps);
  const upload = async (language: string) => {
    const body = new FormData();
    body.append('file', new File(['not a picture'], 'me.png', { type: 'image/png' }));
    const response = await context.app.request('/storage/v1/avatar', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${accessToken}`, 'Accept-Language': language },
      body,
    });
    return JSON.stringify(await response.json());
  };
  expect(await upload('fr')).toContain('Impossible de lire cette image.');
  expect(await upload('en')).not.toContain('fichier');
});
