import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchFolder, type NodeUnderTest, startNode } from '../tools/node-under-test.ts';

const BUYER_COUNT = 4;
const PRICE = 19_900;
const PASSWORD = 'Orbit-of-five-2026';
/** Minimum number of orders per round before the kill, so that slow machines also get some. */
const ORDERS_PER_ROUND = 2;
type Sums = { charged: number; refunded: number; released: number };
type Order = { id: string; balance: Sums; underWay: { state: string }[]; mayWithdraw: boolean };
const STEPS = ['ordered', 'paid', 'undone'] as const;
type Step = (typeof STEPS)[number];
type Purchase = { token: string; orderId: string; acknowledged: Step };

/**
 * When to kill the nodes: this long after the first buyer reaches the step (checkout, payment, payment confirmation or
 * refund). How long a step takes depends on the machine.
 */
const KILLS: { step: Step; afterMs: number }[] = STEPS.flatMap((step) => [
  { step, afterMs: 0 },
  { step, afterMs: 100 },
  { step, afterMs: 300 },
]);

let folder: ReturnType<typeof createScratchFolder>;
let node: NodeUnderTest;
beforeAll(() => {
  folder = createScratchFolder();
});
afterAll(async () => {
  await node?.stop();
  folder.remove();
});

async function ask<T>(token: string | undefined, operation: `${string} ${string}`, body?: object): Promise<T> {
  const [method, path] = operation.split(' ') as [string, string];
  const response = await fetch(node.origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

const start = () =>
  startNode({
    DATA_DIR: folder.path,
    SEED_PLAYERS: '0',
    LOG_LEVEL: 'error',
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
  });

const orderOf = ({ token, orderId }: Purchase) => ask<Order>(token, `GET /api/orders/${orderId}`);

/**
 * Buys, pays and withdraws, and records what the server acknowledged.
 * @throws TypeError when the node is gone
 */
async function buyAndWithdraw(purchases: Purchase[]): Promise<void> {
  const account = { email: `${crypto.randomUUID()}@planet.example`, password: PASSWORD };
  const { access_token: token, user } = await ask<{ access_token: string; user: { id: string } }>(
    undefined,
    'POST /auth/v1/signup',
    account,
  );
  await ask(token, 'POST /api/profiles/me/arrival', { timezone: 'UTC' });
  const { url, orderId } = await ask<{ url: string; orderId: string }>(token, 'POST /functions/v1/checkout-session', {
    priceId: 'PRICE_TEAM_ASSEMBLY',
    userId: user.id,
  });
  const purchase: Purchase = { token, orderId, acknowledged: 'ordered' };
  purchases.push(purchase);
  const card = new URLSearchParams({ card: '4242424242424242' });
  const page = await fetch(url, { method: 'POST', body: card, redirect: 'manual' });
  expect(page.status).toBe(303);
  purchase.acknowledged = 'paid';
  while ((await orderOf(purchase)).balance.charged === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await ask(token, `POST /api/orders/${orderId}/cancel`);
  purchase.acknowledged = 'undone';
}

/** Time limit for recovery. A killed worker's jobs stay locked for two minutes. */
const RECOVERED_MS = 240_000;

/** Makes one purchase after another, so that a kill hits buyers mid-purchase even on a fast machine. */
async function keepBuying(purchases: Purchase[]): Promise<void> {
  for (;;) await buyAndWithdraw(purchases);
}

const readProviderFigures = () =>
  ask<Record<string, { charged: number; refunded: number; transferred: number }>>(
    undefined,
    'GET /sandbox/stripe/readback',
  );

/** Does what a buyer can do after a crash: checks whether the payment arrived, then cancels the order. */
async function settle(purchase: Purchase): Promise<Order> {
  await ask(purchase.token, `POST /api/orders/${purchase.orderId}/check`);
  let order = await orderOf(purchase);
  await expect
    .poll(
      async () => {
        order = await orderOf(purchase);
        // After a kill between the payment and its response, only the payment provider knows about the payment until
        // it's checked.
        const due =
          purchase.acknowledged === 'ordered' ? ((await readProviderFigures())[purchase.orderId]?.charged ?? 0) : PRICE;
        if (order.mayWithdraw) await ask(purchase.token, `POST /api/orders/${purchase.orderId}/cancel`);
        const { charged, refunded } = order.balance;
        return order.underWay.every(({ state }) => state === 'done') && charged >= due && charged === refunded;
      },
      { timeout: RECOVERED_MS, interval: 500 },
    )
    .toBe(true)
    .catch((error) => {
      throw new Error(`${purchase.acknowledged}: ${JSON.stringify(order)}`, { cause: error });
    });
  return order;
}

const isAt = (step: Step, { acknowledged }: Purchase) => STEPS.indexOf(acknowledged) >= STEPS.indexOf(step);

test(`never double-charges, double-refunds or loses money in ${KILLS.length} kills`, async () => {
  const purchases: Purchase[] = [];
  for (const { step, afterMs } of KILLS) {
    node = await start();
    const before = purchases.length;
    const buying = Array.from({ length: BUYER_COUNT }, () =>
      keepBuying(purchases).catch((error) => {
        // The node was killed, so TypeErrors are expected. An error the node returned itself is a bug.
        if (!(error instanceof TypeError)) throw error;
      }),
    );
    const underWay = async () => {
      while (purchases.length < before + ORDERS_PER_ROUND || !purchases.slice(before).some((one) => isAt(step, one)))
        await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, afterMs));
    };
    // Also stop waiting if a buyer fails for a reason other than the kill.
    await Promise.race([underWay(), Promise.all(buying)]);
    await node.stop('SIGKILL');
    await Promise.all(buying);
  }
  node = await start();
  // Jobs taken at the moment of a kill stay locked for a while, so wait for all of them together.
  const orders = await Promise.all(purchases.map(settle));
  for (const [index, purchase] of purchases.entries()) {
    const { balance } = orders[index]!;
    const figures = (await readProviderFigures())[purchase.orderId] ?? { charged: 0, refunded: 0, transferred: 0 };
    const isPaid = purchase.acknowledged !== 'ordered';
    if (isPaid) expect(balance.charged, `${purchase.acknowledged}, in our books`).toBe(PRICE);
    expect(figures, `${purchase.acknowledged}, at the payment provider`).toEqual({
      charged: balance.charged,
      refunded: balance.refunded,
      transferred: 0,
    });
    expect([0, PRICE]).toContain(figures.charged);
  }
  // The kills must hit buyers mid-purchase, not before or after everything.
  const stages = new Set(purchases.map(({ acknowledged }) => acknowledged));
  console.log(
    `${purchases.length} orders: ${JSON.stringify(
      Object.groupBy(purchases, (one) => one.acknowledged),
      (_key, value) => (Array.isArray(value) ? value.length : value),
    )}`,
  );
  expect(purchases.length).toBeGreaterThanOrEqual(KILLS.length * ORDERS_PER_ROUND);
  expect(stages.size).toBeGreaterThan(1);
}, 600_000);
