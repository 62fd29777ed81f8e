import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../accounts.factory.ts';
import { createServiceToken } from '../sessions/sessions.commands.ts';
import { type ListeningContext, openListeningContext, signInAtTwitch } from '../test-client.ts';

const BACK = 'https://league.example/back';
const password = 'violet court lamp 42';
const verifier = createHash('sha256').update('verifier').digest('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 's256' };

let context: ListeningContext;
let number = 0;

beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());

async function call(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(context.origin + path, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('Location'),
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

type Victim = { userId: string; email: string; accessToken: string; token: string; line: number };

/** Creates a user with two sessions, an intruder's and their own, and an activity entry that the intruder caused. */
async function createVictim(): Promise<Victim> {
  const person = await makeUser(context.deps, { email: `not-me-${++number}@example.test`, password });
  const { body } = await call('POST', '/auth/v1/token?grant_type=password', undefined, {
    email: person.email,
    password,
  });
  const { body: journal } = await call('GET', '/api/account/journal', body.access_token);
  return { ...person, token: body.access_token, line: journal.lines[0].id };
}

const reportNotMe = ({ token, line }: Victim) => call('POST', `/api/account/journal/${line}/not-me`, token);

/** Runs an action just before the nth statement is sent to the database. @returns whether it ran */
async function runBefore(nth: number, happens: () => Promise<unknown>, work: () => Promise<unknown>): Promise<boolean> {
  const { pool } = context.deps.database;
  let [callCount, happened] = [0, false];
  const count = async () => {
    callCount += 1;
    if (callCount !== nth) return;
    happened = true;
    delete (pool as Partial<typeof pool>).query;
    delete (pool as Partial<typeof pool>).connect;
    await happens();
  };
  const { query, connect } = pool;
  // Don't count the pool's own calls with a callback as statements.
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      await count();
      return Reflect.apply(query, pool, args);
    },
    connect: (...args: unknown[]) =>
      args.length > 0 ? Reflect.apply(connect, pool, args) : count().then(() => Reflect.apply(connect, pool, [])),
  });
  try {
    await work();
  } finally {
    delete (pool as Partial<typeof pool>).query;
    delete (pool as Partial<typeof pool>).connect;
  }
  return happened;
}

/** Lists the security events after the report, except failed attempts, which may still be recorded. */
async function listEventsAfterReport({ userId }: Victim) {
  const { rows } = await context.deps.database.pool.query(
    `select action from auth.security_events where user_id = $1
        and id > (select max(id) from auth.security_events where user_id = $1 and action = 'not_me')
        and action not in ('sign_in_failed', 'code_failed')`,
    [userId],
  );
  return rows.map(({ action }) => action);
}

async function countLeft({ userId }: Victim) {
  const { rows } = await context.deps.database.pool.query(
    `select (select count(*) from auth.sessions where user_id = $1) as sessions,
            (select count(*) from auth.oauth_authorizations where user_id = $1 and code_hash is not null) as codes,
            (select password_shut_at is not null from auth.users where id = $1) as shut`,
    [userId],
  );
  return rows[0];
}

async function register() {
  const token = await createServiceToken(context.deps, '1h');
  const { body } = await call('POST', '/auth/v1/admin/oauth/clients', token, {
    client_name: 'League',
    redirect_uris: [BACK],
  });
  return body as { client_id: string; client_secret: string };
}

/** Starts an app's authorization request. @returns the request's id */
async function requestAuthorization(program: { client_id: string }) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: program.client_id,
    redirect_uri: BACK,
    scope: 'openid email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const { location } = await call('GET', `/auth/v1/oauth/authorize?${query}`);
  return new URL(location!).searchParams.get('authorization_id')!;
}

const codeIn = (address: string) => new URL(address).searchParams.get('code')!;

async function beginLink({ accessToken }: Victim) {
  const query = new URLSearchParams({ provider: 'twitch', skip_http_redirect: 'true', ...pkce });
  const { body } = await call('GET', `/auth/v1/user/identities/authorize?${query}`, accessToken);
  return body.url as string;
}

/** Returns the URL to which the provider redirects the browser. */
async function finishAtTwitch(url: string, login: string): Promise<string> {
  const form = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), login });
  const { origin, pathname } = new URL(url);
  const consentResponse = await fetch(origin + pathname, { method: 'POST', body: form, redirect: 'manual' });
  return consentResponse.headers.get('Location')!;
}

type Door = (person: Victim) => Promise<() => Promise<unknown>>;

/** Ways to sign in. Each prepares a sign-in and returns the last step, which the report interrupts. */
const entries: [string, Door][] = [
  [
    'signing in with a password',
    async ({ email }) =>
      () =>
        call('POST', '/auth/v1/token?grant_type=password', undefined, { email, password }),
  ],
  [
    'entering a code',
    async ({ email }) => {
      await call('POST', '/auth/v1/otp', undefined, { email, create_user: false });
      const token = await context.codeTo(email);
      return () => call('POST', '/auth/v1/verify', undefined, { type: 'email', email, token });
    },
  ],
  [
    'following a link',
    async ({ email }) => {
      await call('POST', '/auth/v1/otp', undefined, { email, create_user: false });
      const link = await context.linkTo(email);
      return () => fetch(link, { redirect: 'manual' });
    },
  ],
  [
    'exchanging the code of a link',
    async ({ email }) => {
      await call('POST', '/auth/v1/otp', undefined, { email, create_user: false, ...pkce });
      const { headers } = await fetch(await context.linkTo(email), { redirect: 'manual' });
      const auth_code = codeIn(headers.get('Location')!);
      return () => call('POST', '/auth/v1/token?grant_type=pkce', undefined, { auth_code, code_verifier: verifier });
    },
  ],
  [
    'refreshing a session',
    async ({ email }) => {
      const { body } = await call('POST', '/auth/v1/token?grant_type=password', undefined, { email, password });
      const { refresh_token } = body;
      return () => call('POST', '/auth/v1/token?grant_type=refresh_token', undefined, { refresh_token });
    },
  ],
  [
    "redeeming an app's authorization code",
    async ({ accessToken }) => {
      const program = await register();
      const id = await requestAuthorization(program);
      await call('GET', `/auth/v1/oauth/authorizations/${id}`, accessToken);
      const consent = `/auth/v1/oauth/authorizations/${id}/consent`;
      const { body } = await call('POST', consent, accessToken, { action: 'approve' });
      const { client_id, client_secret } = program;
      const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
      return () =>
        fetch(`${context.origin}/auth/v1/oauth/token`, {
          method: 'POST',
          headers: { Authorization: `Basic ${basic}` },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: codeIn(body.redirect_url),
            redirect_uri: BACK,
            code_verifier: verifier,
          }),
        });
    },
  ],
  [
    'connecting an app',
    async ({ accessToken }) => {
      const id = await requestAuthorization(await register());
      return () => call('POST', `/auth/v1/oauth/authorizations/${id}/consent`, accessToken, { action: 'approve' });
    },
  ],
  [
    'setting another password',
    async ({ accessToken }) =>
      () =>
        call('PUT', '/auth/v1/user', accessToken, { password: 'another court lamp 43', current_password: password }),
  ],
  [
    'requesting an email change',
    async ({ accessToken, userId }) =>
      () =>
        call('PUT', '/auth/v1/user', accessToken, { email: `${userId}@example.test` }),
  ],
  [
    'linking a sign-in method',
    async (person) => {
      const url = await beginLink(person);
      const callbackUrl = await finishAtTwitch(url, `strange_${number}`);
      return () => fetch(callbackUrl, { redirect: 'manual' });
    },
  ],
];

describe('"this was not me" report', () => {
  it.each(entries)('locks out an intruder who is just %s, in any order of events', async (_what, entry) => {
    const failures: object[] = [];
    let isWithinLimit = true;
    for (let nth = 1; isWithinLimit && nth < 60; nth++) {
      const person = await createVictim();
      const lastStep = await entry(person);
      let responseStatus = 0;
      isWithinLimit = await runBefore(nth, async () => (responseStatus = (await reportNotMe(person)).status), lastStep);
      if (!isWithinLimit) expect(nth).toBeGreaterThan(2);
      if (!isWithinLimit) break;
      // The interrupted step finished first and ended the user's own session, and the user was emailed about it.
      if (responseStatus === 401) continue;
      expect(responseStatus).toBe(200);
      const found = { nth, after: await listEventsAfterReport(person), ...(await countLeft(person)) };
      if (found.after.length + found.sessions + found.codes > 0 || !found.shut) failures.push(found);
    }
    expect(isWithinLimit).toBe(false);
    expect(failures).toEqual([]);
  });

  it('cancels a pending sign-in that is being linked', async () => {
    const person = await createVictim();
    const url = await beginLink(person);
    expect((await reportNotMe(person)).status).toBe(200);
    const callbackUrl = await fetch(await finishAtTwitch(url, `stranger_${number}`), { redirect: 'manual' });
    expect(callbackUrl.headers.get('Location') ?? '').not.toContain('?code=');
    const { rows } = await context.deps.database.pool.query('select provider from auth.identities where user_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ provider: 'email' }]);
  });

  it('cancels a provider sign-in whose code was not exchanged yet', async () => {
    const first = new URLSearchParams({ provider: 'twitch', ...pkce });
    const enter = async () =>
      codeIn(await signInAtTwitch(`${context.origin}/auth/v1/authorize?${first}`, 'not_me_twitch'));
    const exchange = (auth_code: string) =>
      call('POST', '/auth/v1/token?grant_type=pkce', undefined, { auth_code, code_verifier: verifier });
    const { body } = await exchange(await enter());
    const code = await enter();
    const { body: journal } = await call('GET', '/api/account/journal', body.access_token);
    await call('POST', `/api/account/journal/${journal.lines[0].id}/not-me`, body.access_token);
    expect((await exchange(code)).status).toBe(404);
  });
});
