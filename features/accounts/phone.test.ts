import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNT } from '../../integrations/sms/sms.client.ts';
import { createSmsSandbox } from '../../integrations/sms/sms.sandbox.ts';
import { makeUser } from './accounts.factory.ts';
import { type ListeningContext, openListeningContext } from './test-client.ts';

let context: ListeningContext;
const sms = createSmsSandbox();
let number = 0;
const someNumber = () => `4915100000${String(++number).padStart(3, '0')}`;
const network = globalThis.fetch;

beforeAll(async () => {
  context = await openListeningContext({
    TWILIO_ACCOUNT_SID: SANDBOX_ACCOUNT.accountSid,
    TWILIO_AUTH_TOKEN: SANDBOX_ACCOUNT.authToken,
    TWILIO_FROM: SANDBOX_ACCOUNT.from,
    DISCORD_CLIENT_ID: 'discord-client',
    DISCORD_CLIENT_SECRET: 'secret',
  });
  context.deps.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    if (url.host === 'api.twilio.com') return sms.request(url.pathname, init);
    if (url.host === 'discord.com') return answerAsDiscord(url, init);
    return network(input, init);
  }) as typeof fetch;
});
afterAll(() => context.close());
beforeEach(() => context.setNow(new Date()));

async function codeTo(phone: string): Promise<string> {
  await context.runJobs();
  const response = await sms.request(`/messages.json?to=${encodeURIComponent(`+${phone}`)}`);
  const { messages } = (await response.json()) as { messages: { body: string }[] };
  return messages[0]!.body.match(/\d{6}/)![0];
}

describe('phone number', () => {
  it('can be used to sign in with the code from a text message', async () => {
    const phone = someNumber();
    const { auth } = context.browser();
    expect((await auth.signInWithOtp({ phone: `+${phone}` })).error).toBeNull();
    const { data, error } = await auth.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, app_metadata: { provider: 'phone' } });
  });

  it('is added to an account once its code is entered', async () => {
    const { email } = await makeUser(context.deps, { password: 'violet court lamp 42' });
    const phone = someNumber();
    const { auth } = context.browser();
    await auth.signInWithPassword({ email, password: 'violet court lamp 42' });
    expect((await auth.updateUser({ phone })).data.user).toMatchObject({ phone: '', new_phone: phone });
    const token = await codeTo(phone);
    expect((await auth.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({ phone });
  });

  it('acts as a second factor with one code per challenge', async () => {
    const { email } = await makeUser(context.deps, { password: 'violet court lamp 42' });
    const phone = someNumber();
    const { auth } = context.browser();
    await auth.signInWithPassword({ email, password: 'violet court lamp 42' });
    const { data: factor } = await auth.mfa.enroll({ factorType: 'phone', phone });
    const { data: first } = await auth.mfa.challenge({ factorId: factor!.id });
    const code = await codeTo(phone);
    const secondResponse = await auth.mfa.challenge({ factorId: factor!.id });
    expect(secondResponse.error).toMatchObject({ code: 'over_sms_send_rate_limit' });
    const wrongResponse = await auth.mfa.verify({ factorId: factor!.id, challengeId: first!.id, code: '000000' });
    expect(wrongResponse.error).toMatchObject({ code: 'mfa_verification_failed' });
    const right = await auth.mfa.verify({ factorId: factor!.id, challengeId: first!.id, code });
    expect(right.error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });
});

function answerAsDiscord(url: URL, init?: RequestInit): Response {
  if (url.pathname.endsWith('/oauth2/token')) {
    const code = new URLSearchParams(String(init?.body)).get('code');
    return code === 'bad'
      ? Response.json({ error: 'invalid_grant' }, { status: 400 })
      : Response.json({ access_token: code });
  }
  const user = new Headers(init?.headers).get('Authorization')!.replace('Bearer ', '');
  return Response.json({
    id: `d-${user}`,
    username: user,
    email: `${user}@discord.example`,
    verified: user !== 'unsure',
  });
}

describe('continuing with Discord', () => {
  const signIn = async (code: string) => {
    const browser = context.browser();
    const { data } = await browser.auth.signInWithOAuth({
      provider: 'discord',
      options: { skipBrowserRedirect: true },
    });
    const location = new URL((await network(data.url!, { redirect: 'manual' })).headers.get('Location')!);
    expect(location.origin + location.pathname).toBe('https://discord.com/oauth2/authorize');
    const state = location.searchParams.get('state');
    const callbackResponse = await network(`${context.origin}/auth/v1/callback?state=${state}&code=${code}`, {
      redirect: 'manual',
    });
    return { browser, to: new URL(callbackResponse.headers.get('Location')!).searchParams };
  };

  it('opens a session, with the email if Discord verified it', async () => {
    const { browser, to } = await signIn('carl');
    const { data } = await browser.auth.exchangeCodeForSession(to.get('code')!);
    expect(data.user).toMatchObject({ email: 'carl@discord.example', app_metadata: { provider: 'discord' } });
    const unsure = await signIn('unsure');
    const result = await unsure.browser.auth.exchangeCodeForSession(unsure.to.get('code')!);
    expect(result.data.user?.email).toBe('');
  });

  it('returns an error to the page when Discord refuses', async () => {
    expect((await signIn('bad')).to.get('error')).toBe('server_error');
  });
});
