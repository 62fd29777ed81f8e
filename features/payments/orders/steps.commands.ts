import type { Db } from '../../../db/database.ts';
import type { SharedText } from '../../../messages/every-language.ts';
import { lazyText, type Translatable, translate } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { notifyOrderPeople } from '../disputes.commands.ts';
import { restoreCredit } from '../entitlements.commands.ts';
import { getTotals } from '../ledger.queries.ts';
import * as messages from '../payments.messages.ts';
import { addOrderNote, isFullyHeld, refundHeld, settleIfDone } from './orders.commands.ts';
import { type Order, setNextDeadline } from './orders.queries.ts';
import { describeRefund, type RefundAmounts } from './orders.rules.ts';
import { isStepRefusal, type OrderStep, type StepRefusal } from './steps.rules.ts';

/**
 * Returns the step, unless it's a refusal.
 * @throws Refusal conflict when the rules refuse it
 */
export function assertStep<Step extends object>(outcome: Step | StepRefusal): Step {
  if (isStepRefusal(outcome)) throw new Refusal('conflict', outcome.no);
  return outcome;
}

/** The part of a step that depends on the order kind. */
type StepContext = {
  step: OrderStep<string>;
  /** Line for the order's history, and for the buyer's message about a refund. */
  line: Translatable;
  /** Noun for the purchase, for the error message when another request changed it first. */
  noun: 'booking' | 'request';
  /** Writes the new state unless the state has changed since it was read. */
  claim: () => Promise<boolean>;
  /** Makes this step's payments. */
  pay: () => Promise<void>;
  refundAs: { cause: string; memo: SharedText };
  notifyBuyer: (message: { title: Translatable; lines: Translatable[] }) => Promise<unknown>;
  settle: () => Promise<unknown>;
};

const getRefundTitle = ({ cash }: RefundAmounts): Message =>
  cash > 0 ? messages.refundOnItsWay : messages.orderWasCanceled;

/**
 * Moves a purchase to its next state: claims the state, moves the money, then sets who acts next.
 * @throws Refusal conflict when another request changed the state first
 */
export async function takeStep(tx: Db, deps: Deps, order: Order, stepContext: StepContext): Promise<void> {
  const { step, line } = stepContext;
  if (!(await stepContext.claim())) {
    throw new Refusal('conflict', lazyText(messages.stepOutdated, { noun: stepContext.noun }));
  }
  await addOrderNote(tx, deps, order.id, line);
  await stepContext.pay();
  if (step.refund) {
    const refundedParts = await refundHeld(tx, deps, order, { ...stepContext.refundAs, cents: step.refund });
    const isFullRefund = step.refund === order.amountCents;
    if (isFullRefund) await restoreCredit(tx, deps, order);
    await stepContext.notifyBuyer({
      title: getRefundTitle(refundedParts),
      lines: [line, describeRefund(refundedParts, isFullRefund)],
    });
  }
  const { waitsFor, deadlineAt } = step;
  if (waitsFor && deadlineAt) await setNextDeadline(tx, order.id, { waitsFor, deadlineAt, now: deps.now() });
  else await stepContext.settle();
}

/**
 * Settles an order when nothing is left to do, and moves its booking or request to the final state.
 * @returns whether it's settled
 */
export async function settleAndEnd(tx: Db, deps: Deps, orderId: string, end: () => Promise<unknown>): Promise<boolean> {
  if (!(await settleIfDone(tx, deps, orderId))) return false;
  await end();
  return true;
}

/** Texts for refunding a banned buyer's order when nothing was chosen. */
export const BANNED_BUYER_REFUND = {
  memo: messages.memoBuyerBanned,
  line: messages.historyBuyerBanned,
  shouldNotify: true,
};

/**
 * Refunds the full price when nothing was chosen yet. @param shouldNotify whether to notify the buyer, for refunds they
 * didn't request
 */
export async function refundUnchosenOrder(
  tx: Db,
  deps: Deps,
  order: Order,
  { memo, line, shouldNotify = false }: { memo: SharedText; line: Translatable; shouldNotify?: boolean },
): Promise<void> {
  const refundedParts = await refundHeld(tx, deps, order, {
    cause: `unchosen:${order.id}`,
    cents: order.amountCents,
    memo,
  });
  await restoreCredit(tx, deps, order);
  await addOrderNote(tx, deps, order.id, line);
  if (shouldNotify && order.buyerId) {
    await notifyOrderPeople(tx, deps, order, {
      cause: `unchosen:${order.id}`,
      write: (t) => ({
        title: t(getRefundTitle(refundedParts)),
        lines: [translate(t, line), translate(t, describeRefund(refundedParts, true))],
      }),
      people: [order.buyerId],
    });
  }
  await settleIfDone(tx, deps, order.id);
}

/**
 * Refunds an order without a choice automatically, if its full price is still held.
 * @returns false when it isn't fully held, because an earlier refund bounced and waits for an admin
 */
export async function refundUnchosenIfHeld(
  tx: Db,
  deps: Deps,
  order: Order,
  reason: Parameters<typeof refundUnchosenOrder>[3],
): Promise<boolean> {
  if (!(await isFullyHeld(tx, order))) return false;
  await refundUnchosenOrder(tx, deps, order, reason);
  return true;
}

type DeadlineHandling<Found, Step> = {
  /** Finds the booking or request that the money is held for; undefined when the buyer chose nothing in time. */
  find: () => Promise<Found | undefined>;
  unchosen: { memo: SharedText; line: Translatable };
  next: (found: Found) => Step | StepRefusal;
  take: (found: Found, step: Step) => Promise<void>;
};

/**
 * Applies the step that's due when an order's deadline has passed.
 * @returns false if no step applies, so only the payment provider or an admin can move it
 */
export async function advanceDueOrder<Found, Step extends object>(
  tx: Db,
  deps: Deps,
  order: Order,
  handling: DeadlineHandling<Found, Step>,
): Promise<boolean> {
  if (((await getTotals(tx, order.id)).held ?? 0) === 0) return false;
  const booking = await handling.find();
  if (!booking) return refundUnchosenIfHeld(tx, deps, order, { ...handling.unchosen, shouldNotify: true });
  const step = handling.next(booking);
  if (isStepRefusal(step)) return false;
  await handling.take(booking, step);
  return true;
}
