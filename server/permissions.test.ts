import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/factory.ts';
import { makePlayer } from '../features/profiles/factory.ts';
import type { Capability } from './actor.ts';
import { openTestHouse, type TestHouse } from './test-deps.ts';
import { type Described, describedOperations, filledPath } from './test-operations.ts';

type Person = 'visitor' | 'user' | 'onboarded' | 'admin';
const PEOPLE: Person[] = ['visitor', 'user', 'onboarded', 'admin'];

/** Who gets past the door of an operation; what waits behind it (owner, member …) is the command's and tested there. */
const DOOR: Record<Capability, Record<Person, 'open' | 401 | 403>> = {
  visitor: { visitor: 'open', user: 'open', onboarded: 'open', admin: 'open' },
  user: { visitor: 401, user: 'open', onboarded: 'open', admin: 'open' },
  owner: { visitor: 401, user: 'open', onboarded: 'open', admin: 'open' },
  member: { visitor: 401, user: 'open', onboarded: 'open', admin: 'open' },
  buyer: { visitor: 401, user: 'open', onboarded: 'open', admin: 'open' },
  seller: { visitor: 401, user: 'open', onboarded: 'open', admin: 'open' },
  onboarded: { visitor: 401, user: 403, onboarded: 'open', admin: 403 },
  admin: { visitor: 401, user: 403, onboarded: 403, admin: 'open' },
  service: { visitor: 401, user: 403, onboarded: 403, admin: 403 },
};

let house: TestHouse;
let operations: Described[];
const tokens: Partial<Record<Person, string>> = {};

beforeAll(async () => {
  house = await openTestHouse();
  operations = await describedOperations(house.app);
  tokens.user = (await makeUser(house.deps)).accessToken;
  tokens.onboarded = (await makePlayer(house.deps)).accessToken;
  tokens.admin = (await makeUser(house.deps, { admin: true })).accessToken;
});
afterAll(() => house.close());

/** Asks with a request that no operation can accept, so that whoever gets in is refused for its content. */
async function knock(operation: Described, person: Person): Promise<number> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const token = tokens[person];
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await house.app.request(filledPath(operation, 'not-a-thing'), {
    method: operation.method,
    headers,
    ...(operation.hasBody ? { body: '[]' } : {}),
  });
  await response.body?.cancel();
  return response.status;
}

describe('the door of every operation', () => {
  test('has somebody it is for', () => {
    expect(operations.length).toBeGreaterThan(5);
    expect(operations.filter((operation) => !operation.who).map((operation) => operation.path)).toEqual([]);
  });

  test.each(PEOPLE)('answers a %s as the capability table says', async (person) => {
    const wrong: string[] = [];
    for (const operation of operations) {
      // Signing out ends the session that the other operations are asked with.
      if (operation.path === '/auth/v1/logout') continue;
      const expected = DOOR[operation.who!][person];
      const status = await knock(operation, person);
      // 503 comes from behind the door: a third party is not set up in this house.
      const holds =
        expected === 'open'
          ? (status < 500 || status === 503) && !(status === 401 && person !== 'visitor')
          : status === expected;
      if (!holds)
        wrong.push(`${operation.method} ${operation.path} for ${operation.who}: ${status}, expected ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});
