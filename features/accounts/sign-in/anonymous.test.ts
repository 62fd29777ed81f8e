import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceToken } from '../sessions/sessions.commands.ts';
import { type ListeningContext, openListeningContext } from '../test-client.ts';

let context: ListeningContext;
beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());

describe('anonymous user', () => {
  it('is refused unless the operator allows it', async () => {
    const { error } = await context.browser().auth.signInAnonymously();
    expect(error).toMatchObject({ code: 'anonymous_provider_disabled' });
  });

  it('gets an account, confirms an email address and keeps the account', async () => {
    context.deps.env = { ...context.deps.env, AUTH_ANONYMOUS: true };
    const browser = context.browser();
    const { data } = await browser.auth.signInAnonymously();
    expect(data.user).toMatchObject({ is_anonymous: true, email: '' });
    const email = 'no-longer-anonymous@example.test';
    expect((await browser.auth.updateUser({ password: 'violet court lamp 42' })).error).toMatchObject({ status: 422 });
    expect((await browser.auth.updateUser({ email })).error).toBeNull();
    const token = await context.codeTo(email);
    expect((await browser.auth.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull();
    const { data: now } = await browser.auth.getUser();
    expect(now.user).toMatchObject({ id: data.user!.id, is_anonymous: false, email });
  });
});

describe('invitation', () => {
  it('signs in the invited user by link and requires the service token', async () => {
    const email = 'invited@example.test';
    const invite = (token: string) =>
      fetch(`${context.origin}/auth/v1/invite`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ email }),
      });
    expect((await invite('nobody')).status).toBe(403);
    expect((await invite(await createServiceToken(context.deps, '1h'))).status).toBe(200);
    const response = await fetch((await context.linkTo(email))!, { redirect: 'manual' });
    const fragment = new URLSearchParams(new URL(response.headers.get('Location')!).hash.slice(1));
    const { data } = await context.browser().auth.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    });
    expect(data.user).toMatchObject({ email });
    expect(data.user!.email_confirmed_at).toBeTruthy();
  });
});

describe('anonymous account', () => {
  const createAnonymous = async () => {
    context.deps.env = { ...context.deps.env, AUTH_ANONYMOUS: true };
    const { data } = await context.browser().auth.signInAnonymously();
    return data.user!.id;
  };
  const updateAsAdmin = async (id: string, change: object) => {
    const response = await fetch(`${context.origin}/auth/v1/admin/users/${id}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await createServiceToken(context.deps, '1h')}`,
      },
      body: JSON.stringify(change),
    });
    return (await response.json()) as { is_anonymous: boolean; identities: { provider: string }[] };
  };

  it.each([
    ['a confirmed email address', { email: 'given-by-admin@example.test', email_confirm: true }, 'email'],
    ['an unconfirmed email address', { email: 'given-unconfirmed@example.test' }, 'email'],
    ['a phone number', { phone: '+49 151 23456701', phone_confirm: true }, 'phone'],
  ])('stops being anonymous when an admin gives it %s', async (_what, change, provider) => {
    const user = await updateAsAdmin(await createAnonymous(), change);
    expect(user).toMatchObject({ is_anonymous: false, identities: [{ provider }] });
  });

  it('stays anonymous when an admin changes something else', async () => {
    expect(await updateAsAdmin(await createAnonymous(), { user_metadata: { note: 1 } })).toMatchObject({
      is_anonymous: true,
    });
  });
});
