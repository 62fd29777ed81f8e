import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makePlayer } from './profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask(method: string, path: string, token?: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}

const form = {
  display_name: 'Nova Dimes',
  email: 'nova@example.test',
  platform: 'Xbox Series',
  role: 'SG',
  modes: ['Rec'],
  region: 'EU',
  timezone: 'Europe/Berlin',
};

describe('arrival after sign-in', () => {
  test("creates a profile with the specification's defaults from the streaming account", async () => {
    const user = await makeUser(context.deps, { twitch: { login: 'novadimes', id: 'tw-1' } });
    const response = await ask('POST', '/api/profiles/me/arrival', user.accessToken, { timezone: 'Asia/Kathmandu' });
    const times = { clock_hours: null, week_start: null, language: 'en', timezone: 'Asia/Kathmandu' };
    expect(response).toEqual({ status: 200, body: { published: false, onboardingCompleted: false, ...times } });
    const { body } = await ask('GET', '/api/profiles/me', user.accessToken);
    expect(body).toMatchObject({
      id: user.userId,
      twitch_login: 'novadimes',
      display_name: 'novadimes',
      email: user.email,
      platform: 'PS5',
      role: 'PG',
      modes: ['Park/City'],
      timezone: 'Asia/Kathmandu',
      region: null,
      mic: true,
      allow_contact: true,
      consent_comms: true,
      preferred_contact: 'email',
      published: false,
      verified: true,
    });
  });

  test("keeps a returning player's edits and reports that they're published", async () => {
    const player = await makePlayer(context.deps, { display_name: 'Mine', timezone: 'Europe/Rome', role: 'C' });
    const response = await ask('POST', '/api/profiles/me/arrival', player.accessToken, { timezone: 'Asia/Tokyo' });
    // The request reports another device's time zone, but times follow the account's settings.
    const times = { clock_hours: null, week_start: null, language: 'en', timezone: 'Europe/Rome' };
    expect(response.body).toEqual({ published: true, onboardingCompleted: true, ...times });
    const { body } = await ask('GET', '/api/profiles/me', player.accessToken);
    expect(body).toMatchObject({ display_name: 'Mine', timezone: 'Europe/Rome', role: 'C', published: true });
  });

  test('removes the verified badge when the streaming account is unlinked', async () => {
    const user = await makeUser(context.deps, { twitch: { login: 'gone_live', id: 'tw-3' } });
    await ask('POST', '/api/profiles/me/arrival', user.accessToken, {});
    await context.deps.db.execute(sql`delete from auth.identities where user_id = ${user.userId}`);
    await ask('POST', '/api/profiles/me/arrival', user.accessToken, {});
    const { body } = await ask('GET', '/api/profiles/me', user.accessToken);
    expect(body).toMatchObject({ verified: false, twitch_login: null, display_name: 'gone_live' });
  });

  test('falls back to UTC for an unknown time zone and never uses the email address as a name', async () => {
    const user = await makeUser(context.deps, { email: 'secret.person@example.test' });
    await ask('POST', '/api/profiles/me/arrival', user.accessToken, { timezone: 'Mars/Olympus' });
    const { body } = await ask('GET', '/api/profiles/me', user.accessToken);
    expect(body.timezone).toBe('UTC');
    expect(body.display_name).toBe('Player');
    const standing = await ask('GET', '/api/profiles/me/standing', user.accessToken);
    expect(standing.body.display_name).toBeNull();
  });

  test('keeps the name of a player who has published before, even a generated one', async () => {
    const player = await makePlayer(context.deps, { display_name: 'Player' });
    await ask('DELETE', '/api/profiles/me/publication', player.accessToken);
    await ask('POST', '/api/profiles/me/arrival', player.accessToken, {});
    const standing = await ask('GET', '/api/profiles/me/standing', player.accessToken);
    expect(standing.body).toMatchObject({ published: false, display_name: 'Player' });
  });
});

describe("the user's own profile", () => {
  test('returns 401 to visitors', async () => {
    for (const [method, path] of [
      ['GET', '/api/profiles/me'],
      ['PUT', '/api/profiles/me'],
      ['PUT', '/api/profiles/me/sections/game'],
      ['POST', '/api/profiles/me/publish'],
      ['POST', '/api/profiles/me/arrival'],
      ['GET', '/api/profiles/me/standing'],
      ['GET', '/api/profiles/me/blocks'],
    ] as const) {
      const response = await ask(method, path, undefined, method === 'GET' ? undefined : {});
      expect([response.status, response.body.error.code], `${method} ${path}`).toEqual([401, 'unauthenticated']);
    }
  });

  test('returns 404 before it exists', async () => {
    const user = await makeUser(context.deps);
    expect((await ask('GET', '/api/profiles/me', user.accessToken)).status).toBe(404);
    expect((await ask('GET', '/api/profiles/me/standing', user.accessToken)).body).toEqual({
      published: false,
      onboarding_completed: false,
      display_name: null,
      avatar_url: null,
      is_admin: false,
      clock_hours: null,
      week_start: null,
      language: null,
      timezone: null,
    });
    expect((await ask('POST', '/api/profiles/me/publish', user.accessToken)).status).toBe(404);
  });

  test('saves the first day of the week and refuses other days', async () => {
    const choose = (token: string, week_start: unknown) =>
      ask('PUT', '/api/profiles/me/week-start', token, { week_start });
    const player = await makePlayer(context.deps);
    const readWeekStart = async () =>
      (await ask('GET', '/api/profiles/me/standing', player.accessToken)).body.week_start;
    expect(await readWeekStart()).toBeNull();
    for (const day of [7, 6, 1, null]) {
      expect((await choose(player.accessToken, day)).body).toEqual({ week_start: day });
      expect(await readWeekStart()).toBe(day);
    }
    const refusal = await choose(player.accessToken, 3);
    expect([refusal.status, refusal.body.error.message]).toEqual([
      422,
      'Choose 1 (Monday), 6 (Saturday) or 7 (Sunday).',
    ]);
    const newUser = await makeUser(context.deps);
    expect((await choose(newUser.accessToken, 1)).status).toBe(404);
  });

  test('stores the language of the first sign-in, and any that is chosen later', async () => {
    const multilingualContext = await openTestContext({ LANGUAGES: 'en,fr,de' });
    const { accessToken } = await makeUser(multilingualContext.deps);
    const askIn = (method: string, path: string, body?: object, language = 'en') =>
      multilingualContext.app.request(path, {
        method,
        headers: {
          Authorization: `Bearer ${accessToken}`,
          'Content-Type': 'application/json',
          'Accept-Language': language,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const arrive = (language: string) =>
      askIn('POST', '/api/profiles/me/arrival', { timezone: 'Europe/Paris' }, language);
    const readLanguage = async () => (await (await askIn('GET', '/api/profiles/me/standing')).json()).language;
    await arrive('fr-CA, en;q=0.8');
    expect(await readLanguage()).toBe('fr');
    await arrive('de');
    expect(await readLanguage()).toBe('fr');
    await askIn('PUT', '/api/profiles/me/language', { language: 'de' });
    expect(await readLanguage()).toBe('de');
    const refusal = await askIn('PUT', '/api/profiles/me/language', { language: 'la' });
    expect([refusal.status, (await refusal.json()).error.message]).toEqual([
      422,
      'Choose one of the languages in the menu.',
    ]);
    await multilingualContext.close();
  });

  test('stays in the directory when saved section by section', async () => {
    const player = await makePlayer(context.deps, { bio: 'Past matches', modes: ['Rec'] });
    const save = (section: string, body: object) =>
      ask('PUT', `/api/profiles/me/sections/${section}`, player.accessToken, body);
    const response = await save('game', { ...form, modes: ['Park/City'], bio: 'Not of this section', role: 'C' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ published: true, modes: ['Park/City'], bio: 'Past matches' });
    expect(response.body.role).not.toBe('C');
    expect((await ask('GET', `/api/profiles/${player.userId}`)).body.modes).toEqual(['Park/City']);
    await save('basics', { ...form, display_name: 'Another Name', timezone: 'Asia/Tokyo' });
    expect((await ask('GET', '/api/profiles/me/standing', player.accessToken)).body).toMatchObject({
      published: true,
      display_name: 'Another Name',
      timezone: 'Asia/Tokyo',
    });
  });

  test("refuses to remove a field required to publish while it's published", async () => {
    const player = await makePlayer(context.deps);
    const save = (body: object) =>
      ask('PUT', '/api/profiles/me/sections/game', player.accessToken, { ...form, ...body });
    const refusal = await save({ modes: [] });
    expect([refusal.status, refusal.body.error.field, refusal.body.error.message]).toEqual([
      422,
      'modes',
      'Please fill in Platform, Role, and at least one Mode.',
    ]);
    await ask('DELETE', '/api/profiles/me/publication', player.accessToken);
    expect((await save({ modes: [] })).body).toMatchObject({ published: false, modes: [] });
    expect((await ask('PUT', '/api/profiles/me/sections/lost', player.accessToken, form)).status).toBe(422);
    const plainUser = await makeUser(context.deps);
    expect((await ask('PUT', '/api/profiles/me/sections/game', plainUser.accessToken, form)).status).toBe(404);
  });

  test('leaves the directory when the whole form is saved', async () => {
    const player = await makePlayer(context.deps);
    expect((await ask('GET', `/api/profiles/${player.userId}`)).status).toBe(200);
    const response = await ask('PUT', '/api/profiles/me', player.accessToken, {
      ...form,
      bio: '<img src=x onerror=alert(1)>',
      phone: '+49 151 2345 6789',
      availability: [{ days: ['Fri'], start: '22:00', end: '02:00' }],
      height_in: 77,
      win_percentage: 52.55,
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...form,
      published: false,
      phone: '+4915123456789',
      bio: '<img src=x onerror=alert(1)>',
      availability: [{ days: ['Fri'], start: '22:00', end: '02:00' }],
      win_percentage: 52.6,
    });
    expect((await ask('GET', `/api/profiles/${player.userId}`)).status).toBe(404);
    expect((await ask('GET', '/api/profiles/me', player.accessToken)).body).toEqual(response.body);
  });

  test('keeps onboarding completed on later saves', async () => {
    const player = await makePlayer(context.deps);
    await ask('PUT', '/api/profiles/me', player.accessToken, form);
    expect((await ask('GET', '/api/profiles/me/standing', player.accessToken)).body).toMatchObject({
      published: false,
      onboarding_completed: true,
      display_name: 'Nova Dimes',
    });
  });

  test.each([
    [{ ...form, bio: 'x'.repeat(501) }, 'Keep “About you” to 500 characters.', 'bio'],
    [{ ...form, mic: 'yes' }, 'Choose a mic option: yes or no.', 'mic'],
    [{ ...form, display_name: '' }, 'Enter your display name.', 'display_name'],
    [
      { ...form, availability: [{ days: ['Mon'], start: '7', end: '9' }] },
      'Enter times like 19:00.',
      'availability.0.start',
    ],
  ])('refuses invalid input with a message and its field', async (body, message, field) => {
    const user = await makeUser(context.deps);
    const result = await ask('PUT', '/api/profiles/me', user.accessToken, body);
    expect(result).toEqual({ status: 422, body: { error: { code: 'invalid', message, field } } });
    expect((await ask('GET', '/api/profiles/me', user.accessToken)).status).toBe(404);
  });

  test("ignores columns the owner can't write", async () => {
    const user = await makeUser(context.deps);
    const body = {
      ...form,
      id: crypto.randomUUID(),
      published: true,
      verified: true,
      twitch_id: 'x',
      avatar_path: '/x',
    };
    const response = await ask('PUT', '/api/profiles/me', user.accessToken, body);
    expect(response.body).toMatchObject({ id: user.userId, published: false, verified: false, avatar_path: null });
  });
});

describe('publishing', () => {
  test('adds the profile to the directory and completes onboarding', async () => {
    const user = await makeUser(context.deps);
    await ask('PUT', '/api/profiles/me', user.accessToken, form);
    const result = await ask('POST', '/api/profiles/me/publish', user.accessToken);
    expect(result).toEqual({ status: 200, body: { published: true, onboardingCompleted: true } });
    expect((await ask('GET', `/api/profiles/${user.userId}`)).body.display_name).toBe('Nova Dimes');
  });

  test.each([
    [{ modes: [] }, 'Please fill in Platform, Role, and at least one Mode.'],
    [{ platform: null }, 'Please fill in Platform, Role, and at least one Mode.'],
    [{ region: '' }, 'Please fill in Region and Timezone.'],
    [{ timezone: '' }, 'Please fill in Region and Timezone.'],
    [{ allow_contact: false }, 'Allow contact first, so players you match with can reach you.'],
  ])('refuses to publish when the profile has %j', async (change, message) => {
    const user = await makeUser(context.deps);
    await ask('PUT', '/api/profiles/me', user.accessToken, { ...form, ...change });
    const response = await ask('POST', '/api/profiles/me/publish', user.accessToken);
    expect([response.status, response.body.error.message]).toEqual([422, message]);
    expect((await ask('GET', '/api/profiles/me/standing', user.accessToken)).body.onboarding_completed).toBe(false);
  });

  test('never publishes an incomplete profile when it races with a save', async () => {
    const user = await makeUser(context.deps);
    await ask('PUT', '/api/profiles/me', user.accessToken, form);
    await Promise.all([
      ask('POST', '/api/profiles/me/publish', user.accessToken),
      ask('PUT', '/api/profiles/me', user.accessToken, { ...form, region: null }),
    ]);
    const { body } = await ask('GET', '/api/profiles/me', user.accessToken);
    expect(body.published && body.region === null).toBe(false);
  });
});

describe('the public profile', () => {
  test('hides private fields, and shows handles only when the owner allows it', async () => {
    const player = await makePlayer(
      context.deps,
      {
        phone: '+12125550100',
        email: 'private@example.test',
        discord: 'nova.dimes',
        twitter: 'nova_x',
        psn: 'nova-psn',
        public_handles: ['twitch', 'twitter'],
        availability: [{ days: ['Mon'], start: '19:00', end: '23:00' }],
      },
      { twitch: { login: 'nova_live', id: 'tw-2' } },
    );
    const { status, body } = await ask('GET', `/api/profiles/${player.userId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ twitch_url: 'https://www.twitch.tv/nova_live', twitter: 'nova_x', verified: true });
    expect(body).toMatchObject({ discord: null, psn: null, xbox: null });
    const text = JSON.stringify(body);
    for (const secret of ['+12125550100', 'private@example.test', 'nova.dimes', 'nova-psn', 'availability', '19:00']) {
      expect(text).not.toContain(secret);
    }
  });

  test("returns 404 for players who aren't in the directory", async () => {
    const user = await makeUser(context.deps);
    const ids = [user.userId, crypto.randomUUID(), 'abc', '%00', "' or 1=1"];
    for (const id of ids) {
      const response = await ask('GET', `/api/profiles/${encodeURIComponent(id)}`);
      expect([response.status, response.body.error.message], id).toEqual([404, 'Profile Not Found']);
    }
  });
});
