import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { type Order, setWaiting } from '../deals/orders/orders.queries.ts';
import { stopAfterBank } from './banned-sellers.commands.ts';
import { applyStep, loadBooking, notifyAboutBooking } from './booking-life.commands.ts';
import { bookingOfOrder } from './bookings.queries.ts';
import { sessionAfterBank } from './bookings.rules.ts';
import { leaveAfterBank } from './withdrawals.commands.ts';

/**
 * The bank has decided for us: what its people, a moderator or its hour could not do to a frozen booking is done now.
 * @returns whether it goes on where it stood
 */
export async function goOnAfterBank(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const before = await bookingOfOrder(tx, order.id);
  if (!before) return true;
  await leaveAfterBank(tx, deps, await loadBooking(tx, before.id));
  await stopAfterBank(tx, deps, await loadBooking(tx, before.id));
  await keepHour(tx, deps, before.id);
  const now = await loadBooking(tx, before.id);
  return now.row.status === before.status && !now.booking.stopped;
}

/** A session stays at its hour, however long the bank took. */
async function keepHour(tx: Db, deps: Deps, id: string): Promise<void> {
  const loaded = await loadBooking(tx, id);
  const { order, row, booking } = loaded;
  const now = deps.now();
  const step = sessionAfterBank(booking, now);
  if (!step) return;
  if (step.status === row.status) return setWaiting(tx, order.id, { ...step, now });
  const hours = refundTerms.coachingCheckHours;
  const line = `The hour of the session passed while the bank looked at the payment. The buyer has ${hours} hours to say if something was wrong.`;
  await applyStep(tx, deps, loaded, { step, line });
  if (!row.buyerId) return;
  await notifyAboutBooking(tx, deps, id, {
    userId: row.buyerId,
    cause: `hour-passed:${id}`,
    title: 'The hour of your session has passed',
    lines: [
      'Your bank looked at the payment meanwhile, and leaves it with us.',
      `If the session was not given, open a dispute within ${hours} hours. After that the coach is paid.`,
    ],
  });
}
