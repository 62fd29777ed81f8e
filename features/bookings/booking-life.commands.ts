import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { after } from '../../time/instants.ts';
import { restoreCredit } from '../deals/entitlements.commands.ts';
import { totalsOf } from '../deals/ledger.queries.ts';
import { lockOrder, note, refundHeld, releaseHeld, settleIfDone } from '../deals/orders/orders.commands.ts';
import { type Order, setWaiting } from '../deals/orders/orders.queries.ts';
import { dollars, PATIENCE } from '../deals/orders/orders.rules.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import {
  type BookingRow,
  bookingOfOrder,
  claimBooking,
  countGameRow,
  findBooking,
  ruleViewOf,
} from './bookings.queries.ts';
import { type Booking, isNo, type No, other, paid, passDeadline, type Step, settledBooking } from './bookings.rules.ts';
import type { Side } from './bookings.schema.ts';

export type Loaded = { order: Order; row: BookingRow; booking: Booking };

/**
 * A booking with its order locked: whatever is decided on it stays true until the transaction ends.
 * @throws Refusal not_found
 */
export async function loadBooking(tx: Db, id: string): Promise<Loaded> {
  const found = await findBooking(tx, id);
  if (!found) throw new Refusal('not_found', 'There is no such booking.');
  const order = await lockOrder(tx, found.orderId);
  const row = (await findBooking(tx, id))!;
  return { order, row, booking: await ruleViewOf(tx, row, order.amountCents) };
}

/**
 * Which side of a booking somebody is on.
 * @throws Refusal not_found for anybody else, who need not know that it exists
 */
export function sideOf(row: BookingRow, userId: string): Side {
  if (row.buyerId === userId) return 'buyer';
  if (row.playerId === userId) return 'seller';
  throw new Refusal('not_found', 'There is no such booking.');
}

/** The step, or its refusal as the answer to people. */
export function must(outcome: Step | No): Step {
  if (isNo(outcome)) throw new Refusal('conflict', outcome.no);
  return outcome;
}

type Extra = { line: string; endedBy?: Side | 'silence'; silent?: Side | null };

/** Carries out a step of the rules: the state first, claimed from the one it was read in, then the money, then who is next. */
export async function applyStep(
  tx: Db,
  deps: Deps,
  { order, row, booking }: Loaded,
  step: Step,
  extra: Extra,
): Promise<void> {
  const now = deps.now();
  const counted = step.counted ?? row.completedGames;
  const claimed = await claimBooking(tx, row.id, row.status, {
    status: step.status,
    completedGames: counted,
    updatedAt: now,
    ...(extra.endedBy ? { endedBy: extra.endedBy } : {}),
  });
  if (!claimed) throw new Refusal('conflict', 'This booking has just changed. Please look again.');
  if (counted > row.completedGames) await countGameRow(tx, row.id, counted, now, extra.silent ?? null);
  await note(tx, deps, order.id, extra.line);
  if (step.release) {
    if (!row.playerId) throw new Refusal('conflict', 'The player has left, so an admin has to decide about the money.');
    const memo =
      row.type === 'hire'
        ? `Released to the player for ${counted} of ${row.contractedGames} games`
        : 'Released to the coach';
    await releaseHeld(tx, deps, order, {
      cause: `booking:${row.id}:release`,
      cents: step.release,
      memo,
      payeeId: row.playerId,
    });
    await notifyAboutBooking(
      tx,
      deps,
      row.playerId,
      `paid:${row.id}`,
      'Your payout is on its way',
      [`${dollars(step.release)} are released to your payout account.`],
      row.id,
    );
  }
  if (step.refund) {
    const memo =
      step.refund === booking.priceCents
        ? 'Full refund'
        : `Refund for ${row.contractedGames - counted} of ${row.contractedGames} games`;
    await refundHeld(tx, deps, order, { cause: `booking:${row.id}:refund`, cents: step.refund, memo });
    if (step.refund === booking.priceCents) await restoreCredit(tx, deps, order);
    if (row.buyerId)
      await notifyAboutBooking(
        tx,
        deps,
        row.buyerId,
        `refund:${row.id}`,
        'Your refund is on its way',
        [extra.line, `${dollars(step.refund)} go back.`],
        row.id,
      );
  }
  if (step.waitsFor && step.deadlineAt) await setWaiting(tx, order.id, step.waitsFor, step.deadlineAt);
  else await settleBooking(tx, deps, order.id);
}

/** A notification about a booking, with the way to it. */
export function notifyAboutBooking(
  tx: Db,
  deps: Deps,
  userId: string,
  cause: string,
  title: string,
  lines: string[],
  bookingId: string,
) {
  return enqueueNotification(tx, deps, {
    userId,
    kind: 'booking',
    title,
    lines,
    link: { label: 'Open the booking', path: paths.booking(bookingId) },
    dedupeKey: `booking:${cause}:${userId}`,
  });
}

/** Gives a settled order's booking its last state. @returns whether the order is settled */
export async function settleBooking(tx: Db, deps: Deps, orderId: string): Promise<boolean> {
  if (!(await settleIfDone(tx, deps, orderId))) return false;
  const row = await bookingOfOrder(tx, orderId);
  if (row) await claimBooking(tx, row.id, row.status, { status: settledBooking(row.status), updatedAt: deps.now() });
  return true;
}

/** Payment of a hire or a session has arrived. Without a choice made before, the buyer has a week to make one. */
export async function startBooking(tx: Db, deps: Deps, order: Order): Promise<void> {
  const row = await bookingOfOrder(tx, order.id);
  if (row?.status !== 'reserved') {
    await setWaiting(tx, order.id, 'buyer', after(deps.now(), PATIENCE.choice));
    return;
  }
  const booking = await ruleViewOf(tx, row, order.amountCents);
  await begin(tx, deps, { order, row, booking });
}

/** Both the money and the choice are there. */
export async function begin(tx: Db, deps: Deps, loaded: Loaded): Promise<void> {
  const { row } = loaded;
  const step = paid(loaded.booking, deps.now());
  const hire = row.type === 'hire';
  const line = hire
    ? `Paid and held. The player has ${refundTerms.hireAcceptHours} hours to accept.`
    : 'Paid and held. The session is booked.';
  await applyStep(tx, deps, loaded, step, { line });
  if (!row.playerId) return;
  const when = row.startsAt?.toISOString().replace('T', ' ').slice(0, 16);
  await notifyAboutBooking(
    tx,
    deps,
    row.playerId,
    `new:${row.id}`,
    hire ? 'Somebody wants to hire you' : 'A coaching session was booked',
    hire
      ? [
          `Seven games as ${row.role} for ${dollars(loaded.order.amountCents)}, held until they are confirmed.`,
          `Please accept or decline within ${refundTerms.hireAcceptHours} hours.`,
        ]
      : [`It starts ${when} UTC. You see it in your own time on the booking page.`],
    row.id,
  );
}

/** Nobody moved in time. @returns false when the order waits for the processor only */
export async function passBookingDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (((await totalsOf(tx, order.id)).held ?? 0) === 0) return false;
  const row = await bookingOfOrder(tx, order.id);
  if (!row || row.status === 'lapsed') {
    await refundHeld(tx, deps, order, {
      cause: `unchosen:${order.id}`,
      cents: order.amountCents,
      memo: 'Full refund: nothing was chosen',
    });
    await restoreCredit(tx, deps, order);
    await note(
      tx,
      deps,
      order.id,
      `Nothing was chosen within ${refundTerms.choiceDays} days. The whole price goes back.`,
    );
    await settleIfDone(tx, deps, order.id);
    return true;
  }
  const loaded = { order, row, booking: await ruleViewOf(tx, row, order.amountCents) };
  const step = passDeadline(loaded.booking, deps.now());
  if (isNo(step)) return false;
  const silent = loaded.booking.pending ? other(loaded.booking.pending.by) : null;
  const quiet = step.status === 'expired' || step.status === 'ended_early';
  await applyStep(tx, deps, loaded, step, {
    line: lineOf(step),
    silent,
    ...(quiet ? { endedBy: 'silence' as const } : {}),
  });
  return true;
}

function lineOf(step: Step): string {
  if (step.status === 'expired')
    return `Not accepted within ${refundTerms.hireAcceptHours} hours. The whole price goes back.`;
  if (step.status === 'ended_early')
    return `No game was reported for ${refundTerms.hireIdleDays} days, so the hire ended here.`;
  if (step.status === 'started') return 'The session has started.';
  if (step.status === 'completed' && step.release) return 'Finished. The held funds are released.';
  if (step.status === 'completed')
    return `The session is over. The buyer has ${refundTerms.coachingCheckHours} hours to say if something was wrong.`;
  return `Game ${step.counted} counts: one side confirmed it and the other was silent for ${refundTerms.gameConfirmSilenceHours} hours.`;
}
