import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_AUTOCONFIRM: 'true', AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());
beforeEach(() => context.setNow('2026-03-01T12:00:00Z'));

type Answer = { access_token: string; refresh_token: string; code?: string; user: { id: string } };

async function post(path: string, body: object, token?: string) {
  const response = await context.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Answer };
}

const refresh = (refresh_token: string) => post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
const requestUser = (token: string) =>
  context.app.request('/auth/v1/user', { headers: { Authorization: `Bearer ${token}` } });

let number = 0;
async function startSession(): Promise<Answer> {
  const email = `refresher-${++number}@example.test`;
  return (await post('/auth/v1/signup', { email, password: 'violet court lamp 42' })).body;
}

describe('refreshing a session', () => {
  it('returns the next token and keeps the session', async () => {
    const first = await startSession();
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await requestUser(second.body.access_token)).status).toBe(200);
  });

  it('ends the whole session when an old token returns after more than ten seconds', async () => {
    const first = await startSession();
    const second = (await refresh(first.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    context.setNow('2026-03-01T12:00:11Z');
    const stolenResult = await refresh(first.refresh_token);
    expect(stolenResult).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect((await refresh(third.refresh_token)).body.code).toBe('refresh_token_not_found');
    expect((await requestUser(third.access_token)).status).toBe(403);
  });

  it('accepts an old token within ten seconds', async () => {
    const first = await startSession();
    const second = (await refresh(first.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    context.setNow('2026-03-01T12:00:09Z');
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe(third.refresh_token);
  });

  it("accepts the active token's parent at any time because the client lost the response", async () => {
    const first = await startSession();
    const second = (await refresh(first.refresh_token)).body;
    context.setNow('2026-03-01T20:00:00Z');
    const secondResponse = await refresh(first.refresh_token);
    expect(secondResponse.status).toBe(200);
    expect(secondResponse.body.refresh_token).toBe(second.refresh_token);
  });

  it('returns the same new token for twenty concurrent refreshes', async () => {
    const first = await startSession();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect((await refresh(responses[0]!.body.refresh_token)).status).toBe(200);
  });

  it('refuses an unknown token with the headers that clients read', async () => {
    const { refresh_token } = await startSession();
    const forgedToken = Buffer.from(refresh_token, 'base64url');
    forgedToken[21]! ^= 1;
    const response = await refresh(forgedToken.toString('base64url'));
    expect(response).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
    expect(response.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect((await refresh('nonsense')).body.code).toBe('refresh_token_not_found');
  });

  it('ends a session that was idle too long or reached its maximum age', async () => {
    const idleSession = await startSession();
    context.setNow('2026-05-01T12:00:01Z');
    expect((await refresh(idleSession.refresh_token)).body.code).toBe('session_expired');
    let currentSession = await startSession();
    for (let month = 6; month <= 17; month++) {
      context.setNow(new Date(Date.UTC(2026, month - 1, 20)));
      const next = await refresh(currentSession.refresh_token);
      if (next.status === 200) currentSession = next.body;
    }
    expect((await refresh(currentSession.refresh_token)).body.code).toBe('session_expired');
  });
});

describe('ended session', () => {
  const logout = (token: string, scope: string) => post(`/auth/v1/logout?scope=${scope}`, {}, token);

  it("is refused on every call although its access token hasn't expired", async () => {
    const { access_token } = await startSession();
    expect((await logout(access_token, 'local')).status).toBe(204);
    const response = await requestUser(access_token);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'session_not_found' });
  });

  it('is the current session, all other sessions or all sessions, depending on the scope', async () => {
    const email = 'three-devices@example.test';
    const signIn = async () =>
      (await post('/auth/v1/token?grant_type=password', { email, password: 'violet court lamp 42' })).body;
    const one = (await post('/auth/v1/signup', { email, password: 'violet court lamp 42' })).body;
    const [two, three] = [await signIn(), await signIn()];
    await logout(one.access_token, 'others');
    expect((await requestUser(one.access_token)).status).toBe(200);
    expect((await requestUser(two.access_token)).status).toBe(403);
    expect((await requestUser(three.access_token)).status).toBe(403);
    await logout(one.access_token, 'global');
    expect((await requestUser(one.access_token)).status).toBe(403);
    expect((await logout((await signIn()).access_token, 'nowhere')).body.code).toBe('validation_failed');
  });

  it('is refused after a ban, on every call and at the next refresh', async () => {
    const bannedSession = await startSession();
    const ban = 'update auth.users set banned_until = $1 where id = $2';
    await context.deps.database.pool.query(ban, ['2026-04-01', bannedSession.user.id]);
    expect((await requestUser(bannedSession.access_token)).status).toBe(403);
    expect((await refresh(bannedSession.refresh_token)).body.code).toBe('user_banned');
    context.setNow('2026-04-01T00:00:01Z');
    expect((await refresh(bannedSession.refresh_token)).status).toBe(200);
  });
});

describe('signed-in user', () => {
  it('sees why a call with a missing or invalid token is refused', async () => {
    expect(await (await context.app.request('/auth/v1/user')).json()).toMatchObject({ code: 'no_authorization' });
    expect(await (await requestUser('not.a.token')).json()).toMatchObject({ code: 'bad_jwt' });
  });

  it('is refused admin-only changes', async () => {
    const { accessToken } = await makeUser(context.deps);
    const response = await context.app.request('/auth/v1/user', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    });
    expect([response.status, ((await response.json()) as Answer).code]).toEqual([403, 'not_admin']);
  });
});
