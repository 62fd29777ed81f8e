import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { endChargedBackOrder, endPlansOfOrder, getHeldCents } from './chargebacks.commands.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { freezeOrder, notifyPayees, resumeAfterFreeze, unfreezeOrder } from './frozen-orders.commands.ts';
import { getTotals, writeJournal } from './ledger.queries.ts';
import {
  createCoveredEntries,
  createEarningEntries,
  createOutsideRefundEntries,
  createOutsideTransferEntries,
  createUndoneReleaseEntries,
  type Entries,
  reverseEntries,
} from './ledger.rules.ts';
import { findAction } from './money-actions.queries.ts';
import { type MovementDecider, notifyBuyerOfDecision } from './movement-decisions.commands.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { lockWithPeople } from './orders/order-people.commands.ts';
import { addOrderNote, releaseHeld } from './orders/orders.commands.ts';
import { findOrder, type Order, updateOrder } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import { refuseOwnCase } from './own-cases.commands.ts';
import * as messages from './payments.messages.ts';
import { isOpenAccount } from './provider-erasures.queries.ts';
import { hasOpenCardDispute } from './provider-events/provider-events.queries.ts';
import {
  findMovement,
  insertMovement,
  listMovements,
  listOpenMovements,
  type ProviderMovement,
  sumOwnExpense,
  updateMovement,
} from './provider-movements.queries.ts';
import { refundUnpayable } from './unpayable-payouts.commands.ts';

/** Money that moved at the provider without our request. */
export type ObservedMovement = Pick<ProviderMovement, 'providerId' | 'kind' | 'amountCents' | 'orderId'> &
  Partial<Pick<ProviderMovement, 'paymentIntentId' | 'actionId'>>;

/** Labels of movements in messages to admins. */
const KIND_LABELS = {
  refund: 'A refund of {amount} was made',
  reversal: 'A payout of {amount} was reversed',
  transfer: 'A payout of {amount} was made',
} as const;

const formatMovement = ({ kind, amountCents }: ObservedMovement) =>
  KIND_LABELS[kind].replace('{amount}', formatDollars(english, amountCents));
const getCause = (providerId: string) => `outside:${providerId}`;

/**
 * Books money moved in the provider's dashboard, once, and freezes the order until an admin decides whether it
 * continues.
 */
export async function recordMovement(tx: Db, deps: Deps, order: Order, movement: ObservedMovement): Promise<void> {
  const { providerId, kind, amountCents: cents, paymentIntentId: intent } = movement;
  const fulfillment = getFulfillment(deps, order);
  const heldCents = await getHeldCentsOfMovement(tx, deps, order, movement);
  // A finished order needs no decision, unless money came back or the purchase is still active.
  const isDecided = order.settledAt !== null && kind !== 'reversal' && fulfillment.paidTo !== null;
  const isNew = await insertMovement(tx, {
    providerId,
    orderId: order.id,
    kind,
    amountCents: cents,
    fromHeldCents: Math.min(cents, heldCents),
    paymentIntentId: intent ?? null,
    actionId: movement.actionId ?? null,
    state: isDecided ? 'continued' : 'open',
    seenAt: deps.now(),
  });
  if (!isNew) return;
  const at = deps.now();
  const entries = createEntries(kind, cents, heldCents);
  await writeJournal(tx, {
    orderId: order.id,
    cause: getCause(providerId),
    memo: (t) => t(messages.memoMoved, { kind }),
    entries,
    at,
  });
  const note = isDecided ? messages.historyMoved : messages.historyMovedPaused;
  await addOrderNote(tx, deps, order.id, (t) => t(note, { kind, amount: formatDollars(t, cents) }));
  if (!isDecided) await freezeForDecision(tx, deps, order);
  await notifyAboutMovement(tx, deps, order, { ...movement, decided: isDecided });
}

function createEntries(kind: ProviderMovement['kind'], cents: number, heldCents: number): Entries {
  if (kind === 'refund') return createOutsideRefundEntries(cents, heldCents);
  return kind === 'transfer' ? createOutsideTransferEntries(cents, heldCents) : createUndoneReleaseEntries(cents);
}

/**
 * Returns the held money that a movement is taken from first, in cents; 0 for reversals, and for transfers of a plan's
 * order.
 */
async function getHeldCentsOfMovement(
  tx: Db,
  deps: Deps,
  order: Order,
  { kind, paymentIntentId }: ObservedMovement,
): Promise<number> {
  if (kind === 'reversal') return 0;
  if (kind === 'refund') return getHeldCents(tx, deps, order, paymentIntentId ?? undefined);
  return getFulfillment(deps, order).isMonthly ? 0 : ((await getTotals(tx, order.id)).held ?? 0);
}

async function freezeForDecision(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (order.settledAt) {
    const deadlineAt = addMs(deps.now(), ORDER_DEADLINES.provider);
    await updateOrder(tx, order.id, { settledAt: null, waitsFor: 'service', deadlineAt });
  }
  await freezeOrder(tx, deps, (await findOrder(tx, order.id))!);
}

async function notifyAboutMovement(
  tx: Db,
  deps: Deps,
  order: Order,
  { decided, ...seen }: ObservedMovement & { decided: boolean },
): Promise<void> {
  const cause = getCause(seen.providerId);
  const days = ORDER_DEADLINES.admin / DAY_MS;
  await notifyAdmins(tx, deps, {
    cause,
    title: 'Money was moved outside Planet Crew',
    lines: [
      `${formatMovement(seen)} for order ${order.id} in the payment provider's dashboard.`,
      decided
        ? 'The order was already over, so only the books change.'
        : `The order is frozen. Decide within ${days} days whether it continues.`,
    ],
    link: { label: 'Open the order', path: paths.adminOrder(order.id) },
  });
  if (seen.kind === 'refund' && order.buyerId) {
    await notifyOrderPeople(tx, deps, order, {
      cause,
      write: (t) => {
        const amount = formatDollars(t, seen.amountCents);
        return {
          title: t(messages.providerRefundTitle, { amount }),
          lines: [
            t(messages.providerRefundText, { amount }),
            ...(decided ? [] : [t(messages.providerRefundPaused, { days })]),
          ],
        };
      },
      people: [order.buyerId],
    });
  }
  if (decided) return;
  const payeeId = seen.actionId ? (await findAction(tx, seen.actionId))?.payeeId : undefined;
  const write = (t: Translator) => ({
    title: t(messages.orderOnHoldTitle),
    lines: [t(messages.movedHold, { kind: seen.kind, amount: formatDollars(t, seen.amountCents), days })],
  });
  if (payeeId) await notifyOrderPeople(tx, deps, order, { cause, write, people: [payeeId] });
  await notifyPayees(tx, deps, (await findOrder(tx, order.id))!, { cause, write });
}

/**
 * Handles a refund made in the provider's dashboard that bounced, and books its money back.
 * @returns false for an unknown refund
 */
export async function recordFailedMovement(tx: Db, deps: Deps, providerId: string): Promise<boolean> {
  const movement = await findMovement(tx, providerId);
  if (!movement) return false;
  const order = await lockWithPeople(tx, deps, movement.orderId);
  const { state, fromHeldCents, amountCents } = (await findMovement(tx, providerId))!;
  if (state === 'failed') return true;
  await updateMovement(tx, providerId, { state: 'failed', decidedAt: deps.now() });
  // If we covered the refund so that the order could continue, the money is ours again and isn't held.
  const heldCents = state === 'continued' ? 0 : fromHeldCents;
  const entries = reverseEntries(createOutsideRefundEntries(amountCents, heldCents));
  await writeJournal(tx, {
    orderId: order.id,
    cause: `outside-failed:${providerId}`,
    memo: messages.memoRefundReturned,
    entries,
    at: deps.now(),
  });
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyMovedReturned, { amount: formatDollars(t, amountCents) }),
  );
  await notifyAdmins(tx, deps, {
    cause: `refund-failed:${providerId}`,
    title: 'A refund failed',
    lines: [
      `${formatDollars(english, amountCents)} of order ${order.id}, refunded in the payment provider's dashboard, came back.`,
    ],
    link: { label: 'Open the order', path: paths.adminOrder(order.id) },
  });
  if (state === 'open') await resumeOrder(tx, deps, order, providerId);
  if (state === 'ended' && heldCents > 0) {
    const holdFields = { waitsFor: 'admin' as const, deadlineAt: addMs(deps.now(), ORDER_DEADLINES.admin) };
    await updateOrder(tx, order.id, { settledAt: null, ...holdFields });
  }
  return true;
}

async function resumeOrder(tx: Db, deps: Deps, order: Order, cause: string): Promise<boolean> {
  if (!(await unfreezeOrder(tx, deps, order.id))) return false;
  await resumeAfterFreeze(tx, deps, order, {
    cause: `outside-on:${cause}`,
    line: messages.historyResumed,
    title: messages.orderResumedTitle,
    news: messages.orderResumedText,
  });
  return true;
}

export type Outcome = 'continue' | 'end';

/**
 * Applies an admin's decision on an order whose money was moved in the provider's dashboard.
 * @throws Refusal conflict when there's nothing to decide, or while a bank reviews the payment
 */
export async function decideMovements(deps: Deps, admin: Person, orderId: string, outcome: Outcome): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockWithPeople(tx, deps, orderId);
    await refuseOwnCase(tx, deps, order, admin);
    if ((await listOpenMovements(tx, orderId)).length === 0) {
      throw new Refusal('conflict', messages.nothingToDecide);
    }
    if (await hasOpenCardDispute(tx, orderId)) {
      throw new Refusal('conflict', messages.bankReviewRunning);
    }
    await applyOutcome(tx, deps, order, { outcome, decider: 'staff' });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'decide_provider_movements',
      targetType: 'order',
      targetId: orderId,
      after: { outcome },
    });
  });
}

/**
 * Applies the default once the time to decide is over: an order ends if its payment was fully refunded or its payout
 * was reversed. Other orders continue at our expense.
 * @returns false when there's nothing to decide, or the time isn't over yet
 */
export async function decideMovementsByDefault(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const openMovements = await listOpenMovements(tx, order.id);
  const [oldest] = openMovements;
  if (!oldest || addMs(oldest.seenAt, ORDER_DEADLINES.admin) > deps.now()) return false;
  if (await hasOpenCardDispute(tx, order.id)) return false;
  const { buyer = 0, refund = 0 } = await getTotals(tx, order.id);
  const shouldEnd = openMovements.some(({ kind }) => kind === 'reversal') || buyer + refund >= 0;
  await applyOutcome(tx, deps, order, { outcome: shouldEnd ? 'end' : 'continue', decider: 'default' });
  return true;
}

async function applyOutcome(
  tx: Db,
  deps: Deps,
  order: Order,
  { outcome, decider }: { outcome: Outcome; decider: MovementDecider },
): Promise<void> {
  const openMovements = await listOpenMovements(tx, order.id);
  const at = deps.now();
  for (const movement of openMovements) {
    const { providerId } = movement;
    const state = outcome === 'continue' ? 'continued' : 'ended';
    await updateMovement(tx, providerId, { state, decidedAt: at });
    if (outcome === 'continue') await bookAsExpense(tx, deps, order, movement);
    else await bookOwnReversal(tx, deps, order, movement);
  }
  const cause = openMovements.map(({ providerId }) => providerId).join('+');
  const decision = { cause, decider, outcome, open: openMovements };
  if (outcome === 'end') {
    if (await endOrder(tx, deps, order, { cause, decider })) await notifyBuyerOfDecision(tx, deps, order, decision);
    return;
  }
  await addOrderNote(tx, deps, order.id, (t) => t(messages.historyDecidedContinue, { decider }));
  if (!(await resumeOrder(tx, deps, order, cause))) return;
  await notifyBuyerOfDecision(tx, deps, order, decision);
  await resendPayouts(tx, deps, order.id, openMovements);
  const { held = 0 } = await getTotals(tx, order.id);
  if (held === 0) await getFulfillment(deps, order).settle(tx, deps, order.id);
}

/**
 * Books what staff refunded or paid out in the provider's dashboard as our expense, so that the order keeps its money.
 * A payout that they made and reversed becomes our money again.
 */
async function bookAsExpense(
  tx: Db,
  deps: Deps,
  order: Order,
  { providerId, kind, fromHeldCents, amountCents, actionId }: ProviderMovement,
): Promise<void> {
  if (kind === 'reversal' && actionId) return;
  // A lost bank dispute may have already taken this money out of the hold.
  const { held = 0 } = await getTotals(tx, order.id);
  const entries =
    kind === 'reversal' ? createEarningEntries(Math.min(amountCents, held)) : createCoveredEntries(fromHeldCents);
  const memo = kind === 'reversal' ? messages.memoReturnedToUs : messages.memoCovered;
  await writeJournal(tx, { orderId: order.id, cause: `covered:${providerId}`, memo, entries, at: deps.now() });
}

/**
 * When the order ends, books a payout as our money if staff made it at our expense and then reversed it. If it stayed
 * held, it would be refunded to the buyer, or look like an unused hire credit and restore the credit a second time.
 */
async function bookOwnReversal(
  tx: Db,
  deps: Deps,
  order: Order,
  { providerId, kind, amountCents, actionId }: ProviderMovement,
): Promise<void> {
  if (kind !== 'reversal' || actionId) return;
  const { held = 0 } = await getTotals(tx, order.id);
  const otherMovements = (await listMovements(tx, order.id)).filter((movement) => movement.providerId !== providerId);
  const entries = createEarningEntries(Math.max(0, Math.min(amountCents, held, sumOwnExpense(otherMovements))));
  await writeJournal(tx, {
    orderId: order.id,
    cause: `covered:${providerId}`,
    memo: messages.memoReturnedToUs,
    entries,
    at: deps.now(),
  });
}

/** @returns false while another cause keeps the order frozen */
async function endOrder(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, decider }: { cause: string; decider: MovementDecider },
): Promise<boolean> {
  await addOrderNote(tx, deps, order.id, (t) => t(messages.historyDecidedEnd, { decider }));
  await endPlansOfOrder(tx, deps, order);
  const thawedOrder = await unfreezeOrder(tx, deps, order.id);
  if (!thawedOrder) return false;
  await notifyPayees(tx, deps, thawedOrder, {
    cause: `outside-end:${cause}`,
    write: (t) => ({ title: t(messages.orderStoppedTitle), lines: [t(messages.orderStoppedText, { decider })] }),
  });
  await endChargedBackOrder(tx, deps, thawedOrder, {
    why: messages.endedByMovement,
    cause: `outside-rest:${cause}`,
    memo: messages.memoRest,
    buyerKnows: true,
  });
  return true;
}

/** Sends a reversed payout again. Without an account to send it to, refunds it to the buyer. */
async function resendPayouts(tx: Db, deps: Deps, orderId: string, openMovements: ProviderMovement[]): Promise<void> {
  for (const { kind, providerId, amountCents, actionId } of openMovements) {
    if (kind !== 'reversal' || !actionId) continue;
    const { payeeId, subject } = (await findAction(tx, actionId))!;
    const order = (await findOrder(tx, orderId))!;
    const payeeAccount = subject ?? order.payeeAccount;
    const cause = `again:${providerId}`;
    if (!payeeId && !(await isOpenAccount(tx, payeeAccount))) {
      await refundUnpayable(tx, deps, order, { cause, cents: amountCents });
      continue;
    }
    await releaseHeld(tx, deps, order, {
      cause,
      cents: amountCents,
      memo: messages.memoPayoutAgain,
      payeeId,
      payeeAccount,
      feePoints: 0,
    });
  }
}
