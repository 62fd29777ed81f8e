import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { getTotals } from './ledger.queries.ts';
import { getFulfilment } from './orders/fulfilment.commands.ts';
import { findOrder, type Order } from './orders/orders.queries.ts';
import { formatDollars, getSellerLabel } from './orders/orders.rules.ts';
import type { ProviderMovement } from './provider-movements.queries.ts';
import { getRefundedCents } from './refund-retries.commands.ts';

type Decision = {
  cause: string;
  /** "Our staff decided" or "Nobody decided in time". */
  who: string;
  outcome: 'continue' | 'end';
  /** The movements that were decided on. */
  open: ProviderMovement[];
};

/** What buyers lose when the order ends, besides money. */
const ENDED = {
  founders: 'Founders Premium has ended.',
  subscription: "Your plan has ended. You won't be charged again.",
};

/**
 * Notifies the buyer of the decision about an order whose money was moved at the provider, and what it means for them.
 */
export async function notifyBuyerOfDecision(tx: Db, deps: Deps, before: Order, decision: Decision): Promise<void> {
  if (!before.buyerId) return;
  const order = (await findOrder(tx, before.id))!;
  // The order ended anyway for a different reason, which has its own message. Its refund is on the way.
  const endedAnyway = order.waitsFor === 'service' && (before.frozenWaitsFor ?? before.waitsFor) !== 'service';
  if (decision.outcome === 'continue' && endedAnyway) return;
  const lines =
    decision.outcome === 'end' ? await listEndedLines(tx, deps, order) : listContinuedLines(order, decision.open);
  const title = decision.outcome === 'end' ? 'Your order has ended' : 'Your order continues';
  await notifyOrderPeople(tx, deps, order, {
    cause: `outside-decided:${decision.cause}`,
    title,
    lines: [`${decision.who}: your order ${decision.outcome === 'end' ? 'ends' : 'continues'}.`, ...lines],
    people: [before.buyerId],
  });
}

async function listEndedLines(tx: Db, deps: Deps, order: Order): Promise<string[]> {
  const { seller = 0 } = await getTotals(tx, order.id);
  const refund = await getRefundedCents(tx, order);
  const { paidTo } = getFulfilment(deps, order);
  const lines = [refund > 0 ? `We refunded ${formatDollars(refund)} in total.` : 'Nothing is refunded.'];
  if (paidTo && seller > 0) lines.push(`We paid ${formatDollars(seller)} to the ${getSellerLabel(order.kind)}.`);
  if (order.kind === 'founders' || order.kind === 'subscription') lines.push(ENDED[order.kind]);
  return lines;
}

function listContinuedLines(order: Order, open: ProviderMovement[]): string[] {
  const refunded = open.filter(({ kind }) => kind === 'refund').reduce((sum, { amountCents }) => sum + amountCents, 0);
  const lines = refunded > 0 ? [`You keep the refund of ${formatDollars(refunded)}.`] : ['Nothing changes for you.'];
  if (order.kind === 'subscription') lines.push("Your plan doesn't change.");
  return lines;
}
