import type { Db } from '../../db/database.ts';
import { ledgerCauses, totalsOf } from './ledger.queries.ts';
import { actionsOf, type MoneyAction } from './money-actions.queries.ts';
import type { Order } from './orders/orders.queries.ts';
import { findPayment, takenBackOf } from './processor-payments.queries.ts';
import { refundedOutside, refundedOutsideOfInvoice } from './provider-movements.queries.ts';

const NOT_HELD = 'The money of this refund is not held any more. The history says where it went.';

/**
 * Why a refund that was undone is not sent once more.
 * @returns undefined when it can be
 */
export async function whyNotAgain(db: Db, order: Order, action: MoneyAction): Promise<string | undefined> {
  if (order.frozenAt) return 'The payment is under review. Its money moves once that is decided.';
  const { held = 0 } = await totalsOf(db, order.id);
  if (held === 0) return NOT_HELD;
  return (await arrivable(db, order, action)) === 0 ? 'This money has gone back another way already.' : undefined;
}

/**
 * How much of a refund can still arrive, in cents: of what was paid, what the bank took, what was refunded in the provider's
 * dashboard and what other refunds have brought back is gone.
 */
export async function arrivable(db: Db, order: Order, { id, subject, amountCents }: MoneyAction): Promise<number> {
  const cents = amountCents ?? 0;
  const taken = subject ? await goneOfInvoice(db, subject) : await goneOfOrder(db, order);
  if (taken === 0) return cents;
  const paid = subject
    ? (await ledgerCauses(db, order.id, `invoice:${subject}`)).reduce((sum, month) => sum + month.cents, 0)
    : order.amountCents - order.creditCents;
  const back = (await actionsOf(db, order.id)).filter(
    (one) =>
      one.kind === 'refund' &&
      (one.state === 'done' || one.state === 'otherwise') &&
      one.subject === subject &&
      one.id !== id,
  );
  return Math.max(0, Math.min(cents, paid - taken - back.reduce((sum, one) => sum + one.amountCents!, 0)));
}

async function goneOfOrder(db: Db, order: Order): Promise<number> {
  const { paymentIntentId: intent } = order;
  return (await takenBackOfOrder(db, order)) + (intent ? await refundedOutside(db, intent) : 0);
}

/** What of an invoice the bank took back, or was refunded in the provider's dashboard, in cents. */
export const goneOfInvoice = async (db: Db, invoice: string): Promise<number> =>
  (await takenBackOf(db, invoice)) + (await refundedOutsideOfInvoice(db, invoice));

export async function takenBackOfOrder(db: Db, { paymentIntentId: intent }: Order): Promise<number> {
  return (intent ? await findPayment(db, { intent }) : undefined)?.takenBackCents ?? 0;
}
