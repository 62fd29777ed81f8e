import type { StripeParams } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';
import { findOrder, findOrderByIntent, findOrderBySession, type Order } from './orders/orders.queries.ts';
import { getStripe } from './payment-provider.commands.ts';
import { findPayment, savePayment } from './provider-payments.queries.ts';
import { findSubscription } from './subscriptions.queries.ts';

export const getId = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

/** Returns the order id in our metadata, if it's valid. */
export const getOrderId = (metadata: Record<string, string> | null | undefined): string | undefined => {
  const id = metadata?.order_id ?? '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
};

/** A payment of an invoice: the payment intent, its charge and its card. */
export type InvoicePayment = {
  intent: string;
  charge: string | undefined;
  card?: string | undefined;
  /** Whether the bank needs the cardholder to confirm the payment. */
  asksToConfirm?: boolean;
};

export async function listPaymentsOfInvoice(deps: Deps, invoice: string): Promise<InvoicePayment[]> {
  const stripe = getStripe(deps);
  const payments: InvoicePayment[] = [];
  for await (const { payment } of stripe.invoicePayments.list({ invoice, limit: 100 })) {
    const intent = getId(payment.payment_intent);
    if (!intent) continue;
    const { latest_charge: charge, status } = await stripe.paymentIntents.retrieve(intent, {
      expand: ['latest_charge'],
    });
    const card = typeof charge === 'object' ? formatCard(charge) : undefined;
    payments.push({ intent, charge: getId(charge), card, asksToConfirm: status === 'requires_action' });
  }
  return payments;
}

/** Returns a card's label, the same in every language: 'Visa •••• 4242'. */
function formatCard(charge: StripeParams.Charge | null): string | undefined {
  const card = charge?.payment_method_details?.card;
  if (!card?.last4) return undefined;
  const { brand, last4 } = card;
  const number = `•••• ${last4}`;
  return brand ? `${brand[0]!.toUpperCase()}${brand.slice(1)} ${number}` : number;
}

/**
 * Finds the order of a payment by the ids we've stored. If the payment's event never came, follows the payment
 * provider's links instead, to the payment page we opened or the invoice of a plan. Ignores metadata, because it can be
 * edited at the provider.
 */
export async function findOrderOfPayment(
  deps: Deps,
  { intent, charge }: { intent: string; charge?: string | undefined },
) {
  const payment = await findPayment(deps.db, { intent, charge });
  if (payment) return findOrder(deps.db, payment.orderId);
  const order = (await findOrderByIntent(deps.db, intent)) ?? (await findOrderOfPage(deps, { payment_intent: intent }));
  if (order) return order;
  for await (const { invoice } of getStripe(deps).invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
  })) {
    return findOrderOfInvoice(deps, { intent, charge }, getId(invoice)!);
  }
  return undefined;
}

async function findOrderOfInvoice(
  deps: Deps,
  { intent, charge }: Pick<InvoicePayment, 'intent' | 'charge'>,
  id: string,
): Promise<Order | undefined> {
  const invoice = await getStripe(deps).invoices.retrieve(id);
  const subscription = getId(invoice.parent?.subscription_details?.subscription);
  const order = subscription ? await findOrderOfPlan(deps, subscription) : undefined;
  if (!order) return undefined;
  await savePayment(deps.db, {
    paymentIntentId: intent,
    orderId: order.id,
    chargeId: charge ?? null,
    invoiceId: id,
    subscriptionId: subscription ?? null,
    createdAt: deps.now(),
  });
  return order;
}

/** Finds the order of a plan that's known to us or was bought on one of our pages. */
export async function findOrderOfPlan(deps: Deps, subscription: string): Promise<Order | undefined> {
  const existingSubscription = await findSubscription(deps.db, subscription);
  return existingSubscription
    ? findOrder(deps.db, existingSubscription.orderId)
    : findOrderOfPage(deps, { subscription });
}

async function findOrderOfPage(
  deps: Deps,
  filter: StripeParams.Checkout.SessionListParams,
): Promise<Order | undefined> {
  const { data } = await getStripe(deps).checkout.sessions.list({ ...filter, limit: 1 });
  const [session] = data;
  if (!session) return undefined;
  const order = await findOrderBySession(deps.db, session.id);
  // The page's id may not be stored yet, but the page also carries our order id.
  const orderId = getOrderId({ order_id: session.client_reference_id ?? '' });
  return order ?? (orderId ? findOrder(deps.db, orderId) : undefined);
}
