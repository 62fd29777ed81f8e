import { createHmac } from 'node:crypto';
import { DAY_SECONDS } from '../../time/units.ts';
import { createRenderers } from './sandbox-answers.ts';
import { type Card, FAILING_BANK, findCard, SLOW_VERIFICATION_BANK } from './sandbox-cards.ts';
import { getApiVersion } from './sandbox-shapes.ts';
import {
  type Account,
  type Charge,
  createMissingError,
  type Dispute,
  type Event,
  type EventDelivery,
  type Intent,
  type Invoice,
  type Metadata,
  type Refund,
  type Reversal,
  SandboxError,
  type SandboxState,
  type Session,
  type Subscription,
  type Transaction,
  type Transfer,
} from './sandbox-state.ts';

const MONTH_SECONDS = 30 * DAY_SECONDS;
/** Time until the funds of a charge become available. */
const SETTLING_SECONDS = 2 * DAY_SECONDS;
/** Time a manual document review takes. */
const VERIFICATION_SECONDS = 6 * 3_600;
const DISPUTE_FEE = 1_500;
/** Countries the platform can transfer to across borders without special approval. */
const SELF_SERVE_COUNTRIES = new Set(
  'US GB CA CH AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
const PLATFORM_COUNTRY = 'US';

export type Engine = ReturnType<typeof createEngine>;

/** Creates the sandbox's state machine. Every change emits an event, as Stripe's would. */
export function createEngine(state: SandboxState, now: () => Date, onEvent: (event: Event) => void) {
  const getSeconds = () => Math.floor(now().getTime() / 1000);
  const nextId = (prefix: string) => `${prefix}_sandbox${String(++state.counter).padStart(8, '0')}`;
  const stampObject = <Name extends string>(object: Name, id: string) => ({ id, object, created: getSeconds() });
  const answers = createRenderers(state);

  /** Records a balance transaction. Card payments become available two days later. */
  function recordTransaction(type: Transaction['type'], amount: number, source: string | null, fee = 0): string {
    const id = nextId('txn');
    const available_on = getSeconds() + (type === 'charge' ? SETTLING_SECONDS : 0);
    state.transactions[id] = {
      ...stampObject('balance_transaction', id),
      type,
      amount,
      fee,
      source,
      available_on,
    };
    return id;
  }

  function computeBalance(): { available: number; pending: number } {
    const sums = { available: 0, pending: 0 };
    for (const { amount, fee, available_on } of Object.values(state.transactions)) {
      sums[available_on <= getSeconds() ? 'available' : 'pending'] += amount - fee;
    }
    return sums;
  }

  /** Pays the available balance out to the platform's bank, unless payouts are manual. */
  function payOutAutomatically(): void {
    const { available } = computeBalance();
    if (state.schedule !== 'automatic' || available <= 0) return;
    const id = nextId('po');
    const balance_transaction = recordTransaction('payout', -available, id);
    state.payouts[id] = {
      ...stampObject('payout', id),
      amount: available,
      status: 'paid',
      failure_code: null,
      failure_message: null,
      balance_transaction,
    };
    emitEvent('payout.paid', state.payouts[id]);
  }

  function emitEvent(
    type: string,
    object: object,
    options: { account?: string; delivery?: EventDelivery | undefined } = {},
  ) {
    const event: Event = {
      ...stampObject('event', nextId('evt')),
      type,
      ...(options.account ? { account: options.account } : {}),
      api_version: getApiVersion(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object: structuredClone(answers.show(object)) },
    };
    state.events.push(event);
    if (options.delivery) state.delivery[event.id] = options.delivery;
    onEvent(event);
  }

  type Payment = { metadata: Metadata; transferGroup: string | null; customer: string | null };

  function chargeCard(amount: number, card: Card, { metadata, transferGroup, customer }: Payment): Intent {
    const fee = Math.round(amount * 0.029) + 30;
    const intentId = nextId('pi');
    const chargeId = nextId('ch');
    const charge: Charge = {
      ...stampObject('charge', chargeId),
      amount,
      amount_refunded: 0,
      currency: 'usd',
      payment_intent: intentId,
      transfer_group: transferGroup,
      metadata,
      disputed: false,
      refunded: false,
      paid: true,
      status: 'succeeded',
      balance_transaction: recordTransaction('charge', amount, chargeId, fee),
      customer,
      card: card.number,
    };
    const intent: Intent = {
      ...stampObject('payment_intent', intentId),
      amount,
      amount_received: amount,
      currency: 'usd',
      status: 'succeeded',
      latest_charge: charge.id,
      metadata,
      transfer_group: transferGroup,
      customer,
    };
    state.charges[charge.id] = charge;
    state.intents[intentId] = intent;
    return intent;
  }

  function createInvoice(
    subscription: Subscription,
    amount: number,
    reason: Invoice['billing_reason'],
    card: Card | undefined,
  ): Invoice {
    // Stripe copies neither the plan's metadata nor a transfer group to an invoice's payment.
    const payment = { metadata: {}, transferGroup: null, customer: subscription.customer };
    const intent = card && amount > 0 ? chargeCard(amount, card, payment) : undefined;
    const invoice: Invoice = {
      ...stampObject('invoice', nextId('in')),
      customer: subscription.customer,
      subscription: subscription.id,
      amount_due: amount,
      amount_paid: card ? amount : 0,
      currency: 'usd',
      status: card ? 'paid' : 'open',
      billing_reason: reason,
      payment_intent: intent?.id ?? null,
      metadata: {},
    };
    state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  /** Creates a payment that the payer still has to confirm with their bank. */
  function askToConfirm(amount: number, customer: string): string {
    const id = nextId('pi');
    state.intents[id] = {
      ...stampObject('payment_intent', id),
      amount,
      amount_received: 0,
      currency: 'usd',
      status: 'requires_action',
      latest_charge: '',
      metadata: {},
      transfer_group: null,
      customer,
    };
    return id;
  }

  function startSubscription(session: Session, card: Card): Subscription {
    const subscription: Subscription = {
      ...stampObject('subscription', nextId('sub')),
      customer: session.customer ?? '',
      status: 'active',
      cancel_at_period_end: false,
      canceled_at: null,
      schedule: null,
      metadata: session.subscription_metadata,
      price: session.price ?? '',
      current_period_start: getSeconds(),
      current_period_end: getSeconds() + MONTH_SECONDS,
      card: card.number,
      latest_invoice: null,
    };
    state.subscriptions[subscription.id] = subscription;
    const invoice = createInvoice(subscription, session.amount_total, 'subscription_create', card);
    emitEvent('customer.subscription.created', subscription, { delivery: card.delivery });
    emitEvent('invoice.paid', invoice, { delivery: card.delivery });
    return subscription;
  }

  /** Withdraws the disputed amount from the balance. The first withdrawal also incurs a fee. */
  function withdraw(dispute: Dispute): void {
    const fee = dispute.transactions.length === 0 ? DISPUTE_FEE : 0;
    dispute.transactions.push(recordTransaction('adjustment', -dispute.amount, dispute.id, fee));
    state.charges[dispute.charge]!.disputed = true;
  }

  return {
    emit: emitEvent,
    nextId,
    seconds: getSeconds,
    answers,
    balance: computeBalance,
    move: recordTransaction,
    payOutAutomatically,

    /** Pays a checkout page. */
    pay(session: Session, card: Card): void {
      if (session.status !== 'open') throw new SandboxError(400, 'session_closed', 'This payment page is closed.');
      session.status = 'complete';
      session.payment_status = session.amount_total > 0 ? 'paid' : 'no_payment_required';
      session.url = null;
      if (session.mode === 'subscription') {
        session.subscription = startSubscription(session, card).id;
      } else if (session.amount_total > 0) {
        const intent = chargeCard(session.amount_total, card, {
          metadata: session.intent_metadata,
          transferGroup: session.transfer_group,
          customer: session.customer,
        });
        session.payment_intent = intent.id;
        emitEvent('payment_intent.succeeded', intent, { delivery: card.delivery });
      }
      emitEvent('checkout.session.completed', session, { delivery: card.delivery });
      if (card.disputed && session.payment_intent) this.dispute(state.intents[session.payment_intent]!.latest_charge);
    },

    expire(session: Session): void {
      if (session.status !== 'open') {
        throw new SandboxError(400, 'session_not_open', 'Only open checkout sessions can be expired.');
      }
      session.status = 'expired';
      session.url = null;
      emitEvent('checkout.session.expired', session);
    },

    /** Creates a payment without a page, as with a test card that's confirmed immediately. */
    charge(amount: number, card: Card, payer: { metadata: Metadata; customer: string | null }): Intent {
      return chargeCard(amount, card, { ...payer, transferGroup: null });
    },

    /** Reverses a transfer, in full or in part. */
    reverse(transfer: Transfer, amount?: number, metadata: Metadata = {}): Reversal {
      const remainingCents = transfer.amount - transfer.amount_reversed;
      if (remainingCents <= 0) throw new SandboxError(400, undefined, 'This transfer has been fully reversed.');
      const reversedCents = amount ?? remainingCents;
      if (reversedCents <= 0 || reversedCents > remainingCents) {
        throw new SandboxError(400, undefined, 'The reversal is larger than what is left of the transfer.');
      }
      transfer.amount_reversed += reversedCents;
      const id = nextId('trr');
      const reversal: Reversal = {
        ...stampObject('transfer_reversal', id),
        amount: reversedCents,
        currency: transfer.currency,
        transfer: transfer.id,
        balance_transaction: recordTransaction('transfer_refund', reversedCents, id),
        metadata,
      };
      state.reversals[id] = reversal;
      emitEvent('transfer.reversed', transfer);
      return reversal;
    },

    refund(intentId: string, amount: number | undefined, metadata: Metadata): Refund {
      const charge = state.charges[state.intents[intentId]?.latest_charge ?? ''];
      if (!charge) throw createMissingError('payment_intent', intentId);
      const refundCents = amount ?? charge.amount - charge.amount_refunded;
      if (charge.disputed) throw new SandboxError(400, 'charge_disputed', 'This charge has been disputed.');
      if (refundCents <= 0 || refundCents > charge.amount - charge.amount_refunded) {
        throw new SandboxError(400, 'charge_already_refunded', 'The refund is larger than what is left of the charge.');
      }
      charge.amount_refunded += refundCents;
      charge.refunded = charge.amount_refunded === charge.amount;
      const id = nextId('re');
      const refund: Refund = {
        ...stampObject('refund', id),
        amount: refundCents,
        currency: 'usd',
        payment_intent: intentId,
        charge: charge.id,
        status: 'succeeded',
        balance_transaction: recordTransaction('refund', -refundCents, id),
        metadata,
      };
      state.refunds[refund.id] = refund;
      emitEvent('charge.refunded', charge);
      const response = structuredClone(refund);
      if (findCard(charge.card)?.refundFails) {
        refund.status = 'failed';
        refund.failure_reason = 'expired_or_canceled_card';
        refund.failure_balance_transaction = recordTransaction('refund_failure', refundCents, id);
        charge.amount_refunded -= refundCents;
        charge.refunded = false;
        emitEvent('refund.failed', refund);
      }
      return response;
    },

    transfer(input: Pick<Transfer, 'amount' | 'destination' | 'transfer_group' | 'source_transaction' | 'metadata'>) {
      const account = state.accounts[input.destination];
      if (!account) throw createMissingError('destination', input.destination);
      if (!SELF_SERVE_COUNTRIES.has(account.country)) {
        throw new SandboxError(
          400,
          'transfers_not_allowed',
          `Cannot create a transfer from ${PLATFORM_COUNTRY} to an account in ${account.country}: cross-border transfers to that country are not supported.`,
        );
      }
      if (!account.payouts_enabled) {
        throw new SandboxError(
          400,
          'insufficient_capabilities_for_transfer',
          'The account cannot receive transfers yet.',
        );
      }
      const source = input.source_transaction;
      if (source) {
        const charge = state.charges[source];
        if (!charge) throw createMissingError('charge', source);
        const transferredCents = Object.values(state.transfers)
          .filter((transfer) => transfer.source_transaction === source)
          .reduce((sum, transfer) => sum + transfer.amount, 0);
        if (transferredCents + input.amount > charge.amount) {
          throw new SandboxError(
            400,
            'balance_insufficient',
            'The transfers are larger than the charge they come from.',
          );
        }
      }
      if (!source && computeBalance().available < input.amount) {
        throw new SandboxError(
          400,
          'balance_insufficient',
          'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance.',
        );
      }
      const id = nextId('tr');
      const transfer: Transfer = {
        ...stampObject('transfer', id),
        currency: 'usd',
        amount_reversed: 0,
        balance_transaction: recordTransaction('transfer', -input.amount, id),
        ...input,
      };
      state.transfers[transfer.id] = transfer;
      emitEvent('transfer.created', transfer);
      const isFailing = account.bank === FAILING_BANK;
      const payout = nextId('po');
      state.payouts[payout] = {
        ...stampObject('payout', payout),
        amount: input.amount,
        status: isFailing ? 'failed' : 'paid',
        failure_code: isFailing ? 'no_account' : null,
        failure_message: isFailing ? 'The bank account could not be found.' : null,
        balance_transaction: nextId('txn'),
        account: account.id,
      };
      emitEvent(isFailing ? 'payout.failed' : 'payout.paid', state.payouts[payout], { account: account.id });
      return transfer;
    },

    /**
     * Opens a dispute. The payer's bank takes the money back until it decides. An inquiry only asks for information and
     * moves no money.
     */
    dispute(chargeId: string, { inquiry = false }: { inquiry?: boolean } = {}): string {
      const charge = state.charges[chargeId];
      if (!charge) throw createMissingError('charge', chargeId);
      const amount = charge.amount - charge.amount_refunded;
      const id = nextId('dp');
      state.disputes[id] = {
        ...stampObject('dispute', id),
        amount,
        charge: charge.id,
        payment_intent: charge.payment_intent,
        status: inquiry ? 'warning_needs_response' : 'needs_response',
        transactions: [],
      };
      if (!inquiry) withdraw(state.disputes[id]);
      emitEvent('charge.dispute.created', state.disputes[id]);
      return id;
    },

    /** Escalates an inquiry to a dispute, as a bank does when the answer wasn't sufficient. */
    escalate(id: string): void {
      const dispute = state.disputes[id];
      if (!dispute) throw createMissingError('dispute', id);
      dispute.status = 'needs_response';
      withdraw(dispute);
      emitEvent('charge.dispute.updated', dispute);
      emitEvent('charge.dispute.funds_withdrawn', dispute);
    },

    /** Decides a dispute. Can be called again, because banks sometimes reverse a decision. */
    closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): void {
      const dispute = state.disputes[id];
      if (!dispute) throw createMissingError('dispute', id);
      const isAway = dispute.transactions.length % 2 === 1;
      dispute.status = status;
      if (status === 'won' && isAway) dispute.transactions.push(recordTransaction('adjustment', dispute.amount, id));
      if (status === 'lost' && !isAway) withdraw(dispute);
      state.charges[dispute.charge]!.disputed = status === 'lost';
      emitEvent('charge.dispute.closed', dispute);
    },

    /** Switches plans the way the portal is configured: upgrades immediately, downgrades at the end of the period. */
    changePlan(subscription: Subscription, priceId: string): void {
      const oldPrice = state.prices[subscription.price]!;
      const newPrice = state.prices[priceId];
      if (!newPrice || newPrice.id === oldPrice.id) return;
      if (newPrice.unit_amount < oldPrice.unit_amount) {
        const id = nextId('sub_sched');
        state.schedules[id] = {
          ...stampObject('subscription_schedule', id),
          subscription: subscription.id,
          price: newPrice.id,
        };
        subscription.schedule = id;
      } else {
        const remainingSeconds = Math.max(0, subscription.current_period_end - getSeconds());
        const amount = Math.round(((newPrice.unit_amount - oldPrice.unit_amount) * remainingSeconds) / MONTH_SECONDS);
        subscription.price = newPrice.id;
        subscription.schedule = null;
        const invoice = createInvoice(subscription, amount, 'subscription_update', findCard(subscription.card));
        emitEvent('invoice.paid', invoice);
      }
      emitEvent('customer.subscription.updated', subscription);
    },

    cancelAtPeriodEnd(subscription: Subscription, shouldCancel: boolean): void {
      subscription.cancel_at_period_end = shouldCancel;
      emitEvent('customer.subscription.updated', subscription);
    },

    cancel(subscription: Subscription): void {
      subscription.status = 'canceled';
      subscription.canceled_at = getSeconds();
      emitEvent('customer.subscription.deleted', subscription);
    },

    /** Deletes the customer and cancels everything that could still charge them. */
    removeCustomer(id: string): void {
      const customer = state.customers[id];
      if (!customer) throw createMissingError('customer', id);
      delete state.customers[id];
      for (const subscription of Object.values(state.subscriptions)) {
        if (subscription.customer === id && subscription.status !== 'canceled') this.cancel(subscription);
      }
      emitEvent('customer.deleted', customer);
    },

    /** Ends a paid month: cancels the plan or renews it. */
    endPeriod(subscription: Subscription): void {
      if (subscription.status === 'canceled') return;
      if (subscription.cancel_at_period_end) {
        this.cancel(subscription);
        return;
      }
      if (subscription.schedule) {
        subscription.price = state.schedules[subscription.schedule]!.price;
        subscription.schedule = null;
      }
      const card = findCard(subscription.card);
      const payingCard = card?.renewalFails || card?.challenge ? undefined : card;
      subscription.status = payingCard ? 'active' : 'past_due';
      subscription.current_period_start = subscription.current_period_end;
      subscription.current_period_end += MONTH_SECONDS;
      const amount = state.prices[subscription.price]!.unit_amount;
      const invoice = createInvoice(subscription, amount, 'subscription_cycle', payingCard);
      if (card?.challenge) invoice.payment_intent = askToConfirm(amount, subscription.customer);
      emitEvent('customer.subscription.updated', subscription);
      if (card?.challenge) emitEvent('invoice.payment_action_required', invoice);
      emitEvent(payingCard ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    },

    /** Submits the data a seller entered on Stripe's onboarding page. Some documents take hours to verify. */
    onboard(accountId: string, bank: string): void {
      const account = state.accounts[accountId];
      if (!account) throw createMissingError('account', accountId);
      account.bank = bank;
      account.details_submitted = true;
      account.verified_at = getSeconds() + (bank === SLOW_VERIFICATION_BANK ? VERIFICATION_SECONDS : 0);
      if (!this.verify(account)) emitEvent('account.updated', account, { account: account.id });
    },

    /**
     * Verifies the documents if their review is over.
     * @returns whether the documents were verified now
     */
    verify(account: Account): boolean {
      if (account.payouts_enabled || account.verified_at === null || account.verified_at > getSeconds()) return false;
      account.charges_enabled = true;
      account.payouts_enabled = true;
      emitEvent('account.updated', account, { account: account.id });
      return true;
    },
  };
}

/** Signs a webhook body as Stripe does. */
export function signPayload(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
