import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { requiredText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { Balance, LedgerLine, ORDER_KINDS, ORDER_STATES } from './orders/orders.schema.ts';
import * as messages from './payments.messages.ts';

export const OrderCard = z.object({
  id: z.uuid(),
  side: z.enum(['buyer', 'seller', 'admin']),
  kind: z.enum(ORDER_KINDS),
  priceId: z.string(),
  name: z.string(),
  /** The price in cents. For a plan, the total charged for its months. */
  amountCents: z.int(),
  creditCents: z.int(),
  state: z.enum(ORDER_STATES),
  /** The stage of the hire, session or assembly; null for plans and Founders. */
  stage: z.string().nullable(),
  waitsFor: z.string().nullable(),
  deadlineAt: instant.nullable(),
  frozen: z.boolean(),
  /** Whether a refund bounced and an admin has to find another way to send it. */
  refundFailed: z.boolean(),
  settledAt: instant.nullable(),
  createdAt: instant,
  bookingId: z.uuid().nullable(),
  teamBuildId: z.uuid().nullable(),
  /** Name of the other party, if there is one. Admins get the names of both parties. */
  people: z.array(z.string()),
});
export type OrderCard = z.infer<typeof OrderCard>;

export const OrderView = OrderCard.extend({
  /** Versions of the legal texts that the order was placed under; null for orders from before they were recorded. */
  termsVersion: z.int().nullable(),
  refundsVersion: z.int().nullable(),
  payUrl: z.string().nullable(),
  balance: Balance,
  ledger: z.array(LedgerLine),
  history: z.array(z.object({ line: z.string(), at: instant })),
  /** The paid months of a plan. */
  invoices: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(['pro', 'premium']),
      cents: z.int(),
      from: instant,
      until: instant,
      card: z.string().nullable(),
      paidAt: instant,
    }),
  ),
  /** The order's refunds and payouts at the payment provider, including finished ones. */
  underWay: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['refund', 'transfer']),
      cents: z.int().nullable(),
      state: z.string(),
      problem: z.string().nullable(),
      /** Whether the refund or payout bounced and hasn't been refunded another way yet. */
      failed: z.boolean(),
      /** Whether an admin can send it again; `whyNot` gives admins the reason when they can't. */
      maySend: z.boolean(),
      whyNot: z.string().nullable(),
    }),
  ),
  /** Movements made in the provider's dashboard that need a decision; only for admins. */
  moved: z.array(z.object({ kind: z.enum(['refund', 'reversal', 'transfer']), cents: z.int() })),
  /** Whether the viewer may decide about the order's money: only admins who aren't a party to the order may. */
  mayDecide: z.boolean(),
  disputeId: z.uuid().nullable(),
  /** Whether the order is paid and hasn't started, so the buyer can withdraw it for a full refund. */
  mayWithdraw: z.boolean(),
  /** The fee on released money, in hundredths of a percent; null when no one else is paid. */
  feePoints: z.int().nullable(),
  /** Fees kept so far, in cents. */
  feeCents: z.int(),
  /** How much of the payer's own money can still be refunded, in cents. */
  refundableCents: z.int(),
  mayDispute: z.boolean(),
  /** When the money-back guarantee of Founders Premium ends. */
  guaranteeUntil: instant.nullable(),
});
export type OrderView = z.infer<typeof OrderView>;

export const Entitlements = z.object({
  user_id: z.uuid(),
  founders_expires_at: instant.nullable(),
  hire_credit_count: z.int(),
  hire_credit_cap_usd: z.int(),
  priority_matching: z.boolean(),
  plan: z.enum(['Free', 'Pro', 'Premium', 'Founders Premium']),
  subscription: z
    .object({
      plan: z.enum(['pro', 'premium']),
      status: z.string(),
      currentPeriodEnd: instant.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      nextPlan: z.enum(['pro', 'premium']).nullable(),
      guaranteeUntil: instant.nullable(),
    })
    .nullable(),
});
export type Entitlements = z.infer<typeof Entitlements>;

export const Seller = z.object({
  /** Whether the seller confirmed that they're 18 or have a parent or guardian who agrees. */
  adult: z.boolean(),
  started: z.boolean(),
  verified: z.boolean(),
  submitted: z.boolean(),
  payoutProblem: z.string().nullable(),
  /** Countries whose sellers we can pay, as ISO 3166-1 alpha-2. */
  countries: z.array(z.string()),
});
export type Seller = z.infer<typeof Seller>;

/**
 * An open dispute on the admin page. Its `source` is `people` for a dispute between buyer and seller, or `card` for a
 * bank dispute.
 */
export const DisputeCard = z.object({
  id: z.uuid(),
  order: OrderCard,
  source: z.enum(['people', 'card']),
  reason: z.string(),
  createdAt: instant,
});
export type DisputeCard = z.infer<typeof DisputeCard>;

export const DisputeView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  orderName: z.string(),
  kind: z.enum(ORDER_KINDS),
  state: z.enum(['open', 'decided']),
  party: z.enum(['buyer', 'seller', 'admin']),
  reason: z.string(),
  heldCents: z.int(),
  /** How much of the held funds can reach the buyer's card. A hire credit covered the rest. */
  refundableCents: z.int(),
  /** Our fee on released money, in hundredths of a percent. */
  feePoints: z.int(),
  /** Whether the viewer may decide it: only admins who aren't a party to the order may. */
  mayDecide: z.boolean(),
  /** Name of the other party, if there is one. Admins get the names of the buyer and the seller. */
  people: z.array(z.string()),
  /** When the decision is due. */
  deadlineAt: instant.nullable(),
  sellerCents: z.int().nullable(),
  refundCents: z.int().nullable(),
  decision: z.string().nullable(),
  createdAt: instant,
  bookingId: z.uuid().nullable(),
  messages: z.array(
    z.object({ by: z.enum(['buyer', 'seller', 'admin']), mine: z.boolean(), text: z.string(), at: instant }),
  ),
});
export type DisputeView = z.infer<typeof DisputeView>;

const createTooLongText = (max: number) => issueText(messages.textTooLong, { max });

/** A refund by an admin. */
export const ConsoleRefund = z.object({
  cents: z.int(issueText(messages.refundAmountMissing)).positive(issueText(messages.refundAmountMissing)),
  /** Refundable amount the admin saw. If it has changed since, the refund is refused. */
  refundableCents: z.int(issueText(messages.refundableMissing)),
  reason: requiredText(500, { missing: issueText(messages.refundReasonMissing), tooLong: createTooLongText(500) }),
});
export type ConsoleRefund = z.infer<typeof ConsoleRefund>;

export const OtherwiseRequest = z.object({
  how: requiredText(300, { missing: issueText(messages.paidOtherwiseMissing), tooLong: createTooLongText(300) }),
});

export const Outcome = z.object({
  outcome: z.enum(['continue', 'end'], issueText(messages.outcomeMissing)),
});

export const DisputeText = z.object({
  text: requiredText(2000, { missing: issueText(messages.disputeTextMissing), tooLong: createTooLongText(2000) }),
});
export const Decision = z.object({
  sellerCents: z.int().min(0, issueText(messages.sellerShareNegative)),
  refundCents: z.int().min(0, issueText(messages.refundNegative)),
  decision: requiredText(1000, {
    missing: issueText(messages.decisionReasonMissing),
    tooLong: createTooLongText(1000),
  }),
});

/** Something at the payment provider that's missing in our books, or that should have ended. */
export const Finding = z.object({
  what: z.enum(['event', 'plan', 'payment', 'customer', 'erasure', 'balance']),
  processorId: z.string(),
  orderId: z.string().nullable(),
  /** Whether the discrepancy was fixed automatically. If not, an admin has to review it. */
  settled: z.boolean(),
  sentence: z.string(),
});
export type Finding = z.infer<typeof Finding>;

export const Report = z.object({
  id: z.int(),
  startedAt: instant,
  ordersChecked: z.int(),
  differences: z.array(z.object({ orderId: z.string(), what: z.string(), ledger: z.int(), processor: z.int() })),
  findings: z.array(Finding),
});
export type Report = z.infer<typeof Report>;

const RECONCILE_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type ReconcileState = (typeof RECONCILE_STATES)[number];

/** Progress of the last reconciliation an admin started: `done` of `total` steps. */
export const ReconcileProgress = z.object({
  state: z.enum(RECONCILE_STATES),
  done: z.int(),
  total: z.int(),
  requestedAt: instant,
});
export type ReconcileProgress = z.infer<typeof ReconcileProgress>;
