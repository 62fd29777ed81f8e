import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../content/endpoints.ts';
import type { CreatedUser } from '../features/accounts/accounts.factory.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations, type OperationUnderTest } from './test-operations.ts';

const BUCKET = 'private-things';

let context: TestContext;
let operations: OperationUnderTest[];
let owner: CreatedUser;
let admin: CreatedUser;

beforeAll(async () => {
  context = await openTestContext();
  owner = await makePlayer(context.deps);
  admin = await makeAdmin(context.deps);
  operations = (await listOperations(context.app)).filter(
    // The account protocol is excluded because users need it between the two sign-in steps.
    ({ who, path }) => who === 'visitor' && !path.startsWith(`${endpoints.auth}/`),
  );
  const bucket = { method: 'POST', body: JSON.stringify({ name: BUCKET, public: false }) };
  expect((await ask('/storage/v1/bucket', admin, bucket, 'application/json')).status).toBe(200);
  const file = { method: 'POST', body: 'private words' };
  expect((await ask(`/storage/v1/object/${BUCKET}/${owner.userId}/b.txt`, owner, file)).status).toBe(200);
});
afterAll(() => context.close());

async function ask(path: string, person: CreatedUser | undefined, init: RequestInit, type = 'text/plain') {
  const response = await context.app.request(path, {
    ...init,
    headers: {
      ...(init.body === undefined ? {} : { 'Content-Type': type }),
      ...(person ? { Authorization: `Bearer ${person.accessToken}` } : {}),
    },
  });
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, body: isStream ? '' : await response.text() };
}

/** Calls an operation with the owner's ids and files wherever it takes one. */
function requestAs(operation: OperationUnderTest, person: CreatedUser | undefined) {
  const values: Record<string, string> = { bucket: BUCKET, path: `${owner.userId}/b.txt` };
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => values[name] ?? owner.userId);
  const isObjectList = operation.path.startsWith('/storage/v1/object/list/');
  const body = isObjectList ? JSON.stringify({ prefix: owner.userId }) : '[]';
  return ask(path, person, { method: operation.method, ...(operation.hasBody ? { body } : {}) }, 'application/json');
}

/**
 * Lists the operations that respond differently to this user than to a visitor. If an operation's responses differ
 * every time, compares only the status.
 */
async function listOperationsBeyondVisitor(person: CreatedUser): Promise<string[]> {
  const more: string[] = [];
  for (const operation of operations) {
    const first = await requestAs(operation, undefined);
    const personResponse = await requestAs(operation, person);
    // A calendar file contains the second in which it was generated, so only this second response may match.
    const secondResponse = await requestAs(operation, undefined);
    const isSameResponse =
      personResponse.status === first.status &&
      (first.body !== secondResponse.body ||
        personResponse.body === first.body ||
        personResponse.body === secondResponse.body);
    if (!isSameResponse) more.push(`${operation.method} ${operation.path}`);
  }
  return more;
}

const PRIVATE = ['/storage/v1/object/{bucket}/{path}', '/storage/v1/object/authenticated/{bucket}/{path}']
  .concat('/storage/v1/object/info/{bucket}/{path}', '/storage/v1/object/info/authenticated/{bucket}/{path}')
  .map((path) => `GET ${path}`)
  .concat('POST /storage/v1/object/list/{bucket}');

const addFactor = ({ userId }: CreatedUser) =>
  context.deps.database.pool.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, friendly_name)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), '')`,
    [userId],
  );

describe("access beyond a visitor's", () => {
  test('lets fully signed-in users and admins read private files', async () => {
    expect(operations.length).toBeGreaterThan(20);
    for (const person of [owner, admin]) {
      expect(await listOperationsBeyondVisitor(person)).toEqual(expect.arrayContaining(PRIVATE));
    }
  });

  test('is denied while a second factor is required', async () => {
    for (const person of [owner, admin]) {
      await addFactor(person);
      expect(await listOperationsBeyondVisitor(person)).toEqual([]);
    }
  });

  test('is denied while an account deletion is scheduled', async () => {
    await context.deps.database.pool.query('delete from auth.mfa_factors where user_id = $1', [owner.userId]);
    expect(await listOperationsBeyondVisitor(owner)).not.toEqual([]);
    await context.deps.database.pool.query(
      `update auth.users set delete_after = now() + interval '7 days' where id = $1`,
      [owner.userId],
    );
    expect(await listOperationsBeyondVisitor(owner)).toEqual([]);
  });
});
