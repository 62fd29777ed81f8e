import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreatedUser, makeUser } from '../features/accounts/accounts.factory.ts';
import { startSession } from '../features/accounts/sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../features/accounts/sessions/visits.commands.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { fillPath, listOperations, type OperationUnderTest } from './test-operations.ts';

/** Operations that the password alone unlocks while two-factor authentication is still required. */
const WITH_THE_PASSWORD_ALONE = [
  'GET /auth/v1/user',
  'POST /auth/v1/factors/{factorId}/challenge',
  'POST /auth/v1/factors/{factorId}/verify',
  'POST /auth/v1/logout',
  'POST /api/account/recovery-codes/use',
  'POST /functions/v1/log-security-event',
];

/** Operations that secure an account scheduled for deletion; nothing new may be added to it. */
const WHILE_PENDING_DELETION = [
  // People whose account will be deleted may need help.
  'GET /api/support/requests',
  'GET /api/support/requests/{id}',
  'POST /api/support/requests',
  'POST /api/support/requests/{id}/messages',
  'POST /api/support/requests/{id}/solved',
  ...WITH_THE_PASSWORD_ALONE,
  'PUT /auth/v1/user',
  'GET /auth/v1/reauthenticate',
  'POST /auth/v1/factors',
  'DELETE /auth/v1/factors/{factorId}',
  'GET /auth/v1/passkeys',
  'POST /auth/v1/passkeys/registration/options',
  'POST /auth/v1/passkeys/registration/verify',
  'PATCH /auth/v1/passkeys/{id}',
  'DELETE /auth/v1/passkeys/{id}',
  'DELETE /auth/v1/user/identities/{id}',
  'GET /auth/v1/user/oauth/grants',
  'DELETE /auth/v1/user/oauth/grants',
  'POST /api/account/recovery-codes',
  'GET /api/account/security',
  'GET /api/account/journal',
  'POST /api/account/journal/{id}/not-me',
  'DELETE /api/account/devices/{id}',
  'GET /api/account/export',
  'GET /api/account/export/file',
  'POST /api/account/export',
  'POST /api/account/deletion',
  'DELETE /api/account/deletion',
  // Unread notifications and the onboarding state, both of which the header requests on every page.
  'GET /api/notifications/unread',
  'GET /api/profiles/me/standing',
];

let context: TestContext;
let operations: OperationUnderTest[];

beforeAll(async () => {
  context = await openTestContext();
  operations = (await listOperations(context.app)).filter(({ who }) => who !== 'visitor' && who !== 'service');
});
afterAll(() => context.close());

const runSql = async (text: string, values: unknown[]) => (await context.deps.database.pool.query(text, values)).rows;
const addFactor = async (person: CreatedUser) => {
  await runSql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, friendly_name)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), '')`,
    [person.userId],
  );
  return person;
};
const scheduleDeletion = async (person: CreatedUser) => {
  await runSql(`update auth.users set delete_after = now() + interval '7 days' where id = $1`, [person.userId]);
  return person;
};

async function ask(person: CreatedUser, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${person.accessToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text() };
}

/** Lists the operations whose access check lets the user pass. Each is called with input that it can't accept. */
async function listOpenOperations(makePerson: () => Promise<CreatedUser>, no: RegExp): Promise<string[]> {
  const open: string[] = [];
  for (const operation of operations) {
    // Use a new user each time, because some operations end the session.
    const person = await makePerson();
    const response = await ask(
      person,
      operation.method,
      fillPath(operation, 'not-a-thing'),
      operation.hasBody ? [] : undefined,
    );
    const isRefused = (response.status === 401 || response.status === 403) && no.test(response.text);
    if (!isRefused) open.push(`${operation.method} ${operation.path}`);
  }
  return open.sort();
}

async function openAnotherSession({ userId }: CreatedUser): Promise<string> {
  const session = await startSession(context.deps.db, context.deps, userId, {
    method: 'password',
    visit: UNKNOWN_VISIT,
  });
  return session.id;
}
const listSessions = async ({ userId }: CreatedUser) =>
  (await runSql('select id from auth.sessions where user_id = $1', [userId])).map(({ id }) => id);

describe('a password sign-in that still needs the second factor', () => {
  test('unlocks only what the second step needs', async () => {
    for (const person of [makePlayer, makeAdmin]) {
      expect(
        await listOpenOperations(
          async () => addFactor(await person(context.deps)),
          /insufficient_aal|Confirm two-factor authentication first/,
        ),
      ).toEqual([...WITH_THE_PASSWORD_ALONE].sort());
    }
  }, 120_000);

  test("leaves the user's data unchanged", async () => {
    const person = await addFactor(await makeUser(context.deps));
    const readUser = () => runSql('select * from auth.users where id = $1', [person.userId]);
    const before = await readUser();
    for (const body of [
      { data: { name: 'Mine now' } },
      { password: 'a whole new password' },
      { phone: '+15005550006' },
    ]) {
      const response = await ask(person, 'PUT', '/auth/v1/user', body);
      expect([response.status, JSON.parse(response.text).code]).toEqual([401, 'insufficient_aal']);
    }
    expect(await readUser()).toEqual(before);
  });

  test("doesn't sign out other sessions", async () => {
    const person = await makeUser(context.deps);
    const otherSession = await openAnotherSession(person);
    await addFactor(person);
    const others = await ask(person, 'POST', '/auth/v1/logout?scope=others');
    expect([others.status, JSON.parse(others.text).code]).toEqual([401, 'insufficient_aal']);
    expect(await listSessions(person)).toHaveLength(2);
    // Clients send this automatically when someone backs out of the second step.
    expect((await ask(person, 'POST', '/auth/v1/logout?scope=global')).status).toBe(204);
    expect(await listSessions(person)).toEqual([otherSession]);
  });
});

describe('an account with a scheduled deletion', () => {
  test('allows only securing, restoring and exporting the account', async () => {
    const no = /Your account is scheduled for deletion\. To do this, first keep your account at \/protocol\/leaving/;
    expect(await listOpenOperations(async () => scheduleDeletion(await makePlayer(context.deps)), no)).toEqual(
      [...WHILE_PENDING_DELETION].sort(),
    );
  }, 120_000);

  test('allows a new password, but no new email, phone number or data', async () => {
    const person = await scheduleDeletion(await makeUser(context.deps));
    const readUser = () => runSql('select * from auth.users where id = $1', [person.userId]);
    const before = await readUser();
    for (const body of [{ data: { name: 'New' } }, { email: 'new@example.test' }, { phone: '+15005550006' }]) {
      const response = await ask(person, 'PUT', '/auth/v1/user', { ...body, password: 'a whole new password' });
      expect(response.status).toBe(403);
      expect(response.text).toContain('keep your account first at /protocol/leaving');
    }
    expect(await readUser()).toEqual(before);
    expect((await ask(person, 'PUT', '/auth/v1/user', { password: 'a whole new password' })).status).toBe(200);
    expect(await readUser()).not.toEqual(before);
  });
});
