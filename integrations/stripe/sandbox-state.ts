/** State of the Stripe sandbox: objects in Stripe's format, by kind and id. */

export type Metadata = Record<string, string>;
/** Fields that every object has; `created` is in seconds. */
type Resource<Name extends string> = { id: string; object: Name; created: number };

export type Customer = { id: string; object: 'customer'; email: string | null; metadata: Metadata; created: number };
export type Session = Resource<'checkout.session'> & {
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  amount_total: number;
  currency: string;
  customer: string | null;
  client_reference_id: string | null;
  payment_intent: string | null;
  subscription: string | null;
  metadata: Metadata;
  success_url: string;
  cancel_url: string;
  url: string | null;
  expires_at: number;
  line: string;
  price: string | null;
  intent_metadata: Metadata;
  subscription_metadata: Metadata;
  transfer_group: string | null;
  allowed: string[] | null;
  notice?: string;
};
export type Charge = Resource<'charge'> & {
  amount: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
  transfer_group: string | null;
  metadata: Metadata;
  disputed: boolean;
  refunded: boolean;
  paid: boolean;
  status: 'succeeded';
  balance_transaction: string | null;
  customer: string | null;
  card: string;
};
/** A balance transaction of the platform, in cents. */
export type Transaction = Resource<'balance_transaction'> & {
  type: 'charge' | 'refund' | 'refund_failure' | 'transfer' | 'transfer_refund' | 'adjustment' | 'payout' | 'topup';
  amount: number;
  fee: number;
  source: string | null;
  available_on: number;
};
export type Intent = Resource<'payment_intent'> & {
  amount: number;
  amount_received: number;
  currency: string;
  status: 'succeeded' | 'requires_action';
  /** Empty until the payer has confirmed the payment. */
  latest_charge: string;
  metadata: Metadata;
  transfer_group: string | null;
  customer: string | null;
};
export type Refund = Resource<'refund'> & {
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  balance_transaction: string;
  failure_balance_transaction?: string;
  metadata: Metadata;
};
export type Transfer = Resource<'transfer'> & {
  amount: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
  source_transaction: string | null;
  amount_reversed: number;
  balance_transaction: string;
  metadata: Metadata;
};
export type Reversal = Resource<'transfer_reversal'> & {
  amount: number;
  currency: string;
  transfer: string;
  balance_transaction: string;
  metadata: Metadata;
};
export type Account = Resource<'account'> & {
  type: 'express' | 'custom';
  country: string;
  capabilities: string[];
  email: string | null;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  bank: string;
  /** When the manual review of the documents ends; null before onboarding. */
  verified_at: number | null;
  metadata: Metadata;
};
/** A webhook endpoint, as set up at Stripe. */
export type Endpoint = Resource<'webhook_endpoint'> & {
  url: string;
  enabled_events: string[];
  api_version: string | null;
  description: string | null;
  metadata: Metadata;
};
export type Price = Resource<'price'> & {
  unit_amount: number;
  currency: string;
  lookup_key: string | null;
  recurring: { interval: string } | null;
  product: string;
  active: boolean;
  metadata: Metadata;
};
export type Product = { id: string; object: 'product'; name: string; metadata: Metadata; created: number };
export type Configuration = Resource<'billing_portal.configuration'> & {
  active: true;
  headline: string | null;
  metadata: Metadata;
};
export type Portal = Resource<'billing_portal.session'> & {
  configuration: string;
  customer: string;
  return_url: string | null;
  url: string;
};
export type Schedule = Resource<'subscription_schedule'> & {
  subscription: string;
  price: string;
};
export type Subscription = Resource<'subscription'> & {
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  schedule: string | null;
  metadata: Metadata;
  price: string;
  current_period_start: number;
  current_period_end: number;
  card: string;
  latest_invoice: string | null;
};
export type Invoice = Resource<'invoice'> & {
  customer: string;
  subscription: string;
  amount_due: number;
  amount_paid: number;
  currency: string;
  status: 'paid' | 'open';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  payment_intent: string | null;
  metadata: Metadata;
};
export type Dispute = Resource<'dispute'> & {
  amount: number;
  charge: string;
  payment_intent: string;
  /** The `warning_` prefix marks an inquiry, for which no money has moved. */
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
  transactions: string[];
};
export type Event = Resource<'event'> & {
  type: string;
  account?: string;
  api_version: string;
  livemode: false;
  pending_webhooks: number;
  request: null;
  data: { object: object };
};
export type Payout = Resource<'payout'> & {
  amount: number;
  status: 'paid' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
  balance_transaction: string | null;
  /** The seller's account that the event came from; undefined for the platform's own. */
  account?: string;
};
export type EventDelivery = 'normal' | 'late' | 'twice' | 'lost';
/** The response stored for an idempotency key. */
type Answer = { status: number; body: object; request: string; at: number };
/** A failure on Stripe's side to inject into the next call of this kind, before or after the call does its work. */
type InjectedFailure = { call: string; done: boolean };

export type SandboxState = {
  counter: number;
  customers: Record<string, Customer>;
  sessions: Record<string, Session>;
  intents: Record<string, Intent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  transfers: Record<string, Transfer>;
  reversals: Record<string, Reversal>;
  accounts: Record<string, Account>;
  prices: Record<string, Price>;
  products: Record<string, Product>;
  configurations: Record<string, Configuration>;
  portals: Record<string, Portal>;
  links: Record<string, { account: string; return_url: string }>;
  subscriptions: Record<string, Subscription>;
  schedules: Record<string, Schedule>;
  transactions: Record<string, Transaction>;
  payouts: Record<string, Payout>;
  /** `automatic` pays available funds out to the platform's bank once a day; `manual` waits for a request. */
  schedule: 'manual' | 'automatic';
  breakages: InjectedFailure[];
  invoices: Record<string, Invoice>;
  disputes: Record<string, Dispute>;
  events: Event[];
  delivery: Record<string, EventDelivery>;
  answers: Record<string, Answer>;
  endpoints: Record<string, Endpoint>;
};

export function createEmptyState(): SandboxState {
  return {
    counter: 0,
    customers: {},
    sessions: {},
    intents: {},
    charges: {},
    refunds: {},
    transfers: {},
    reversals: {},
    accounts: {},
    prices: {},
    products: {},
    configurations: {},
    portals: {},
    links: {},
    subscriptions: {},
    schedules: {},
    transactions: {},
    payouts: {},
    schedule: 'manual',
    breakages: [],
    invoices: {},
    disputes: {},
    events: [],
    delivery: {},
    answers: {},
    endpoints: {},
  };
}

export class SandboxError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string;
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    more: { param?: string | undefined; type?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = more.param;
    this.type = more.type ?? 'invalid_request_error';
  }
}

export function createMissingError(what: string, id: string): SandboxError {
  return new SandboxError(404, 'resource_missing', `No such ${what}: '${id}'`, { param: 'id' });
}
