import type { Db } from '../../db/database.ts';
import { english, translate } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { writeJournal } from './ledger.queries.ts';
import { createUndoneReleaseEntries } from './ledger.rules.ts';
import { type MoneyAction, updateAction } from './money-actions.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, refundHeld } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import { describeRefund } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';
import { isOpenAccount } from './provider-erasures.queries.ts';

/**
 * Refunds the buyer for payouts that can never arrive, because the payee was erased and has no payout account. If the
 * account was deleted later, only stuck payouts are refunded.
 * @returns whether there were any
 */
export async function refundUnpayablePayouts(
  tx: Db,
  deps: Deps,
  order: Order,
  openActions: MoneyAction[],
): Promise<boolean> {
  const unpayableActions: MoneyAction[] = [];
  for (const action of openActions) if (await isUnpayable(tx, action)) unpayableActions.push(action);
  for (const action of unpayableActions) await refundUnpayablePayout(tx, deps, order, action);
  if (unpayableActions.length > 0) await getFulfillment(deps, order).settle(tx, deps, order.id);
  return unpayableActions.length > 0;
}

async function isUnpayable(tx: Db, { kind, payeeId, subject, state }: MoneyAction): Promise<boolean> {
  if (kind !== 'transfer' || payeeId) return false;
  if (!subject) return true;
  // A payout that isn't stuck may have been sent before the account was deleted.
  return state === 'stuck' && !(await isOpenAccount(tx, subject));
}

async function refundUnpayablePayout(tx: Db, deps: Deps, order: Order, action: MoneyAction): Promise<void> {
  const cents = action.amountCents!;
  await updateAction(tx, action.id, { state: 'undone', problem: english(messages.memoUnpayable) });
  const cause = `unpayable:${action.id}`;
  await writeJournal(tx, {
    orderId: order.id,
    cause,
    memo: messages.memoUnpayable,
    entries: createUndoneReleaseEntries(cents),
    at: deps.now(),
  });
  await refundUnpayable(tx, deps, order, { cause, cents });
}

/** Refunds the buyer money that can no longer be paid to anyone, and notifies them. */
export async function refundUnpayable(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, cents }: { cause: string; cents: number },
): Promise<void> {
  const refundedParts = await refundHeld(tx, deps, order, {
    cause: `${cause}:refund`,
    cents,
    memo: messages.memoUnpayable,
  });
  const explain = (t: Translator) =>
    t(messages.historyUnpayable, { refund: translate(t, describeRefund(refundedParts, false)) });
  await addOrderNote(tx, deps, order.id, explain);
  const people = order.buyerId ? [order.buyerId] : [];
  await notifyOrderPeople(tx, deps, order, {
    cause,
    write: (t) => ({ title: t(messages.partialRefundTitle), lines: [explain(t)] }),
    people,
  });
}
