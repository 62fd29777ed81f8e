import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { createServiceToken } from '../features/accounts/sessions/sessions.commands.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import type { Capability } from './deps.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { fillPath, listOperations, type OperationUnderTest } from './test-operations.ts';

type Person = 'visitor' | 'user' | 'onboarded' | 'banned' | 'admin' | 'service';
const PEOPLE: Person[] = ['visitor', 'user', 'onboarded', 'banned', 'admin', 'service'];
type Answer = 'open' | 401 | 403;

const signedIn: Record<Person, Answer> = {
  visitor: 401,
  user: 'open',
  onboarded: 'open',
  // A ban only affects the areas in its scope. There, the command refuses with a message and a way to appeal.
  banned: 'open',
  admin: 'open',
  // The service isn't a user. It has its own operations and can't act as a user.
  service: 401,
};

/** Who passes an operation's access check. Commands check finer rules (owner, member …), which are tested with them. */
const ACCESS_TABLE: Record<Capability, Record<Person, Answer>> = {
  visitor: { visitor: 'open', user: 'open', onboarded: 'open', banned: 'open', admin: 'open', service: 'open' },
  user: signedIn,
  owner: signedIn,
  member: signedIn,
  buyer: signedIn,
  seller: signedIn,
  onboarded: { ...signedIn, user: 403, admin: 403 },
  admin: { ...signedIn, user: 403, onboarded: 403, banned: 403 },
  service: { visitor: 401, user: 403, onboarded: 403, banned: 403, admin: 403, service: 'open' },
};

let context: TestContext;
let operations: OperationUnderTest[];
const tokens: Partial<Record<Person, string>> = {};

beforeAll(async () => {
  context = await openTestContext();
  operations = await listOperations(context.app);
  tokens.user = (await makeUser(context.deps)).accessToken;
  tokens.onboarded = (await makePlayer(context.deps)).accessToken;
  const bannedPlayer = await makePlayer(context.deps);
  await context.deps.database.pool.query(
    `insert into ban_list (user_id, scope, reason, created_at) values ($1, 'all', 'Test', now())`,
    [bannedPlayer.userId],
  );
  tokens.banned = bannedPlayer.accessToken;
  tokens.admin = (await makeAdmin(context.deps)).accessToken;
  tokens.service = await createServiceToken(context.deps, '1h');
});
afterAll(() => context.close());

/** Returns the expected answer. The sign-in protocol treats a token that doesn't belong to a user as invalid. */
function getExpected(operation: OperationUnderTest, person: Person): Answer {
  const expected = ACCESS_TABLE[operation.who!][person];
  // The service key can manage files the way an admin can.
  if (person === 'service' && /^\/storage\/v1\/(bucket|object)\b/.test(operation.path)) return 'open';
  return person === 'service' && expected === 401 && operation.path.startsWith('/auth/v1/') ? 403 : expected;
}

/**
 * Sends a request with invalid content, so that anyone who passes the access check is refused because of the content.
 */
async function sendInvalidRequest(operation: OperationUnderTest, person: Person): Promise<number> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const token = tokens[person];
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await context.app.request(fillPath(operation, 'not-a-thing'), {
    method: operation.method,
    headers,
    ...(operation.hasBody ? { body: '[]' } : {}),
  });
  await response.body?.cancel();
  return response.status;
}

describe('operation permissions', () => {
  test('include a capability for every operation', () => {
    expect(operations.length).toBeGreaterThan(5);
    expect(operations.filter((operation) => !operation.who).map((operation) => operation.path)).toEqual([]);
  });

  test.each(PEOPLE)('follow the capability table for a %s', async (person) => {
    const failures: string[] = [];
    for (const operation of operations) {
      // Signing out would end the session used to call the other operations.
      if (operation.path === '/auth/v1/logout') continue;
      const expected = getExpected(operation, person);
      const status = await sendInvalidRequest(operation, person);
      // 503 also means that the access check passed, because the third party isn't configured in this context.
      const isCorrect =
        expected === 'open'
          ? (status < 500 || status === 503) && !(status === 401 && person !== 'visitor' && person !== 'service')
          : status === expected;
      if (!isCorrect)
        failures.push(`${operation.method} ${operation.path} for ${operation.who}: ${status}, expected ${expected}`);
    }
    expect(failures).toEqual([]);
  });
});
