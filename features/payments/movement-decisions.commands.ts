import type { Db } from '../../db/database.ts';
import { lazyDollars } from '../../messages/amounts.ts';
import { lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { getTotals } from './ledger.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { findOrder, type Order } from './orders/orders.queries.ts';
import { getSellerLabel } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';
import type { ProviderMovement } from './provider-movements.queries.ts';
import { getRefundedCents } from './refund-retries.commands.ts';

/** Who decided what happens to an order: our staff, or the default after the deadline. */
export type MovementDecider = 'staff' | 'default';

type Decision = {
  cause: string;
  decider: MovementDecider;
  outcome: 'continue' | 'end';
  /** The movements that the decision is about. */
  open: ProviderMovement[];
};

/**
 * Notifies the buyer of a decision about an order whose money was moved at the provider, and explains what it means.
 */
export async function notifyBuyerOfDecision(tx: Db, deps: Deps, orderBefore: Order, decision: Decision): Promise<void> {
  if (!orderBefore.buyerId) return;
  const order = (await findOrder(tx, orderBefore.id))!;
  // The order ended for a different reason, which has its own message. Its refund is already scheduled.
  const hasEndedAnyway =
    order.waitsFor === 'service' && (orderBefore.frozenWaitsFor ?? orderBefore.waitsFor) !== 'service';
  if (decision.outcome === 'continue' && hasEndedAnyway) return;
  const shouldEnd = decision.outcome === 'end';
  const lines = shouldEnd ? await listEndedLines(tx, deps, order) : listContinuedLines(order, decision.open);
  const { decider } = decision;
  await notifyOrderPeople(tx, deps, order, {
    cause: `outside-decided:${decision.cause}`,
    write: (t) => ({
      title: t(shouldEnd ? messages.movementEndTitle : messages.movementContinueTitle),
      lines: [
        t(shouldEnd ? messages.movementEndText : messages.movementContinueText, { decider }),
        ...lines.map((line) => translate(t, line)),
      ],
    }),
    people: [orderBefore.buyerId],
  });
}

async function listEndedLines(tx: Db, deps: Deps, order: Order): Promise<Translatable[]> {
  const { seller = 0 } = await getTotals(tx, order.id);
  const refund = await getRefundedCents(tx, order);
  const { paidTo } = getFulfillment(deps, order);
  const lines: Translatable[] = [
    refund > 0 ? lazyText(messages.refundedInTotal, { amount: lazyDollars(refund) }) : messages.nothingRefunded,
  ];
  if (paidTo && seller > 0) {
    const names = { seller: getSellerLabel(order.kind), amount: lazyDollars(seller) };
    lines.push(lazyText(messages.sellerPaid, names));
  }
  if (order.kind === 'founders') lines.push(messages.foundersHasEnded);
  if (order.kind === 'subscription') lines.push(messages.planHasEnded);
  return lines;
}

function listContinuedLines(order: Order, openMovements: ProviderMovement[]): Translatable[] {
  const refundedCents = openMovements
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const lines: Translatable[] = [
    refundedCents > 0 ? lazyText(messages.refundKept, { amount: lazyDollars(refundedCents) }) : messages.nothingChanges,
  ];
  if (order.kind === 'subscription') lines.push(messages.planUnchanged);
  return lines;
}
