import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { lockAccount, lockAccounts, waitForWriters } from './account-views.queries.ts';
import { makeUser } from './accounts.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** The lock a foreign key insert takes on the account, without waiting for it. */
const named = (userId: string) => sql`select 1 from auth.users where id = ${userId} for key share nowait`;

it('returns whether the locked account exists', async () => {
  const { userId } = await makeUser(context.deps);
  const held = (id: string) => context.deps.db.transaction((tx) => lockAccount(tx, id));
  expect([await held(userId), await held(crypto.randomUUID())]).toEqual([true, false]);
});

// The embedded database runs one transaction at a time.
describe.runIf(process.env.TEST_DATABASE === 'postgres')('a locked account', () => {
  it('does not block inserts that reference the person', async () => {
    const { userId } = await makeUser(context.deps);
    await context.deps.db.transaction(async (tx) => {
      await lockAccount(tx, userId);
      await lockAccounts(tx, [userId]);
      await waitForWriters(tx, userId);
      await context.deps.db.execute(named(userId));
    });
  });

  it('is locked by one transaction at a time', async () => {
    const { userId } = await makeUser(context.deps);
    await context.deps.db.transaction(async (tx) => {
      await lockAccounts(tx, [userId]);
      const other = context.deps.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '50ms'`);
        return lockAccount(tx, userId);
      });
      await expect(other).rejects.toMatchObject({ cause: { code: '55P03' } });
    });
  });

  it('is waited for until rows that reference it are stored', async () => {
    const { userId } = await makeUser(context.deps);
    const order: string[] = [];
    let waited: Promise<unknown> = Promise.resolve();
    await context.deps.db.transaction(async (tx) => {
      await tx.execute(named(userId));
      waited = context.deps.db.transaction(async (other) => {
        await waitForWriters(other, userId);
        order.push('waited');
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('written');
    });
    await waited;
    expect(order).toEqual(['written', 'waited']);
  });
});
