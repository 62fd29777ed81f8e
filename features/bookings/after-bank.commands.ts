import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { Order } from '../deals/orders/orders.queries.ts';
import { stopAfterBank } from './banned-sellers.commands.ts';
import { loadBooking } from './booking-life.commands.ts';
import { bookingOfOrder } from './bookings.queries.ts';
import { leaveAfterBank } from './withdrawals.commands.ts';

/**
 * The bank has decided for us: what its people or a moderator could not do to a frozen booking is done now.
 * @returns whether it goes on where it stood
 */
export async function goOnAfterBank(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const before = await bookingOfOrder(tx, order.id);
  if (!before) return true;
  await leaveAfterBank(tx, deps, await loadBooking(tx, before.id));
  await stopAfterBank(tx, deps, await loadBooking(tx, before.id));
  const now = await loadBooking(tx, before.id);
  return now.row.status === before.status && !now.booking.stopped;
}
