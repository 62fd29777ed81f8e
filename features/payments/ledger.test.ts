import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../accounts/accounts.factory.ts';
import { getBalance, writeJournal } from './ledger.queries.ts';
import { createPaymentEntries, createRefundEntries, createReleaseEntries } from './ledger.rules.ts';
import { insertOrder, type Order } from './orders/orders.queries.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
let order: Order;

beforeAll(async () => {
  context = await openMoneyContext();
  const { userId } = await makeUser(context.deps);
  const at = context.now();
  order = await insertOrder(context.deps.db, {
    buyerId: userId,
    kind: 'hire',
    priceId: 'PRICE_7G_LOCK',
    amountCents: 10_000,
    state: 'paid',
    waitsFor: 'buyer',
    deadlineAt: at,
    createdAt: at,
  });
  await write('payment', createPaymentEntries(10_000, 0));
});
afterAll(() => context.close());

const write = (cause: string, entries: Parameters<typeof writeJournal>[1]['entries']) =>
  context.deps.db.transaction((tx) =>
    writeJournal(tx, { orderId: order.id, cause, memo: cause, entries, at: context.now() }),
  );

const readFailure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (error: Error) => error,
  );
  return String((error as Error)?.cause ?? error);
};

describe('ledger', () => {
  test('refuses an unbalanced journal at commit', async () => {
    expect(await readFailure(write('unbalanced', { held: -100, seller: 99 }))).toContain('does not balance');
  });

  test('refuses an entry for an existing journal', async () => {
    const insertion = context.deps.db.execute(
      sql`insert into ledger_entries (journal_id, account, amount_cents) select id, 'platform', 5 from ledger_journals limit 1`,
    );
    expect(await readFailure(insertion)).toContain('does not balance');
  });

  test('refuses to spend more than is held', async () => {
    expect(await readFailure(write('too much', createReleaseEntries(10_001)))).toContain('overdrawn');
  });

  test('lets only one of two transactions spend the same hold', async () => {
    const results = await Promise.allSettled([
      write('one', createReleaseEntries(6_000)),
      write('two', createRefundEntries(6_000, 0)),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const now = await getBalance(context.deps.db, order.id);
    expect(now.charged).toBe(now.held + now.released + now.refunded + now.fees);
    expect(now.held).toBe(4_000);
  });

  test('writes only one journal per cause', async () => {
    expect(await write('payment', createPaymentEntries(10_000, 0))).toBe(false);
  });

  test('refuses updates and deletions', async () => {
    expect(await readFailure(context.deps.db.execute(sql`update ledger_entries set amount_cents = 1`))).toContain(
      'append-only',
    );
    expect(await readFailure(context.deps.db.execute(sql`delete from ledger_journals`))).toContain('append-only');
  });

  test('refuses an open order without a responsible party or a deadline', async () => {
    const ownerless = context.deps.db.execute(sql`update orders set waits_for = null where id = ${order.id}`);
    expect(await readFailure(ownerless)).toContain('orders_open_has_owner');
  });
});
