import type { Db } from '../../db/database.ts';
import { ledgerCauses, totalsOf } from './ledger.queries.ts';
import type { MoneyAction } from './money-actions.queries.ts';
import type { Order } from './orders/orders.queries.ts';
import { findPayment, takenBackOf } from './processor-payments.queries.ts';

const NOT_HELD = 'The money of this refund is not held any more. The history says where it went.';

/**
 * Why a refund that was undone is not sent once more.
 * @returns undefined when it can be
 */
export async function whyNotAgain(db: Db, order: Order, action: MoneyAction): Promise<string | undefined> {
  if (order.frozenAt) return 'The bank of the payer looks at the payment. Its money moves once it has decided.';
  const { held = 0 } = await totalsOf(db, order.id);
  if (held === 0) return NOT_HELD;
  return (await isTakenBack(db, order, action)) ? 'The bank of the payer has taken this money back itself.' : undefined;
}

/** Whether the bank of the payer has taken the money of a refund back already, so that it can never arrive. */
export async function isTakenBack(db: Db, order: Order, { subject, amountCents }: MoneyAction): Promise<boolean> {
  if (subject) {
    const paid = await ledgerCauses(db, order.id, `invoice:${subject}`);
    return (await takenBackOf(db, subject)) + amountCents! > paid.reduce((sum, { cents }) => sum + cents, 0);
  }
  const intent = order.paymentIntentId;
  const payment = intent ? await findPayment(db, { intent }) : undefined;
  return (
    payment !== undefined &&
    payment.takenBackCents > 0 &&
    payment.takenBackCents + amountCents! > order.amountCents - order.creditCents
  );
}
