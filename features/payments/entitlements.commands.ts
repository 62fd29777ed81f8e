import { paths } from '../../content/paths.ts';
import { founders } from '../../content/prices.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { Message } from '../../messages/message.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import {
  claimCredit,
  endFounders,
  findEntitlement,
  releaseSeat,
  returnCredit,
  takeFounderNumber,
  upsertEntitlement,
} from './entitlements.queries.ts';
import { claimGuarantee } from './guarantees.queries.ts';
import { getRefundableCents } from './ledger.queries.ts';
import { addOrderNote, lockOrder, refundHeld, refuseWhileFrozen, settleIfDone } from './orders/orders.commands.ts';
import { findOrder, type Order, setNextDeadline } from './orders/orders.queries.ts';
import { computeCredit, computeFoundersTerms, ORDER_DEADLINES } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';

/**
 * Fulfills a paid founders order: six months, one hire credit, and priority for the first ten. Refunds the payment of a
 * buyer who is already a Founder.
 */
export async function grantFounders(tx: Db, deps: Deps, order: Order): Promise<void> {
  const now = deps.now();
  const entitlement = order.buyerId ? await findEntitlement(tx, order.buyerId) : undefined;
  if (entitlement?.foundersExpiresAt && entitlement.foundersExpiresAt > now)
    return refundDuplicateFounders(tx, deps, order);
  await setNextDeadline(tx, order.id, { waitsFor: 'service', deadlineAt: addMs(now, ORDER_DEADLINES.guarantee), now });
  const founderNumber = await takeFounderNumber(tx);
  const { expiresAt, priority } = computeFoundersTerms(now, founderNumber);
  if (!order.buyerId) return;
  await upsertEntitlement(tx, {
    userId: order.buyerId,
    orderId: order.id,
    foundersExpiresAt: expiresAt,
    founderNumber,
    priorityMatching: priority,
    hireCreditCount: founders.hireCredits,
    hireCreditCapUsd: founders.hireCreditCapCents / 100,
    updatedAt: now,
  });
  await addOrderNote(tx, deps, order.id, (t) => t(messages.historyFounders, { day: formatUtcDay(t, expiresAt) }));
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.foundersTitle),
      lines: [
        t(messages.foundersText, { number: founderNumber, day: formatUtcDay(t, expiresAt) }),
        ...(priority ? [t(messages.foundersPriority, { spots: founders.priorityMatchingSeats })] : []),
        t(messages.foundersCredit, { cap: founders.hireCreditCapCents / 100 }),
      ],
      link: { label: t(messages.useCredit), path: paths.hire },
      dedupeKey: `founders:${order.id}`,
    }),
  });
}

async function refundDuplicateFounders(tx: Db, deps: Deps, order: Order): Promise<void> {
  await releaseSeat(tx, order.id);
  const cause = `second:${order.id}`;
  await refundHeld(tx, deps, order, { cause, cents: order.amountCents, memo: messages.memoBoughtTwice });
  await addOrderNote(tx, deps, order.id, messages.historyBoughtTwice);
  await settleIfDone(tx, deps, order.id);
}

/**
 * Refunds Founders Premium under its money-back guarantee.
 * @throws Refusal conflict if the seven days are over, the hire credit was used, the payment is under review, or
 * nothing is left to refund
 */
export async function refundFoundersUnderGuarantee(deps: Deps, actor: Person, orderId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    const order = await lockOrder(tx, orderId);
    if (order.buyerId !== actor.userId) throw new Refusal('not_found', messages.orderUnknown);
    if (order.kind !== 'founders') {
      throw new Refusal('conflict', order.kind === 'subscription' ? messages.guaranteeOfPlan : messages.noGuarantee);
    }
    if (order.state !== 'paid') throw new Refusal('conflict', messages.guaranteeUnpaid);
    if (order.settledAt) throw new Refusal('conflict', messages.guaranteeOver);
    if (!order.paidAt || addMs(order.paidAt, ORDER_DEADLINES.guarantee) <= deps.now()) {
      throw new Refusal('conflict', messages.guaranteeOver);
    }
    refuseWhileFrozen(order);
    if ((await getRefundableCents(tx, orderId)) === 0) {
      throw new Refusal('conflict', messages.guaranteeRefundedAlready);
    }
    const use = { userId: actor.userId, plan: 'founders' as const, orderId, usedAt: deps.now() };
    if (!(await claimGuarantee(tx, use))) {
      throw new Refusal('conflict', messages.foundersGuaranteeUsed);
    }
    // Claiming the credit also checks that it's unused, so no one can spend it in between.
    const credit = await claimCredit(tx, actor.userId, deps.now());
    if (credit === undefined) {
      throw new Refusal('conflict', messages.guaranteeCreditUsed);
    }
    await endFounders(tx, order, deps.now());
    const { cash } = await refundHeld(tx, deps, order, {
      cause: `guarantee:${order.id}`,
      cents: order.amountCents,
      memo: messages.memoGuarantee,
    });
    await addOrderNote(tx, deps, order.id, (t) => t(messages.historyGuarantee, { amount: formatDollars(t, cash) }));
    await settleIfDone(tx, deps, order.id);
  });
}

/**
 * Takes a hire credit for an order of this price.
 * @returns the cents it covers and the order it came from; 0 when there is none
 */
export async function spendCredit(
  tx: Db,
  deps: Deps,
  userId: string,
  priceCents: number,
): Promise<{ cents: number; of: string | null }> {
  const credit = await claimCredit(tx, userId, deps.now());
  return credit ? { cents: computeCredit(priceCents, credit.cap), of: credit.of } : { cents: 0, of: null };
}

/** Explains why a user can't pay with a hire credit. */
export async function explainMissingCredit(tx: Db, deps: Deps, userId: string): Promise<Message> {
  const entitlement = await findEntitlement(tx, userId);
  const isFoundersActive = entitlement?.foundersExpiresAt && entitlement.foundersExpiresAt > deps.now();
  const order = entitlement?.orderId ? await findOrder(tx, entitlement.orderId) : undefined;
  if (!isFoundersActive || entitlement.hireCreditCount === 0 || !order?.frozenAt) return messages.noHireCreditLeft;
  return messages.hireCreditOnHold;
}

/** Gives back the hire credit of an order that ended without using it. */
export async function restoreCredit(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (order.creditCents > 0 && order.buyerId)
    await returnCredit(tx, order.buyerId, { of: order.creditOf, now: deps.now() });
}
