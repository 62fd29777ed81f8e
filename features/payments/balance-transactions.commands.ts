import type { StripeParams } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';
import { findActionByProviderId } from './money-actions.queries.ts';
import { getStripe } from './payment-provider.commands.ts';
import { findMovement } from './provider-movements.queries.ts';
import { findOrderOfPayment, getId } from './provider-payments.commands.ts';
import type { MoneyFigures } from './reconcile.rules.ts';

type BalanceMovement = StripeParams.BalanceTransaction;
type Source = Exclude<BalanceMovement['source'], string | null>;

export type ProviderFee = { orderId: string; movement: string; cents: number; ofCharge: boolean };
export type MovementTotals = {
  figures: Map<string, MoneyFigures>;
  fees: ProviderFee[];
  /**
   * Orders with a movement in the margin at the beginning of the window (before `endAt`). They aren't compared, because
   * some of their movements may be missing.
   */
  early: Set<string>;
};

/** Placeholder for movements that belong to no order. */
const NONE = 'without an order';

/**
 * Returns, per order, the amounts charged (minus chargebacks), refunded, transferred and kept as fees, in cents.
 * Matches every balance movement to its order by the IDs of its source object.
 */
export async function readProviderMovements(deps: Deps, since: Date, endAt: Date): Promise<MovementTotals> {
  const movements: MovementTotals = { figures: new Map(), fees: [], early: new Set() };
  const orderIdByPayment = new Map<string, string>();
  const findOrderId = async (payment: { payment_intent?: unknown; charge?: unknown }, charge?: string) => {
    const intent = getId(payment.payment_intent as string | null);
    if (!intent) return NONE;
    const order = orderIdByPayment.get(intent) ?? (await findOrderOfPayment(deps, { intent, charge }))?.id ?? NONE;
    orderIdByPayment.set(intent, order);
    return order;
  };
  const createdRange = { gte: Math.floor(since.getTime() / 1000) };
  const transactions = getStripe(deps).balanceTransactions.list({
    created: createdRange,
    limit: 100,
    expand: ['data.source'],
  });
  for await (const movement of transactions) {
    const { source } = movement;
    if (source === null || typeof source === 'string') continue;
    const orderId = await findOrderIdOfSource(deps, source, findOrderId);
    if (!orderId) continue;
    addTransaction(movements, movement, source, orderId);
    if (movement.created * 1000 < endAt.getTime()) movements.early.add(orderId);
  }
  return movements;
}

type FindOrderId = (paid: { payment_intent?: unknown }, charge?: string) => Promise<string>;

/** @returns undefined for movements without an order: payouts, top-ups, the payment provider's own fees */
async function findOrderIdOfSource(deps: Deps, source: Source, findOrderId: FindOrderId): Promise<string | undefined> {
  switch (source.object) {
    case 'charge':
      return findOrderId(source, source.id);
    case 'refund':
    case 'dispute':
      return findOrderId(source, getId(source.charge));
    case 'transfer': {
      const action = await findActionByProviderId(deps.db, source.id);
      if (action) return action.orderId;
      return (await findMovement(deps.db, source.id))?.orderId ?? source.transfer_group ?? NONE;
    }
    case 'transfer_reversal': {
      const transfer = getId(source.transfer)!;
      const action = await findActionByProviderId(deps.db, transfer);
      return action?.orderId ?? (await findMovement(deps.db, transfer))?.orderId ?? NONE;
    }
    default:
      return undefined;
  }
}

function addTransaction(
  { figures, fees }: MovementTotals,
  { id, amount, fee }: BalanceMovement,
  source: Source,
  orderId: string,
): void {
  const figure = figures.get(orderId) ?? { charged: 0, refunded: 0, transferred: 0, fees: 0 };
  figures.set(orderId, figure);
  if (source.object === 'charge') figure.charged += amount;
  // During a bank review, the provider has already withdrawn the money, but it still counts as charged. Only a lost
  // dispute removes it.
  if (source.object === 'dispute' && source.status === 'lost') figure.charged += amount;
  if (source.object === 'refund') figure.refunded -= amount;
  if (source.object === 'transfer' || source.object === 'transfer_reversal') figure.transferred -= amount;
  figure.fees += fee;
  if (fee !== 0 && orderId !== NONE) {
    fees.push({ orderId, movement: id, cents: fee, ofCharge: source.object === 'charge' });
  }
}
