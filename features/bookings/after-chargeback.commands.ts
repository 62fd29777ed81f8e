import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { type Order, setNextDeadline } from '../payments/orders/orders.queries.ts';
import { holdAfterChargeback } from './banned-sellers.commands.ts';
import { applyStep, loadBooking, notifyAboutBooking } from './booking-lifecycle.commands.ts';
import * as messages from './bookings.messages.ts';
import { findBookingOfOrder } from './bookings.queries.ts';
import { resumeSessionAfterChargeback } from './bookings.rules.ts';
import { cancelForDeletedSeller } from './withdrawals.commands.ts';

/**
 * Resumes a booking after a chargeback we won. Also handles what happened while the booking was frozen: account
 * deletions, bans and a passed start time.
 * @returns whether the booking continues in the same state as before
 */
export async function resumeBookingAfterChargeback(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const before = await findBookingOfOrder(tx, order.id);
  if (!before) return true;
  await cancelForDeletedSeller(tx, deps, await loadBooking(tx, before.id));
  await holdAfterChargeback(tx, deps, await loadBooking(tx, before.id));
  await keepSessionTime(tx, deps, before.id);
  const currentBooking = await loadBooking(tx, before.id);
  return currentBooking.row.status === before.status && !currentBooking.booking.stopped;
}

/** Resumes a session at its original time, however long the bank took. */
async function keepSessionTime(tx: Db, deps: Deps, id: string): Promise<void> {
  const loadedBooking = await loadBooking(tx, id);
  const { order, row, booking } = loadedBooking;
  const now = deps.now();
  const step = resumeSessionAfterChargeback(booking, now);
  if (!step) return;
  if (step.status === row.status) return setNextDeadline(tx, order.id, { ...step, now });
  const hours = refundTerms.coachingCheckHours;
  await applyStep(tx, deps, loadedBooking, { step, line: lazyText(messages.sessionTimePassed, { hours }) });
  if (!row.buyerId) return;
  await notifyAboutBooking(tx, deps, id, {
    userId: row.buyerId,
    cause: `hour-passed:${id}`,
    write: (t) => ({
      title: t(messages.sessionTimePassedTitle),
      lines: [t(messages.bankReviewOver), t(messages.sessionTimePassedAdvice, { hours })],
    }),
  });
}
