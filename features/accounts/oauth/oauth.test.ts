import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type ListeningContext, openListeningContext, signInAtTwitch } from '../test-client.ts';
import { resolveRedirect, toSafeRedirect } from './oauth.rules.ts';

let context: ListeningContext;
const sample = { login: 'nightpass', id: '880001', displayName: 'NightPass', email: 'nightpass@example.test' };

beforeAll(async () => {
  context = await openListeningContext({}, [sample]);
});
afterAll(() => context.close());

async function authorizeUrl(browser: Browser, path = '/protocol/callback?next=%2Fprotocol%2Fmatches') {
  const { data } = await browser.auth.signInWithOAuth({
    provider: 'twitch',
    options: { redirectTo: context.origin + path, scopes: 'user:read:email', skipBrowserRedirect: true },
  });
  return data.url!;
}

async function signIn(browser: Browser, login: string) {
  const redirectUrl = new URL(await signInAtTwitch(await authorizeUrl(browser), login));
  const code = redirectUrl.searchParams.get('code');
  return {
    back: redirectUrl,
    code,
    ...(code ? await browser.auth.exchangeCodeForSession(code) : { data: null, error: null }),
  };
}

describe('signing in with Twitch', () => {
  it('creates a session with the name and email from Twitch and returns to the starting page', async () => {
    const { back, data, error } = await signIn(context.browser(), 'nightpass');
    expect(error).toBeNull();
    expect(back.pathname + back.search).toContain('/protocol/callback?next=%2Fprotocol%2Fmatches&code=');
    expect(data?.user).toMatchObject({
      email: 'nightpass@example.test',
      app_metadata: { provider: 'twitch', providers: ['twitch'] },
      user_metadata: { name: 'nightpass', full_name: 'NightPass', provider_id: '880001' },
    });
    expect(data?.session?.provider_token).toBeTruthy();
  });

  it('recognizes the same user the second time', async () => {
    const first = await signIn(context.browser(), 'stays_same');
    const second = await signIn(context.browser(), 'stays_same');
    expect(second.data?.user?.id).toBe(first.data?.user?.id);
  });

  it('uses an opaque, single-use state and keeps its data on the server', async () => {
    const browser = context.browser();
    const url = await authorizeUrl(browser);
    const twitchUrl = new URL((await fetch(url, { redirect: 'manual' })).headers.get('Location')!);
    const state = twitchUrl.searchParams.get('state')!;
    expect(state).toMatch(/^[\w-]{43}$/);
    const callback = `${context.origin}/auth/v1/callback?state=${state}&error=access_denied`;
    expect((await fetch(callback, { redirect: 'manual' })).status).toBe(303);
    const secondResponse = await fetch(callback, { redirect: 'manual' });
    expect(await secondResponse.json()).toMatchObject({ code: 'bad_oauth_state' });
  });

  it('returns an error to the page when the user cancels or Twitch fails', async () => {
    expect((await signIn(context.browser(), 'deny')).back.searchParams.get('error')).toBe('access_denied');
    for (const login of ['bad_code', 'token_down', 'users_down']) {
      const { back } = await signIn(context.browser(), login);
      expect(back.searchParams.get('error_description')).toBe('Unable to exchange external code');
    }
  });

  it('signs in without an email address when Twitch provides none', async () => {
    const { data } = await signIn(context.browser(), 'no_email');
    expect(data?.user?.email).toBe('');
  });

  it('refuses an unconfigured provider and a sign-in without PKCE', async () => {
    const get = (query: string) => context.app.request(`/auth/v1/authorize?${query}`);
    expect(await (await get('provider=myspace')).json()).toMatchObject({ code: 'validation_failed' });
    expect((await get('provider=twitch')).status).toBe(400);
  });
});

describe('the code of a provider sign-in', () => {
  it('can be exchanged once', async () => {
    const browser = context.browser();
    const { code } = await signIn(browser, 'only_once');
    const verifier = 'x'.repeat(43);
    const secondResponse = await context.app.request('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    expect(await secondResponse.json()).toMatchObject({ code: 'flow_state_not_found' });
  });

  it('is refused without the verifier of the browser that started the sign-in', async () => {
    const victim = context.browser();
    const redirectUrl = new URL(await signInAtTwitch(await authorizeUrl(victim), 'victim_one'));
    const thief = context.browser();
    await authorizeUrl(thief);
    const stolenResult = await thief.auth.exchangeCodeForSession(redirectUrl.searchParams.get('code')!);
    expect(stolenResult.error).toMatchObject({ code: 'bad_code_verifier' });
  });

  it('expires after 300 seconds', async () => {
    const browser = context.browser();
    const redirectUrl = new URL(await signInAtTwitch(await authorizeUrl(browser), 'too_late'));
    context.setNow(new Date(Date.now() + 301_000));
    const { error } = await browser.auth.exchangeCodeForSession(redirectUrl.searchParams.get('code')!);
    context.setNow(new Date());
    expect(error).toMatchObject({ code: 'flow_state_expired' });
  });
});

describe('an account with the same address', () => {
  it('is linked when both sides have confirmed the address', async () => {
    const email = 'both_sides@sandbox.example';
    const browser = context.browser();
    await browser.auth.signUp({ email, password: 'violet court lamp 42' });
    const { data } = await browser.auth.verifyOtp({ email, token: await context.codeTo(email), type: 'signup' });
    const joinedSession = await signIn(context.browser(), 'both_sides');
    expect(joinedSession.data?.user?.id).toBe(data.user?.id);
    expect(joinedSession.data?.user?.app_metadata.providers).toEqual(['email', 'twitch']);
    const passwordResult = await context.browser().auth.signInWithPassword({ email, password: 'violet court lamp 42' });
    expect(passwordResult.error).toBeNull();
  });

  it("loses a stranger's data when the address was never confirmed", async () => {
    const email = 'prepared@sandbox.example';
    await context.browser().auth.signUp({ email, password: 'the strangers own 7' });
    const { data } = await signIn(context.browser(), 'prepared');
    expect(data?.user?.app_metadata.providers).toEqual(['twitch']);
    const stranger = await context.browser().auth.signInWithPassword({ email, password: 'the strangers own 7' });
    expect(stranger.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('redirect URLs', () => {
  const origin = 'https://crew.example';
  const allowedTargets = ['https://*.partner.example/**', 'https://app.example/in', 'crew://callback'];
  it.each([
    ['https://crew.example/protocol/callback?next=%2Fx', 'https://crew.example/protocol/callback?next=%2Fx'],
    ['/protocol/callback', 'https://crew.example/protocol/callback'],
    ['https://eu.partner.example/a/b', 'https://eu.partner.example/a/b'],
    ['https://app.example/in', 'https://app.example/in'],
    ['https://app.example/in/deeper', origin],
    ['https://evil.example/https://crew.example', origin],
    ['https://crew.example.evil.example/', origin],
    ['https://crew.example@evil.example/', origin],
    ['https://a.b.partner.example/', origin],
    ['https://eu.partner.example/a#token', origin],
    ['http://93.184.216.34/', origin],
    ['//evil.example', origin],
    ['javascript:alert(1)', origin],
    ['crew://callback', 'crew://callback'],
    [undefined, origin],
  ])('resolve from %s to %s', (target, expected) => {
    expect(toSafeRedirect(target, origin, [...allowedTargets, 'http://93.184.216.34/**'])).toBe(expected);
  });

  it.each([
    [undefined, '/protocol/callback'],
    ['https://evil.example/', '/protocol/callback'],
    [`${origin}/`, '/protocol/callback'],
    [`${origin}/protocol/auth?next=%2Fx`, '/protocol/callback'],
    [`${origin}/protocol/callback?next=%2Fx`, '/protocol/callback?next=%2Fx'],
    [`${origin}/auth/callback`, '/auth/callback'],
    ['/account/security?tab=email', '/protocol/callback?next=%2Faccount%2Fsecurity%3Ftab%3Demail'],
  ])('resolve from %s to the callback page', (target, path) => {
    expect(resolveRedirect(target, origin, allowedTargets)).toBe(origin + path);
  });

  it("include the operator's URLs", () => {
    for (const address of ['https://app.example/in', 'crew://callback']) {
      expect(resolveRedirect(address, origin, allowedTargets)).toBe(address);
    }
  });
});
