import { prices } from '../../content/prices.ts';
import type { StripeClient, StripeParams } from '../../integrations/stripe/stripe.client.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { findCurrentSubscription } from './entitlements.queries.ts';
import { isRunning } from './entitlements.rules.ts';
import { claimGuarantee } from './guarantees.queries.ts';
import { listLedgerCauses } from './ledger.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { addOrderNote, lockOrder } from './orders/orders.commands.ts';
import { ORDER_DEADLINES, type PriceId } from './orders/orders.rules.ts';
import { getStripe } from './payment-provider.commands.ts';
import { findCustomer } from './payment-provider.queries.ts';
import * as messages from './payments.messages.ts';
import { notifyOfPlanRefund } from './plan-messages.commands.ts';
import { createOnce } from './provider-idempotency.commands.ts';
import { endPlan, refundInvoice } from './unwanted-plans.commands.ts';

const PLANS = ['PRICE_PRO_MONTHLY', 'PRICE_PREMIUM_MONTHLY'] as const satisfies PriceId[];
const PLAN_NAMES: Record<string, string> = { PRICE_PRO_MONTHLY: 'Pro', PRICE_PREMIUM_MONTHLY: 'Premium' };

/** Returns a plan's price at the payment provider, found by our lookup key. Creates it when it's missing. */
export async function findOrCreateMonthlyPrice(deps: Deps, stripe: StripeClient, priceId: PriceId): Promise<string> {
  const { cents, currency } = prices[priceId];
  const findPrice = async () => (await stripe.prices.list({ lookup_keys: [priceId], active: true, limit: 1 })).data[0];
  const existingPrice = await findPrice();
  const matchesPlan = (price: typeof existingPrice) =>
    price?.unit_amount === cents && price.currency === currency && price.recurring?.interval === 'month';
  if (existingPrice && matchesPlan(existingPrice)) return existingPrice.id;
  const params = {
    lookup_key: priceId,
    // Move our lookup key from a price with a different amount, so people pay the price they're shown.
    transfer_lookup_key: true,
    unit_amount: cents,
    currency,
    recurring: { interval: 'month' as const },
    product_data: { name: `Planet Crew ${PLAN_NAMES[priceId]}` },
    metadata: { price_id: priceId },
  };
  const createdPrice = await createOnce(deps, {
    key: `price:${priceId}:${existingPrice?.id ?? 'first'}`,
    params,
    make: (options) => stripe.prices.create(params, options),
    findExisting: async () => {
      const currentPrice = await findPrice();
      return matchesPlan(currentPrice) ? currentPrice : undefined;
    },
  });
  deps.log.info({ priceId, instead: existingPrice?.id }, 'price created at the payment provider');
  if (existingPrice) await notifyAdminsOfPrice(deps, priceId, existingPrice);
  return createdPrice.id;
}

async function notifyAdminsOfPrice(deps: Deps, priceId: PriceId, { id, unit_amount, currency }: StripeParams.Price) {
  await deps.db.transaction((tx) =>
    notifyAdmins(tx, deps, {
      cause: `price:${id}`,
      title: "A price at the payment provider didn't match ours",
      lines: [
        `${priceId} pointed to ${id}, which is ${unit_amount} ${currency} (cents). We gave its name to a new price of ours. Running plans keep the price they were bought at.`,
      ],
    }),
  );
}

const PORTAL = 'planet-crew-plans-1';

/** Returns the id of a portal configuration that applies upgrades immediately and downgrades when the period ends. */
async function getPortalConfiguration(deps: Deps, stripe: StripeClient): Promise<string> {
  const products = [];
  for (const plan of PLANS) {
    const id = await findOrCreateMonthlyPrice(deps, stripe, plan);
    const { product } = await stripe.prices.list({ lookup_keys: [plan] }).then((list) => list.data[0]!);
    products.push({ product: typeof product === 'string' ? product : product.id, prices: [id] });
  }
  const soldPrices = products.map(({ prices: [price] }) => price).join(' ');
  const findConfiguration = async () => {
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
    return data.find((one) => one.metadata?.name === PORTAL && one.metadata.prices === soldPrices);
  };
  const configuration = await findConfiguration();
  if (configuration) return configuration.id;
  const params: StripeParams.BillingPortal.ConfigurationCreateParams = {
    metadata: { name: PORTAL, prices: soldPrices },
    business_profile: { headline: 'Planet Crew plans' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products,
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
  };
  const createConfiguration = (options: { idempotencyKey: string }) =>
    stripe.billingPortal.configurations.create(params, options);
  return (await createOnce(deps, { key: PORTAL, params, make: createConfiguration, findExisting: findConfiguration }))
    .id;
}

/**
 * Opens the payment provider's page for plans, cards and invoices.
 * @throws Refusal not_found for people who never bought anything
 */
export async function openPortal(deps: Deps, actor: Person, returnUrl: string): Promise<string> {
  const customer = await findCustomer(deps.db, actor.userId);
  if (!customer) throw new Refusal('not_found', messages.portalNothingYet);
  const stripe = getStripe(deps);
  const configuration = await getPortalConfiguration(deps, stripe);
  const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, configuration });
  return session.url;
}

/**
 * Uses the 7-day money-back guarantee of a plan: ends it now and refunds everything paid for it.
 * @throws Refusal conflict if there's no active plan, the guarantee is over or used, or everything was already refunded
 */
export async function refundPlanUnderGuarantee(deps: Deps, actor: Person): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    const subscription = await findCurrentSubscription(tx, actor.userId);
    if (!subscription || !isRunning(subscription)) throw new Refusal('conflict', messages.noActivePlan);
    const order = await lockOrder(tx, subscription.orderId);
    if (!subscription.firstPaidAt || addMs(subscription.firstPaidAt, ORDER_DEADLINES.guarantee) <= deps.now()) {
      throw new Refusal('conflict', messages.planGuaranteeOver);
    }
    const use = { userId: actor.userId, plan: subscription.plan, orderId: order.id, usedAt: deps.now() };
    if (!(await claimGuarantee(tx, use))) throw new Refusal('conflict', messages.planGuaranteeUsed);
    let total = 0;
    for (const { cause, cents } of await listLedgerCauses(tx, order.id, 'invoice:')) {
      const invoice = cause.slice('invoice:'.length);
      total += await refundInvoice(tx, deps, order, { invoice, cents, memo: messages.memoGuarantee });
    }
    if (total === 0) throw new Refusal('conflict', messages.planRefundedAlready);
    await endPlan(tx, deps, subscription);
    await addOrderNote(tx, deps, order.id, (t) =>
      t(messages.historyPlanGuarantee, { amount: formatDollars(t, total) }),
    );
    await notifyOfPlanRefund(tx, deps, order, {
      cause: subscription.subscriptionId,
      cents: total,
      message: messages.planGuaranteeText,
    });
  });
}
