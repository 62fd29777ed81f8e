import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../db/database.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { lockAccount, lockAccounts, waitForWriters } from './account-views.queries.ts';
import { makeUser } from './accounts.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** Takes the same lock as an insert that references the account, without waiting. */
const lockAsReference = (db: Db, userId: string) =>
  db.execute(sql`select 1 from auth.users where id = ${userId} for key share nowait`);

/** Starts other work while a transaction holds the lock. @returns 'holder' and 'other' in the order they finished */
async function startDuring(lock: (tx: Db) => Promise<unknown>, other: () => Promise<unknown>): Promise<string[]> {
  const finishedKinds: string[] = [];
  let running: Promise<unknown> = Promise.resolve();
  await context.deps.db.transaction(async (tx) => {
    await lock(tx);
    running = other().then(() => finishedKinds.push('other'));
    await pause(100);
    finishedKinds.push('holder');
  });
  await running;
  return finishedKinds;
}

const WAITS = ['holder', 'other'];

it('returns whether the account to lock exists', async () => {
  const { userId } = await makeUser(context.deps);
  const tryLock = (id: string) => context.deps.db.transaction((tx) => lockAccount(tx, id));
  expect([await tryLock(userId), await tryLock(crypto.randomUUID())]).toEqual([true, false]);
});

describe('an account lock', () => {
  it("doesn't block inserts that reference the user", async () => {
    const { userId } = await makeUser(context.deps);
    let inserting: Promise<unknown> = Promise.resolve();
    await context.deps.db.transaction(async (tx) => {
      await lockAccount(tx, userId);
      await lockAccounts(tx, [userId]);
      await waitForWriters(tx, userId);
      inserting = lockAsReference(context.deps.db, userId);
      // The embedded database runs one transaction at a time, so the insert waits for this one.
      if (context.deps.database.kind === 'postgres') await inserting;
    });
    await inserting;
  });

  it.each([
    ['one account', lockAccount],
    ['several accounts', (tx: Db, userId: string) => lockAccounts(tx, [userId])],
  ])('blocks a second lock when the first one locks %s', async (_which, lock) => {
    const { userId } = await makeUser(context.deps);
    const lockAgain = () => context.deps.db.transaction((other) => lockAccount(other, userId));
    expect(await startDuring((tx) => lock(tx, userId), lockAgain)).toEqual(WAITS);
  });

  it('waits for transactions that are inserting references to the account', async () => {
    const { userId } = await makeUser(context.deps);
    const wait = () => context.deps.db.transaction((other) => waitForWriters(other, userId));
    expect(await startDuring((tx) => lockAsReference(tx, userId), wait)).toEqual(WAITS);
  });
});
