import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcSandbox } from '../../integrations/oidc/oidc.sandbox.ts';
import { type Browser, type ListeningContext, openListeningContext } from './test-client.ts';

let context: ListeningContext;
let provider: Awaited<ReturnType<typeof createOidcSandbox>>;
const server = createServer();

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = await createOidcSandbox(issuer);
  server.on('request', getRequestListener(provider.app.fetch));
  const config = { name: 'corp', issuer, clientId: provider.clientId, clientSecret: 's', domains: ['corp.example'] };
  context = await openListeningContext({ AUTH_OIDC_PROVIDERS: JSON.stringify([config]) });
});
afterAll(async () => {
  await context.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Follows the redirects of a sign-in at the company's provider. */
async function signIn(browser: Browser, loginHint: string) {
  const { data } = await browser.auth.signInWithSSO({ domain: 'corp.example' });
  const location = await fetch(`${data!.url}&login_hint=${loginHint}`, { redirect: 'manual' });
  const callback = await fetch(location.headers.get('Location')!, { redirect: 'manual' });
  return new URL(callback.headers.get('Location')!).searchParams;
}

describe('company single sign-on', () => {
  it('finds the provider by email domain and opens a session', async () => {
    const browser = context.browser();
    const code = (await signIn(browser, 'anna')).get('code')!;
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: 'anna@corp.example', app_metadata: { provider: 'corp' } });
  });

  it('refuses an ID token issued for another attempt or signed with another key', async () => {
    for (const user of ['wrong_nonce', 'wrong_key']) {
      expect((await signIn(context.browser(), user)).get('error')).toBe('server_error');
    }
  });

  it("doesn't link an account by an email address the provider hasn't verified", async () => {
    const email = 'unverified@corp.example';
    const owner = context.browser();
    await owner.auth.signUp({ email, password: 'violet court lamp 42' });
    await owner.auth.verifyOtp({ email, token: await context.codeTo(email), type: 'signup' });
    expect((await signIn(context.browser(), 'unverified')).get('error_code')).toBe('email_exists');
  });

  it("reports that it's disabled when the operator hasn't configured it", async () => {
    const plainContext = await openListeningContext();
    const { error } = await plainContext.browser().auth.signInWithSSO({ domain: 'company.example' });
    await plainContext.close();
    expect(error).toMatchObject({
      code: 'saml_provider_disabled',
      status: 404,
      message: 'SAML 2.0 is disabled, and no other single sign-on is configured',
    });
  });

  it('reports when no provider matches', async () => {
    const { error } = await context.browser().auth.signInWithSSO({ domain: 'elsewhere.example' });
    expect(error).toMatchObject({ code: 'sso_provider_not_found', status: 404 });
  });
});

describe('ID token that the browser obtained itself', () => {
  const grant = { email: 'ben@corp.example', verified: true, nonce: 'n1', challenge: '', redirectUri: '' };
  const signInWithToken = (token: string, nonce?: string) =>
    context.browser().auth.signInWithIdToken({ provider: 'corp', token, ...(nonce ? { nonce } : {}) });

  it('signs in when the audience is ours and the nonce matches', async () => {
    const token = await provider.idToken({ ...grant, subject: 'ben' });
    const { data, error } = await signInWithToken(token, 'n1');
    expect(error).toBeNull();
    expect(data.user?.email).toBe('ben@corp.example');
  });

  it('is refused when the nonce or key is wrong or it is malformed', async () => {
    const token = await provider.idToken({ ...grant, subject: 'ben' });
    const forgedToken = await provider.idToken({ ...grant, subject: 'wrong_key' });
    for (const { error } of [
      await signInWithToken(token, 'n2'),
      await signInWithToken(forgedToken, 'n1'),
      await signInWithToken('nonsense'),
    ]) {
      expect(error?.message).toBe('Bad ID token');
    }
  });
});
