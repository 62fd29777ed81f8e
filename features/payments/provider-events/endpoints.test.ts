import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../content/endpoints.ts';
import { findCard } from '../../../integrations/stripe/sandbox-cards.ts';
import { signPayload } from '../../../integrations/stripe/sandbox-engine.ts';
import type { Event } from '../../../integrations/stripe/sandbox-state.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { startCheckout } from '../checkout.commands.ts';
import { startOnboarding } from '../sellers.commands.ts';
import { findSellerAccount } from '../sellers.queries.ts';
import { type MoneyContext, openMoneyContext } from '../test-money.ts';
import { readMessages, readOrderNow } from '../test-orders.ts';
import { catchUpEvents } from './provider-events.commands.ts';
import { findEvent } from './provider-events.queries.ts';

let context: MoneyContext;
let admin: { userId: string };
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const PLATFORM_SECRET = 'whsec_house';
const SELLER_SECRET = 'whsec_house_sellers';
const post = async (event: object, secret: string) => {
  const body = JSON.stringify(event);
  const headers = { 'Stripe-Signature': signPayload(body, secret, context.now()) };
  return (await context.app.request(endpoints.paymentEvents, { method: 'POST', body, headers })).status;
};
const onboardSeller = async () => {
  const { deps, sandbox } = context;
  const seller = await makeUser(deps);
  await startOnboarding(deps, seller);
  const { accountId } = (await findSellerAccount(deps.db, seller.userId))!;
  sandbox.engine.onboard(accountId, '000123456789');
  return { seller, event: sandbox.waiting.splice(0).find((one) => one.account === accountId)! };
};
const makePaidOrder = async () => {
  const { deps, sandbox } = context;
  const buyer = await makeUser(deps);
  const request = { priceId: 'PRICE_7G_LOCK', userId: buyer.userId, mode: 'payment' as const, useCredit: false };
  const { orderId } = await startCheckout(deps, buyer, request);
  sandbox.engine.pay(
    Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!,
    findCard('4242424242424242')!,
  );
  const event = sandbox.waiting.splice(0).find((one) => one.type === 'checkout.session.completed')!;
  return { orderId, event };
};
const listWarnings = async () =>
  (
    await context.deps.db.execute<{ lines: string[] }>(
      sql`select lines from notification_outbox where user_id = ${admin.userId} and dedupe_key like '%version:%'`,
    )
  ).rows.flatMap(({ lines }) => lines);

describe('seller endpoint', () => {
  test('accepts seller events signed with the secret of the second endpoint', async () => {
    const { deps, sandbox } = context;
    const { seller, event } = await onboardSeller();
    expect(await sandbox.deliver(event)).toBe(true);
    expect(await findSellerAccount(deps.db, seller.userId)).toMatchObject({ payoutsEnabled: true });
    expect(await findEvent(deps.db, event.id)).toMatchObject({ processedAt: context.now() });
  });

  test("refuses events without that secret or with the other endpoint's secret", async () => {
    const { deps } = context;
    const { event } = await onboardSeller();
    expect(await post(event, PLATFORM_SECRET)).toBe(422);
    const { env } = deps;
    deps.env = { ...env, STRIPE_CONNECT_WEBHOOK_SECRET: undefined };
    expect(await post(event, SELLER_SECRET)).toBe(422);
    deps.env = env;
    expect(await findEvent(deps.db, event.id)).toBeUndefined();
    const own = await makePaidOrder();
    expect(await post(own.event, SELLER_SECRET)).toBe(422);
    expect(await post(own.event, PLATFORM_SECRET)).toBe(200);
  });
});

test('notifies admins of swapped secrets once a day per endpoint', async () => {
  const { event } = await onboardSeller();
  const own = await makePaidOrder();
  for (const _ of [1, 2]) {
    expect(await post(event, PLATFORM_SECRET)).toBe(422);
    expect(await post(own.event, SELLER_SECRET)).toBe(422);
  }
  const lines = (await readMessages(context.deps, admin.userId)).filter(({ title }) => /mixed up/.test(title));
  expect(lines.flatMap((one) => one.lines).sort()).toEqual([
    expect.stringMatching(/accounts of sellers .* Set it as STRIPE_CONNECT_WEBHOOK_SECRET/),
    expect.stringMatching(/payments .* Set it as STRIPE_WEBHOOK_SECRET/),
  ]);
});

describe('event of another version', () => {
  const withOldVersion = (event: Event) => ({ ...event, api_version: '2024-06-20' });

  test('is refused without being stored, reported to admins once, and fetched in our version', async () => {
    const { deps } = context;
    const { orderId, event } = await makePaidOrder();
    for (const _ of [1, 2]) expect(await post(withOldVersion(event), PLATFORM_SECRET)).toBe(422);
    expect(await post({ ...event, api_version: null }, PLATFORM_SECRET)).toBe(422);
    expect(await findEvent(deps.db, event.id)).toBeUndefined();
    expect((await readOrderNow(deps, orderId)).state).toBe('awaiting_payment');
    const lines = await listWarnings();
    expect(lines).toHaveLength(2);
    expect(lines.join()).toContain('2024-06-20');
    await catchUpEvents(deps);
    expect((await readOrderNow(deps, orderId)).state).toBe('paid');
  });

  test('is fetched in our version when the catch-up lists it', async () => {
    const { deps, sandbox } = context;
    const { orderId, event } = await makePaidOrder();
    const listedEvent = sandbox.state.events.find((one) => one.id === event.id)!;
    const { data } = listedEvent;
    const { id } = data.object as { id: string };
    Object.assign(listedEvent, { api_version: '2019-01-01', data: { object: { id, object: 'checkout.session' } } });
    await catchUpEvents(deps);
    expect((await readOrderNow(deps, orderId)).state).toBe('paid');
    expect((await findEvent(deps.db, event.id))?.payload).toMatchObject({ data: { object: { mode: 'payment' } } });
    Object.assign(listedEvent, { api_version: event.api_version, data });
  });
});
