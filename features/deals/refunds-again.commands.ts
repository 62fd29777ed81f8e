import type { Db } from '../../db/database.ts';
import { ledgerCauses, totalsOf } from './ledger.queries.ts';
import { actionsOf, type MoneyAction } from './money-actions.queries.ts';
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

/**
 * Whether the bank of the payer has taken the money of a refund back already, so that it can never arrive: of what was
 * paid, what the bank took and what other refunds have brought back is gone.
 */
export async function isTakenBack(db: Db, order: Order, { id, subject, amountCents }: MoneyAction): Promise<boolean> {
  const taken = subject ? await takenBackOf(db, subject) : await takenBackOfOrder(db, order);
  if (taken === 0) return false;
  const paid = subject
    ? (await ledgerCauses(db, order.id, `invoice:${subject}`)).reduce((sum, { cents }) => sum + cents, 0)
    : order.amountCents - order.creditCents;
  const back = (await actionsOf(db, order.id)).filter(
    (one) => one.kind === 'refund' && one.state === 'done' && one.subject === subject && one.id !== id,
  );
  return taken + back.reduce((sum, one) => sum + one.amountCents!, 0) + amountCents! > paid;
}

export async function takenBackOfOrder(db: Db, { paymentIntentId: intent }: Order): Promise<number> {
  return (intent ? await findPayment(db, { intent }) : undefined)?.takenBackCents ?? 0;
}
