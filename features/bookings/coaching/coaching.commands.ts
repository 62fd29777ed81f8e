import type { z } from 'zod';
import { coaches as coachFaces } from '../../../content/coaches-content.ts';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { type Db, isUniqueViolation, toPostgresError } from '../../../db/database.ts';
import { lazyText, translate } from '../../../messages/lazy-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import { type Deps, notifyPublicPagesChanged, type Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { type CalendarEvent, formatCalendarFile } from '../../../time/calendar-file.ts';
import { addMs, toIso } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { lockAccounts } from '../../accounts/account-views.queries.ts';
import { findUser } from '../../accounts/accounts.queries.ts';
import { formatSessionLine } from '../../matches/match-messages.wording.ts';
import { isAccessDenied, isOngoingAccessDenied } from '../../moderation/access-policy.commands.ts';
import { getFeePoints } from '../../payments/orders/fees.rules.ts';
import { isFullyHeld, lockOrder, refuseWhileFrozen } from '../../payments/orders/orders.commands.ts';
import { type Order, updateOrder } from '../../payments/orders/orders.queries.ts';
import { assertStep } from '../../payments/orders/steps.commands.ts';
import { findSellerAccount } from '../../payments/sellers.queries.ts';
import { areBlocked } from '../../profiles/blocks/blocks.queries.ts';
import { getTimePreferences } from '../../profiles/player-views.queries.ts';
import { isTimeZone } from '../../profiles/profiles.schema.ts';
import {
  applyStep,
  beginBooking,
  loadBooking,
  notifyAboutBooking,
  requireSide,
} from '../booking-lifecycle.commands.ts';
import * as messages from '../bookings.messages.ts';
import {
  type BookingRow,
  claimBooking,
  findBookingOfOrder,
  insertBooking,
  toRuleBooking,
} from '../bookings.queries.ts';
import { cancelSession, confirmSession, rescheduleSession } from '../bookings.rules.ts';
import type { CoachCalendar, Slot, Window } from '../bookings.schema.ts';
import {
  type CoachRow,
  findCoach,
  findCoachOfUser,
  hasSessionWith,
  listDaysOff,
  listTakenStarts,
  listUnpaidSessions,
  saveCoach,
  saveDaysOff,
} from './coaching.queries.ts';
import { computeFreeSlots } from './coaching.rules.ts';

export type SessionChoice = { coachId: string; startsAt: string };
type Calendar = z.infer<typeof CoachCalendar>;

/**
 * Returns the bookable half hours of a coach in the next two weeks.
 * @param viewerId a signed-in user, who may move their own session with the coach even when the coach takes no new
 * bookings
 */
export async function readCalendar(deps: Deps, coachId: string, viewerId?: string): Promise<Calendar> {
  const coach = await findCoach(deps.db, coachId);
  if (!coach) throw new Refusal('not_found', messages.coachNotBookable);
  const feePoints = getFeePoints('coaching', coach.userId);
  const hasSession = viewerId !== undefined && (await hasSessionWith(deps.db, coachId, viewerId));
  const unpaidSessions = viewerId === undefined ? [] : await listUnpaidSessions(deps.db, viewerId);
  const unpaidOrders = unpaidSessions
    .filter((one) => one.coachId === coachId)
    .map(({ orderId, startsAt }) => ({ orderId, startsAt }));
  return {
    coachId,
    feePoints,
    timezone: coach.timezone,
    slots: await listFreeSlots(deps.db, deps, coach, hasSession),
    unpaid: unpaidOrders,
  };
}

/**
 * Lists free half hours.
 * @param isPaid whether the session is already paid for, so that the coach's low reliability doesn't matter
 */
async function listFreeSlots(db: Db, deps: Deps, coach: CoachRow, isPaid = false): Promise<Slot[]> {
  const seller = await findSellerAccount(db, coach.userId);
  const isDenied = isPaid ? isOngoingAccessDenied : isAccessDenied;
  if (!coach.active || !seller?.payoutsEnabled || (await isDenied(db, deps, coach.userId, 'booking-seller'))) return [];
  const calendar = { timezone: coach.timezone, hours: coach.hours, daysOff: await listDaysOff(db, coach.coachId) };
  return computeFreeSlots(calendar, deps.now(), await listTakenStarts(db, coach.coachId, deps.now()));
}

/** Maximum unpaid checkouts per buyer, because each one blocks a half hour. */
const MAX_UNPAID = 2;

/**
 * Reserves a half hour during checkout.
 * @throws Refusal conflict when the buyer has too many reservations or the half hour is taken
 */
export async function reserveUnpaid(tx: Db, deps: Deps, order: Order, choice: SessionChoice): Promise<void> {
  if ((await listUnpaidSessions(tx, order.buyerId!)).length >= MAX_UNPAID) {
    throw new Refusal('conflict', lazyText(messages.unpaidSessionLimit, { max: MAX_UNPAID }), 'startsAt');
  }
  await reserveSession(tx, deps, order, choice);
}

/**
 * Reserves a half hour for an order. A database constraint catches concurrent bookings.
 * @throws Refusal conflict when it's taken
 */
async function reserveSession(tx: Db, deps: Deps, order: Order, choice: SessionChoice): Promise<void> {
  const coach = await findCoach(tx, choice.coachId);
  if (!coach) throw new Refusal('not_found', messages.coachNotBookable);
  if (coach.userId === order.buyerId) throw new Refusal('invalid', messages.ownSession, 'coachId');
  if (await areBlocked(tx, order.buyerId!, coach.userId)) throw new Refusal('conflict', messages.coachUnavailable);
  if ((await findSellerAccount(tx, coach.userId))?.payoutsEnabled === false) {
    throw new Refusal('conflict', messages.coachNotPayable, 'coachId');
  }
  const slot = (await listFreeSlots(tx, deps, coach)).find((one) => one.startsAt === toIso(choice.startsAt));
  if (!slot) throw new Refusal('conflict', messages.slotTaken, 'startsAt');
  const row = {
    orderId: order.id,
    buyerId: order.buyerId,
    playerId: coach.userId,
    type: 'coaching' as const,
    priceUsd: order.amountCents / 100,
    status: 'reserved' as const,
    coachId: coach.coachId,
    coachNo: coach.coachNo,
    startsAt: new Date(slot.startsAt),
    endsAt: new Date(slot.endsAt),
    stripePaymentId: order.paymentIntentId,
    createdAt: deps.now(),
    updatedAt: deps.now(),
  };
  await refuseTakenSlot(insertBooking(tx, row));
  await updateOrder(tx, order.id, { feePoints: getFeePoints('coaching', coach.userId) });
}

async function refuseTakenSlot<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (toPostgresError(error)?.code === '23P01') throw new Refusal('conflict', messages.slotTaken, 'startsAt');
    throw error;
  }
}

/** Lets the buyer of a paid session choose the coach and time afterwards. @returns the booking's id */
export async function chooseSession(
  deps: Deps,
  actor: Person,
  orderId: string,
  choice: SessionChoice,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const coach = await findCoach(tx, choice.coachId);
    // Lock the account so that a concurrent ban or account deletion runs entirely before or after this.
    if (coach) await lockAccounts(tx, [coach.userId]);
    const order = await lockOrder(tx, orderId);
    if (order.buyerId !== actor.userId) throw new Refusal('not_found', messages.orderNotFound);
    refuseWhileFrozen(order, messages.choiceUnderReview);
    const isOpen = order.kind === 'coaching' && order.state === 'paid' && (await isFullyHeld(tx, order));
    if (!isOpen || (await findBookingOfOrder(tx, orderId))) throw new Refusal('conflict', messages.noSessionNeeded);
    await reserveSession(tx, deps, order, choice);
    const row = (await findBookingOfOrder(tx, orderId))!;
    await beginBooking(tx, deps, { order, row, booking: await toRuleBooking(tx, row, order) });
    return row.id;
  });
}

/** Moves a session to another free half hour of the same coach, with 24 hours' notice. */
export async function moveSession(deps: Deps, actor: Person, bookingId: string, startsAt: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    const { row, booking } = loadedBooking;
    if (requireSide(row, actor.userId) !== 'buyer') throw new Refusal('forbidden', messages.onlyBuyerMoves);
    const coach = await findCoach(tx, row.coachId ?? '');
    const slot = coach && (await listFreeSlots(tx, deps, coach, true)).find((one) => one.startsAt === toIso(startsAt));
    if (!slot) throw new Refusal('conflict', messages.slotTaken, 'startsAt');
    const start = new Date(slot.startsAt);
    const step = assertStep(rescheduleSession(booking, start, deps.now()));
    await refuseTakenSlot(
      claimBooking(tx, row.id, row.status, {
        startsAt: start,
        endsAt: new Date(slot.endsAt),
        sequence: row.sequence + 1,
      }),
    );
    const line = lazyText(messages.sessionMoved, { time: slot.startsAt.replace('T', ' ').slice(0, 16) });
    await applyStep(tx, deps, loadedBooking, { step, line });
    if (!row.playerId) return;
    const reader = (await getTimePreferences(tx, [row.playerId])).get(row.playerId) ?? toTimePreferences(undefined);
    await notifyAboutBooking(tx, deps, row.id, {
      userId: row.playerId,
      cause: `moved:${row.id}:${row.sequence + 1}`,
      write: (t) => ({
        title: t(messages.sessionMovedTitle),
        lines: [
          t(messages.sessionNewTime, {
            time: formatSessionLine(t, { start: slot.startsAt, end: slot.endsAt }, reader),
          }),
        ],
      }),
    });
  });
}

/** Cancels a session for either side before it starts, with a full refund to the buyer. */
export async function cancelCoachingSession(deps: Deps, actor: Person, bookingId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    const side = requireSide(loadedBooking.row, actor.userId);
    const step = assertStep(cancelSession(loadedBooking.booking, deps.now()));
    const line = lazyText(messages.sessionCanceled, { side });
    await applyStep(tx, deps, loadedBooking, { step, line, endedBy: side });
    if (side === 'buyer') await updateOrder(tx, loadedBooking.order.id, { withdrawnAt: deps.now() });
    const otherId = side === 'buyer' ? loadedBooking.row.playerId : loadedBooking.row.buyerId;
    if (otherId)
      await notifyAboutBooking(tx, deps, bookingId, {
        userId: otherId,
        cause: `off:${bookingId}`,
        write: (t) => ({ title: t(messages.sessionCanceledTitle), lines: [translate(t, line)] }),
      });
  });
}

/** Records the buyer's confirmation that the session took place. The coach is paid immediately. */
export async function approveSession(deps: Deps, actor: Person, bookingId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const loadedBooking = await loadBooking(tx, bookingId);
    if (requireSide(loadedBooking.row, actor.userId) !== 'buyer')
      throw new Refusal('forbidden', messages.onlyBuyerConfirms);
    await applyStep(tx, deps, loadedBooking, {
      step: assertStep(confirmSession(loadedBooking.booking)),
      line: messages.sessionConfirmed,
    });
  });
}

/** Sets a coach's availability, time zone and days off. */
export async function setCoachHours(
  deps: Deps,
  actor: Person,
  input: { timezone: string; hours: Window[]; daysOff: string[]; active: boolean },
): Promise<void> {
  if (!isTimeZone(input.timezone)) throw new Refusal('invalid', messages.timeZoneInvalid, 'timezone');
  await deps.db.transaction(async (tx) => {
    const coach = await findCoachOfUser(tx, actor.userId);
    if (!coach) throw new Refusal('forbidden', messages.noCoachCalendar);
    const { daysOff, ...rest } = input;
    await saveCoach(tx, { coachId: coach.coachId, userId: actor.userId, ...rest }, deps.now());
    await saveDaysOff(tx, coach.coachId, daysOff);
  });
  await notifyPublicPagesChanged(deps, { shown: ['coaches'] });
}

/** Links a coach in content/coaches-content.ts to a user account. */
export async function appointCoach(
  tx: Db,
  deps: Deps,
  coach: { coachId: string; userId: string; timezone: string; hours: Window[] },
): Promise<void> {
  if (!coachFaces.some((face) => face.id === coach.coachId))
    throw new Refusal('not_found', messages.coachNotFound, 'coachId');
  if (!(await findUser(tx, coach.userId))) {
    throw new Refusal('not_found', messages.coachAccountNotFound, 'userId');
  }
  if (!isTimeZone(coach.timezone)) {
    throw new Refusal('invalid', messages.coachTimeZoneInvalid, 'timezone');
  }
  try {
    await saveCoach(tx, { ...coach, active: true }, deps.now());
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', messages.coachAccountTaken, 'userId');
  }
}

/** Creates a session's calendar entry. After a move, it replaces the previous entry. */
export function createSessionCalendar(
  t: Translator,
  row: BookingRow,
  { origin, now }: { origin: string; now: Date },
): string {
  const face = coachFaces.find((one) => one.id === row.coachId);
  const event: CalendarEvent = {
    uid: `${row.id}@${new URL(origin).hostname}`,
    sequence: row.sequence,
    startsAt: row.startsAt!,
    endsAt: addMs(row.startsAt!, refundTerms.coachingMinutes * MINUTE_MS),
    title: face ? t(messages.calendarEventTitle, { coach: face.name }) : t(messages.calendarEventTitleUnnamed),
    description: t(messages.calendarEventNote),
    url: `${origin}${paths.booking(row.id)}`,
    status: row.status === 'cancelled' || row.status === 'refunded' ? 'CANCELLED' : 'CONFIRMED',
    alarm: { minutesBefore: 60, text: t(messages.calendarAlarm) },
  };
  return formatCalendarFile({ product: 'coaching', name: t(messages.calendarName) }, [event], now);
}
