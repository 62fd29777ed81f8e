import type { StripeParams } from '../../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { findAction, findActionByProviderId, type MoneyAction } from '../money-actions.queries.ts';
import { findOrder, type Order } from '../orders/orders.queries.ts';
import { getStripe } from '../payment-provider.commands.ts';
import type { ObservedMovement } from '../provider-movements.commands.ts';
import { findOrderOfPayment, getId, getOrderId } from '../provider-payments.commands.ts';

const UNSENT_STATES = new Set(['failed', 'canceled']);

/** Finds our action that moved the money, by its id at the provider or, if that isn't stored yet, by our metadata. */
async function findOwnAction(
  deps: Deps,
  { id, metadata }: { id: string; metadata: Record<string, string> | null },
): Promise<MoneyAction | undefined> {
  const action = await findActionByProviderId(deps.db, id);
  if (action) return action;
  const actionId = getOrderId({ order_id: metadata?.action_id ?? '' });
  return actionId ? findAction(deps.db, actionId) : undefined;
}

/** Returns refunds of a charge that we didn't request. */
export async function listOutsideRefunds(deps: Deps, charge: StripeParams.Charge): Promise<ObservedMovement[]> {
  const intent = getId(charge.payment_intent);
  const order = intent ? await findOrderOfPayment(deps, { intent, charge: charge.id }) : undefined;
  if (!intent || !order) return [];
  const refunds: ObservedMovement[] = [];
  for await (const refund of getStripe(deps).refunds.list({ charge: charge.id, limit: 100 })) {
    if (UNSENT_STATES.has(refund.status ?? '') || (await findOwnAction(deps, refund))) continue;
    const { id: providerId, amount: amountCents } = refund;
    refunds.push({ providerId, kind: 'refund', amountCents, orderId: order.id, paymentIntentId: intent });
  }
  return refunds;
}

/**
 * Returns a transfer we didn't request, if it can be traced to an order. Looks for the order first, because an event may
 * arrive before a transaction that creates the order and our action has ended. Once we see one, we also see the other.
 */
export async function listOutsideTransfers(deps: Deps, transfer: StripeParams.Transfer): Promise<ObservedMovement[]> {
  const order = await findOrderOfTransfer(deps, transfer);
  if (!order || (await findOwnAction(deps, transfer))) return [];
  return [{ providerId: transfer.id, kind: 'transfer', amountCents: transfer.amount, orderId: order.id }];
}

async function findOrderOfTransfer(deps: Deps, transfer: StripeParams.Transfer): Promise<Order | undefined> {
  const orderId = getOrderId({ order_id: transfer.transfer_group ?? '' });
  const order = orderId ? await findOrder(deps.db, orderId) : undefined;
  const source = getId(transfer.source_transaction);
  if (order || !source?.startsWith('ch_')) return order;
  const intent = getId((await getStripe(deps).charges.retrieve(source)).payment_intent);
  return intent ? findOrderOfPayment(deps, { intent, charge: source }) : undefined;
}

/**
 * Returns the reversals of a payout, whether we sent it or it was made in the provider's dashboard. We never reverse
 * payouts ourselves.
 */
export async function listOutsideReversals(deps: Deps, transfer: StripeParams.Transfer): Promise<ObservedMovement[]> {
  const action = await findOwnAction(deps, transfer);
  const orderId = action?.orderId ?? (await findOrderOfTransfer(deps, transfer))?.id;
  if (!orderId) return [];
  const reversals: ObservedMovement[] = [];
  for await (const { id: providerId, amount: amountCents } of getStripe(deps).transfers.listReversals(transfer.id, {
    limit: 100,
  })) {
    reversals.push({ providerId, kind: 'reversal', amountCents, orderId, actionId: action?.id ?? null });
  }
  return reversals;
}
