import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { Translations } from '../../messages/every-language.ts';
import type { ReconcileState } from './money.schema.ts';
import type { ActingParty, ActionKind, OrderKind, OrderState } from './orders/orders.schema.ts';

export const orders = pgTable('orders', {
  id: uuid().primaryKey().defaultRandom(),
  buyerId: uuid('buyer_id'),
  kind: text().$type<OrderKind>().notNull(),
  priceId: text('price_id').notNull(),
  choice: text(),
  currency: text().notNull().default('usd'),
  amountCents: integer('amount_cents').notNull(),
  creditCents: integer('credit_cents').notNull().default(0),
  /** The Founders Premium order whose hire credit covers part of this order. */
  creditOf: uuid('credit_of'),
  feePoints: integer('fee_points').notNull().default(0),
  state: text().$type<OrderState>().notNull().default('awaiting_payment'),
  waitsFor: text('waits_for').$type<ActingParty | null>(),
  deadlineAt: instant('deadline_at'),
  sessionId: text('session_id'),
  sessionUrl: text('session_url'),
  paymentIntentId: text('payment_intent_id'),
  chargeId: text('charge_id'),
  frozenAt: instant('frozen_at'),
  frozenWaitsFor: text('frozen_waits_for').$type<ActingParty | null>(),
  frozenDeadlineAt: instant('frozen_deadline_at'),
  /** The payout account for a player who was erased during a bank review. */
  payeeAccount: text('payee_account'),
  paidAt: instant('paid_at'),
  /** When the buyer withdrew the order after paying. */
  withdrawnAt: instant('withdrawn_at'),
  settledAt: instant('settled_at'),
  /** Versions of the legal texts that the order was placed under; null for orders from before they were recorded. */
  termsVersion: integer('terms_version'),
  refundsVersion: integer('refunds_version'),
  createdAt: instant('created_at').notNull(),
});

export const orderEvents = pgTable('order_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  line: text().notNull(),
  translations: jsonb().$type<Translations>(),
  createdAt: instant('created_at').notNull(),
});

export const ledgerJournals = pgTable('ledger_journals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  cause: text().notNull(),
  memo: text().notNull(),
  translations: jsonb().$type<Translations>(),
  createdAt: instant('created_at').notNull(),
});

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    journalId: bigint('journal_id', { mode: 'number' }).notNull(),
    account: text().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.journalId, table.account] })],
);

export const moneyActions = pgTable('money_actions', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  kind: text().$type<ActionKind>().notNull(),
  cause: text().notNull(),
  amountCents: integer('amount_cents'),
  payeeId: uuid('payee_id'),
  subject: text(),
  state: text().$type<'pending' | 'done' | 'stuck' | 'undone' | 'otherwise'>().notNull().default('pending'),
  attempts: smallint().notNull().default(0),
  generation: smallint().notNull().default(0),
  dueAt: instant('due_at').notNull(),
  claimedUntil: instant('claimed_until'),
  providerId: text('processor_id'),
  accountId: text('account_id'),
  problem: text(),
  createdAt: instant('created_at').notNull(),
  doneAt: instant('done_at'),
});

export const providerPayments = pgTable('processor_payments', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  chargeId: text('charge_id'),
  invoiceId: text('invoice_id'),
  subscriptionId: text('subscription_id'),
  createdAt: instant('created_at').notNull(),
  /** Cents that the payer's bank charged back. */
  takenBackCents: integer('taken_back_cents').notNull().default(0),
});

/** Refunds, reversals and transfers made in the provider's dashboard instead of by us. */
export const providerMovements = pgTable('provider_movements', {
  providerId: text('processor_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  kind: text().$type<'refund' | 'reversal' | 'transfer'>().notNull(),
  amountCents: integer('amount_cents').notNull(),
  fromHeldCents: integer('from_held_cents').notNull().default(0),
  paymentIntentId: text('payment_intent_id'),
  actionId: uuid('action_id'),
  state: text().$type<'open' | 'continued' | 'ended' | 'failed'>().notNull().default('open'),
  seenAt: instant('seen_at').notNull(),
  decidedAt: instant('decided_at'),
});

export const paymentsAudit = pgTable('payments_audit', {
  eventId: text('event_id').primaryKey(),
  eventType: text('event_type').notNull(),
  priceId: text('price_id'),
  payload: jsonb().$type<Record<string, unknown>>().notNull(),
  receivedAt: instant('received_at').notNull(),
  processedAt: instant('processed_at'),
  problem: text(),
});

/** Single row: the time up to which the catch-up has fetched the payment provider's events. */
export const stripeWatermark = pgTable('stripe_watermark', {
  one: boolean().primaryKey().default(true),
  seenUntil: instant('seen_until').notNull(),
});

export const stripeCustomers = pgTable('stripe_customers', {
  userId: uuid('user_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const sellerAccounts = pgTable('seller_accounts', {
  userId: uuid('user_id').primaryKey(),
  accountId: text('account_id').notNull(),
  country: text().notNull().default('US'),
  lookAt: instant('look_at'),
  detailsSubmitted: boolean('details_submitted').notNull().default(false),
  payoutsEnabled: boolean('payouts_enabled').notNull().default(false),
  observedAt: instant('observed_at'),
  payoutProblem: text('payout_problem'),
  payoutSeenAt: instant('payout_seen_at'),
  createdAt: instant('created_at').notNull(),
});

export const entitlements = pgTable('entitlements', {
  userId: uuid('user_id').primaryKey(),
  /**
   * The order that paid for Founders Premium; null once it has ended, or if it was imported from an earlier
   * installation.
   */
  orderId: uuid('order_id'),
  foundersExpiresAt: instant('founders_expires_at'),
  founderNumber: integer('founder_number'),
  priorityMatching: boolean('priority_matching').notNull().default(false),
  hireCreditCount: integer('hire_credit_count').notNull().default(0),
  hireCreditCapUsd: integer('hire_credit_cap_usd').notNull().default(0),
  updatedAt: instant('updated_at').notNull(),
});

export const foundersSeats = pgTable('founders_seats', {
  seat: smallint().primaryKey(),
  orderId: uuid('order_id'),
  userId: uuid('user_id'),
});

/** Single row: the number of Founders seats ever paid for. */
export const soldSeats = pgTable('founders_sold', {
  one: boolean().primaryKey().default(true),
  sold: integer().notNull().default(0),
});

export const subscriptions = pgTable('subscriptions', {
  subscriptionId: text('subscription_id').primaryKey(),
  userId: uuid('user_id'),
  orderId: uuid('order_id').notNull(),
  plan: text().$type<'pro' | 'premium'>().notNull(),
  status: text().notNull(),
  currentPeriodEnd: instant('current_period_end'),
  paidUntil: instant('paid_until'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  nextPlan: text('next_plan').$type<'pro' | 'premium' | null>(),
  firstPaidAt: instant('first_paid_at'),
  endingAt: instant('ending_at'),
  surplus: boolean().notNull().default(false),
  leftAt: instant('left_at'),
  keptUntil: instant('kept_until'),
  observedAt: instant('observed_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const planInvoices = pgTable('plan_invoices', {
  invoiceId: text('invoice_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  plan: text().$type<'pro' | 'premium'>().notNull(),
  amountCents: integer('amount_cents').notNull(),
  periodStart: instant('period_start').notNull(),
  periodEnd: instant('period_end').notNull(),
  /** The card's English label, for rows of earlier versions, which have no brand and no digits. */
  card: text(),
  paidAt: instant('paid_at').notNull(),
});

export const guaranteesUsed = pgTable(
  'guarantees_used',
  {
    userId: uuid('user_id').notNull(),
    plan: text().$type<'founders' | 'pro' | 'premium'>().notNull(),
    orderId: uuid('order_id').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.plan] })],
);

export const providerErasures = pgTable('processor_erasures', {
  providerId: text('processor_id').primaryKey(),
  kind: text().$type<'customer' | 'seller'>().notNull(),
  askedAt: instant('asked_at').notNull(),
  dueAt: instant('due_at').notNull(),
  attempts: smallint().notNull().default(0),
  problem: text(),
  doneAt: instant('done_at'),
});

export const disputes = pgTable('disputes', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  openedBy: uuid('opened_by'),
  reason: text().notNull(),
  source: text().$type<'people' | 'card'>().notNull().default('people'),
  providerId: text('processor_id'),
  state: text().$type<'open' | 'decided'>().notNull().default('open'),
  sellerCents: integer('seller_cents'),
  refundCents: integer('refund_cents'),
  decision: text(),
  decisionTranslations: jsonb('decision_translations').$type<Translations>(),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
  createdAt: instant('created_at').notNull(),
});

export const disputeMessages = pgTable('dispute_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  disputeId: uuid('dispute_id').notNull(),
  authorId: uuid('author_id'),
  authorRole: text('author_role').$type<'buyer' | 'seller' | 'admin'>().notNull(),
  text: text().notNull(),
  createdAt: instant('created_at').notNull(),
});

export const reconcileReports = pgTable('reconcile_reports', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at').notNull(),
  ordersChecked: integer('orders_checked').notNull(),
  differences: jsonb().$type<object[]>().notNull(),
  findings: jsonb().$type<object[]>().notNull().default([]),
});

export const reconcileProgress = pgTable('reconcile_progress', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  state: text().$type<ReconcileState>().notNull(),
  done: integer().notNull().default(0),
  requestedAt: instant('requested_at').notNull(),
});
