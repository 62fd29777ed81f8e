import type { Db } from '../../db/database.ts';
import { type StripeClient, type StripeParams, toFailure } from '../../integrations/stripe/stripe.client.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs, toUtcDay } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { getRecipientTranslator } from '../notifications/recipient-language.commands.ts';
import { undoImpossibleRefund } from './chargebacks.commands.ts';
import { notifyOrderPeople } from './disputes.commands.ts';
import { getTotals, writeJournal } from './ledger.queries.ts';
import { createFeeEntries } from './ledger.rules.ts';
import {
  claimAction,
  closeAction,
  hasOpenActions,
  listActions,
  type MoneyAction,
  updateAction,
} from './money-actions.queries.ts';
import { BALANCE_RECHECK_MS, getRetryDelay, LEASE_MS, MAX_ATTEMPTS, SELLER_RECHECK_MS } from './money-worker.rules.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, lockOrder } from './orders/orders.commands.ts';
import { findOrder, type Order, setNextDeadline, updateOrder } from './orders/orders.queries.ts';
import { getOffer, ORDER_DEADLINES } from './orders/orders.rules.ts';
import { closeUnpaidOrder } from './payment.commands.ts';
import { createPaymentPage } from './payment-page.commands.ts';
import { findOrCreateCustomer, getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { listMovements } from './provider-movements.queries.ts';
import { getId } from './provider-payments.commands.ts';
import { savePayment } from './provider-payments.queries.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { findOrCreateMonthlyPrice } from './subscriptions.commands.ts';

/** Error that postpones an action without counting as a failure. */
class RetryLaterError extends Error {
  readonly milliseconds: number;
  readonly waitsFor: 'seller' | 'balance' | undefined;
  constructor(reason: string, milliseconds: number, waitsFor?: 'seller' | 'balance') {
    super(reason);
    this.milliseconds = milliseconds;
    this.waitsFor = waitsFor;
  }
}

/** The payment provider's response: the id of the object and the data to store with the order. */
type Result = {
  providerId?: string;
  session?: { id: string; url: string | null };
  /** Set when the payment page is permanently closed, so no one can pay anymore. */
  closed?: true;
  fee?: { cents: number; chargeId: string };
  /** The account that received a transfer. */
  accountId?: string;
};

/** Sends every due action. @returns how many actions were tried */
export async function runActions(deps: Deps, options: { only?: string; signal?: AbortSignal } = {}): Promise<number> {
  let attemptCount = 0;
  while (!options.signal?.aborted) {
    const action = await claimAction(deps.db, deps.now(), addMs(deps.now(), LEASE_MS), options.only);
    if (!action) break;
    attemptCount += 1;
    await attemptAction(deps, action);
  }
  return attemptCount;
}

async function attemptAction(deps: Deps, action: MoneyAction): Promise<void> {
  const order = (await findOrder(deps.db, action.orderId))!;
  let result: Result;
  try {
    result = await executeAction(deps, getStripe(deps), action, order);
  } catch (error) {
    await postponeAction(deps, action, error);
    return;
  }
  await recordResult(deps, action, result);
}

/** Records the payment provider's response together with its effects. */
async function recordResult(deps: Deps, action: MoneyAction, result: Result): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, action.orderId);
    const doneFields = {
      state: 'done' as const,
      doneAt: deps.now(),
      problem: null,
      providerId: result.providerId ?? null,
      accountId: result.accountId ?? null,
    };
    if (!(await closeAction(tx, action.id, doneFields))) return;
    if (result.session)
      await updateOrder(tx, order.id, { sessionId: result.session.id, sessionUrl: result.session.url });
    // The webhook event also arrives, but then has no effect.
    if (result.closed) {
      await closeUnpaidOrder(tx, deps, order.id, {
        state: 'expired',
        line: messages.historyPageClosed,
      });
    }
    if (result.fee) {
      const entries = createFeeEntries(result.fee.cents);
      await writeJournal(tx, {
        orderId: order.id,
        cause: `fee:${order.id}`,
        memo: messages.memoProviderFee,
        entries,
        at: deps.now(),
      });
      await updateOrder(tx, order.id, { chargeId: result.fee.chargeId });
      const { paymentIntentId } = order;
      const { chargeId } = result.fee;
      if (paymentIntentId) {
        await savePayment(tx, { paymentIntentId, orderId: order.id, chargeId, createdAt: deps.now() });
      }
    }
    if (action.kind === 'refund')
      await addOrderNote(tx, deps, order.id, (t) =>
        t(messages.historyRefunded, { amount: formatDollars(t, action.amountCents!) }),
      );
    if (action.kind === 'transfer') await recordPayoutSent(tx, deps, order, action);
    await settleOrderIfDone(tx, deps, order);
  });
}

/** Records that a payout was sent to the seller's payout account, and notifies the seller. */
async function recordPayoutSent(tx: Db, deps: Deps, order: Order, action: MoneyAction): Promise<void> {
  const describe = (t: Translator) => ({ amount: formatDollars(t, action.amountCents!) });
  await addOrderNote(tx, deps, order.id, (t) => t(messages.historyPayoutSent, describe(t)));
  if (!action.payeeId) return;
  await notifyOrderPeople(tx, deps, order, {
    cause: `sent:${action.id}`,
    write: (t) => ({ title: t(messages.payoutSentTitle), lines: [t(messages.payoutSentText, describe(t))] }),
    people: [action.payeeId],
  });
}

/** Settles a paid order once nothing is held and no action is open. */
async function settleOrderIfDone(tx: Db, deps: Deps, order: Order): Promise<void> {
  const isActionOpen = await hasOpenActions(tx, order.id);
  const heldCents = (await getTotals(tx, order.id)).held ?? 0;
  if (order.state === 'paid' && !order.settledAt && heldCents === 0 && !isActionOpen)
    await getFulfillment(deps, order).settle(tx, deps, order.id);
}

async function postponeAction(deps: Deps, action: MoneyAction, error: unknown): Promise<void> {
  const postponement = error instanceof RetryLaterError ? error : undefined;
  const failure = postponement
    ? { certain: false, broken: false, code: 'later', message: postponement.message }
    : toFailure(error);
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, action.orderId);
    if (failure.certain && action.kind === 'open_session') {
      if (!(await closeAction(tx, action.id, { state: 'undone', problem: failure.message }))) return;
      await closeUnpaidOrder(tx, deps, order.id, { state: 'failed', line: messages.historyPageFailed });
      return;
    }
    if (failure.certain && (await undoImpossibleRefund(tx, deps, order, action))) {
      await settleOrderIfDone(tx, deps, order);
      return;
    }
    const isStuck = failure.certain && action.attempts >= MAX_ATTEMPTS;
    const pause = postponement?.milliseconds ?? getRetryDelay(action.attempts);
    const closedAction = await closeAction(tx, action.id, {
      problem: failure.message.slice(0, 500),
      dueAt: addMs(now, pause),
      // A retry needs a new idempotency key. With the old one, the payment provider would repeat its earlier response.
      ...(failure.certain || failure.broken || postponement?.waitsFor === 'balance'
        ? { generation: action.generation + 1 }
        : {}),
      // Postponing doesn't count as an attempt.
      ...(postponement ? { attempts: Math.max(0, action.attempts - 1) } : {}),
      ...(isStuck ? { state: 'stuck' as const } : {}),
    });
    if (!closedAction) return;
    if (failure.broken) {
      await notifyAdmins(tx, deps, {
        cause: `broken:${action.id}`,
        title: 'The payment provider failed while money moved',
        lines: [
          `The payment provider answered a ${action.kind} of order ${order.id} with an error of its own: ${failure.message} Before sending it again, we'll check whether it went through.`,
        ],
      });
    }
    if (postponement?.waitsFor === 'balance') {
      await notifyAdmins(tx, deps, {
        cause: `balance:${toUtcDay(now)}`,
        title: 'Payment provider balance too low',
        lines: [
          `${formatDollars(english, action.amountCents ?? 0)} of order ${order.id} is waiting for it. Add money there, and set its payouts to manual only.`,
        ],
      });
    }
    if (order.settledAt || order.state !== 'paid') return;
    if (postponement?.waitsFor === 'seller' && order.waitsFor === 'service') {
      const deadlineAt = addMs(now, ORDER_DEADLINES.sellerOnboarding);
      await setNextDeadline(tx, order.id, { waitsFor: 'seller', deadlineAt, now });
    }
    if (!isStuck) return;
    await setNextDeadline(tx, order.id, { waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
    await notifyAdmins(tx, deps, {
      cause: `stuck:${action.id}`,
      title: 'Money is stuck',
      lines: [`The payment provider refused a ${action.kind} of order ${order.id}: ${failure.message}`],
    });
  });
  if (!postponement)
    deps.log.warn({ action: action.id, kind: action.kind, code: failure.code }, 'money action postponed');
}

function executeAction(deps: Deps, stripe: StripeClient, action: MoneyAction, order: Order): Promise<Result> {
  switch (action.kind) {
    case 'open_session':
      return openSession(deps, stripe, action, order);
    case 'close_session':
      return closeSession(deps, stripe, order);
    case 'read_fee':
      return readFee(stripe, order);
    case 'refund':
      return sendRefund(stripe, action, order);
    case 'transfer':
      return sendTransfer(deps, stripe, action, order);
    case 'end_subscription':
      return endSubscription(stripe, action);
  }
}

const toIdempotencyKey = (action: MoneyAction) => ({ idempotencyKey: `${action.id}:${action.generation}` });

async function openSession(deps: Deps, stripe: StripeClient, action: MoneyAction, order: Order): Promise<Result> {
  if (order.state !== 'awaiting_payment' || !order.buyerId) return {};
  const offer = getOffer(order.priceId)!;
  const customer = await findOrCreateCustomer(deps, order.buyerId);
  if (action.attempts > 1) {
    for await (const session of stripe.checkout.sessions.list({ customer, limit: 100 })) {
      if (session.client_reference_id === order.id)
        return { providerId: session.id, session: { id: session.id, url: session.url } };
    }
  }
  const cents = order.amountCents - order.creditCents;
  const t = await getRecipientTranslator(deps.db, order.buyerId);
  const name =
    order.creditCents > 0
      ? t(messages.paymentLineCredit, { name: offer.name, amount: formatDollars(t, order.creditCents) })
      : offer.name;
  const line: StripeParams.Checkout.SessionCreateParams.LineItem =
    offer.mode === 'subscription'
      ? { price: await findOrCreateMonthlyPrice(deps, stripe, offer.priceId), quantity: 1 }
      : { price_data: { currency: order.currency, unit_amount: cents, product_data: { name } }, quantity: 1 };
  const notice = t(messages.payingConfirms);
  const page = createPaymentPage(order, { mode: offer.mode, line, customer, origin: deps.env.origin, notice });
  // The page is in the buyer's language. If they change their language, a retry sends other parameters and needs its
  // own key.
  const idempotencyKey = `${toIdempotencyKey(action).idempotencyKey}:${t.locale}`;
  const session = await stripe.checkout.sessions.create(page, { idempotencyKey });
  return { providerId: session.id, session: { id: session.id, url: session.url } };
}

/** Closes an unpaid payment page. If it can't be closed, it was paid or has expired, and we wait for the event. */
async function closeSession(deps: Deps, stripe: StripeClient, order: Order): Promise<Result> {
  if (order.state !== 'awaiting_payment') return {};
  if (!order.sessionId) {
    await runActions(deps, { only: await findOpenSessionAction(deps, order.id) });
    const currentOrder = await findOrder(deps.db, order.id);
    if (currentOrder?.state !== 'awaiting_payment') return {};
    if (!currentOrder.sessionId) throw new RetryLaterError("The payment page isn't known yet.", MINUTE_MS);
    return closeSession(deps, stripe, currentOrder);
  }
  try {
    const { status } = await stripe.checkout.sessions.expire(order.sessionId);
    if (status === 'expired') return { providerId: order.sessionId, closed: true };
  } catch (error) {
    if (!toFailure(error).certain) throw error;
  }
  return { providerId: order.sessionId };
}

async function findOpenSessionAction(deps: Deps, orderId: string): Promise<string> {
  const action = (await listActions(deps.db, orderId)).find((one) => one.kind === 'open_session');
  if (action?.state === 'pending') await updateAction(deps.db, action.id, { dueAt: deps.now() });
  return action?.id ?? '00000000-0000-0000-0000-000000000000';
}

async function readFee(stripe: StripeClient, order: Order): Promise<Result> {
  if (!order.paymentIntentId) return {};
  const intent = await stripe.paymentIntents.retrieve(order.paymentIntentId, {
    expand: ['latest_charge.balance_transaction'],
  });
  const charge = intent.latest_charge;
  const balanceTransaction = typeof charge === 'object' ? charge?.balance_transaction : undefined;
  if (!charge || typeof charge === 'string' || !balanceTransaction || typeof balanceTransaction === 'string') {
    throw new RetryLaterError("The payment provider hasn't booked the charge yet.", MINUTE_MS);
  }
  return { providerId: balanceTransaction.id, fee: { cents: balanceTransaction.fee, chargeId: charge.id } };
}

/** Postpones sending while the payment is under review, even for a retry. */
function waitForReview(order: Order): void {
  if (order.frozenAt) throw new RetryLaterError('The payment is under review.', ORDER_DEADLINES.admin);
}

/** Postpones payments from our balance until the balance covers them. A low balance doesn't count as a refusal. */
async function postponeUntilBalance<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (toFailure(error).code !== 'balance_insufficient') throw error;
    throw new RetryLaterError("The payment provider balance doesn't cover it yet.", BALANCE_RECHECK_MS, 'balance');
  }
}

/**
 * Sends a refund. After an earlier attempt, first checks whether it took effect, because its response may have been
 * lost.
 */
async function sendRefund(stripe: StripeClient, action: MoneyAction, order: Order): Promise<Result> {
  const intent = action.subject ? await findIntentOfInvoice(stripe, action.subject) : order.paymentIntentId;
  if (!intent) throw new RetryLaterError("The payment isn't known yet.", MINUTE_MS);
  if (action.attempts > 1) {
    for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
      if (refund.metadata?.action_id === action.id && refund.status !== 'failed') return { providerId: refund.id };
    }
  }
  waitForReview(order);
  const metadata = { action_id: action.id, order_id: order.id };
  const refund = await postponeUntilBalance(
    stripe.refunds.create({ payment_intent: intent, amount: action.amountCents!, metadata }, toIdempotencyKey(action)),
  );
  return { providerId: refund.id };
}

async function findIntentOfInvoice(stripe: StripeClient, invoice: string): Promise<string | undefined> {
  const payments = await stripe.invoicePayments.list({ invoice, limit: 1 });
  const intent = payments.data[0]?.payment.payment_intent;
  return typeof intent === 'string' ? intent : intent?.id;
}

async function sendTransfer(deps: Deps, stripe: StripeClient, action: MoneyAction, order: Order): Promise<Result> {
  if (action.attempts > 1) {
    for await (const transfer of stripe.transfers.list({ transfer_group: order.id, limit: 100 })) {
      if (transfer.metadata.action_id === action.id) return { providerId: transfer.id, ...getDestinationId(transfer) };
    }
  }
  waitForReview(order);
  const destination = await findDestination(deps, action);
  // A transfer tied to its charge doesn't wait for our balance. If a credit covered part of the order, or staff moved
  // its money in the provider's dashboard, the transfer is paid from our balance.
  const isUntouched = order.creditCents === 0 && (await listMovements(deps.db, order.id)).length === 0;
  const source = isUntouched ? await findCharge(stripe, order) : undefined;
  const params = {
    amount: action.amountCents!,
    currency: order.currency,
    destination,
    transfer_group: order.id,
    metadata: { action_id: action.id, order_id: order.id },
    ...(source ? { source_transaction: source } : {}),
  };
  const transfer = await postponeUntilBalance(stripe.transfers.create(params, toIdempotencyKey(action)));
  return { providerId: transfer.id, accountId: destination };
}

const getDestinationId = ({ destination }: { destination: string | { id: string } | null }) => {
  const accountId = getId(destination);
  return accountId ? { accountId } : {};
};

/**
 * Returns the payout account. For an erased player, it's stored in the action.
 * @throws RetryLaterError while the player can't be paid
 */
async function findDestination(deps: Deps, { payeeId, subject }: MoneyAction): Promise<string> {
  if (!payeeId && subject) return subject;
  if (!payeeId) throw new RetryLaterError('The player has left.', ORDER_DEADLINES.admin, 'seller');
  const seller = await findSellerAccount(deps.db, payeeId);
  if (seller?.payoutsEnabled) return seller.accountId;
  throw new RetryLaterError("The player isn't verified for payouts yet.", SELLER_RECHECK_MS, 'seller');
}

async function findCharge(stripe: StripeClient, order: Order): Promise<string | undefined> {
  if (order.chargeId || !order.paymentIntentId) return order.chargeId ?? undefined;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(order.paymentIntentId);
  return typeof charge === 'string' ? charge : charge?.id;
}

async function endSubscription(stripe: StripeClient, action: MoneyAction): Promise<Result> {
  try {
    await stripe.subscriptions.cancel(action.subject!);
  } catch (error) {
    if (toFailure(error).code !== 'resource_missing') throw error;
  }
  return { providerId: action.subject! };
}
