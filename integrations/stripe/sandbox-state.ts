/** What the stand-in for the processor keeps: objects in the vendor's shapes, by kind and id. */

export type Metadata = Record<string, string>;

type Customer = { id: string; object: 'customer'; email: string | null; metadata: Metadata; created: number };
export type Session = {
  id: string;
  object: 'checkout.session';
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
  created: number;
  line: string;
  price: string | null;
  intent_metadata: Metadata;
  subscription_metadata: Metadata;
  transfer_group: string | null;
};
export type Charge = {
  id: string;
  object: 'charge';
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
  balance_transaction: { id: string; object: 'balance_transaction'; fee: number; amount: number; net: number };
  created: number;
  card: string;
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: 'succeeded';
  latest_charge: string;
  metadata: Metadata;
  transfer_group: string | null;
  created: number;
};
export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  metadata: Metadata;
  created: number;
};
export type Transfer = {
  id: string;
  object: 'transfer';
  amount: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
  source_transaction: string | null;
  amount_reversed: number;
  metadata: Metadata;
  created: number;
};
type Account = {
  id: string;
  object: 'account';
  type: 'express';
  email: string | null;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  bank: string;
  metadata: Metadata;
  created: number;
};
export type Price = {
  id: string;
  object: 'price';
  unit_amount: number;
  currency: string;
  lookup_key: string | null;
  recurring: { interval: string } | null;
  product: string;
  active: boolean;
  metadata: Metadata;
};
export type Subscription = {
  id: string;
  object: 'subscription';
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
  created: number;
};
export type Invoice = {
  id: string;
  object: 'invoice';
  customer: string;
  subscription: string;
  amount_due: number;
  amount_paid: number;
  currency: string;
  status: 'paid' | 'open';
  billing_reason: string;
  payment_intent: string | null;
  metadata: Metadata;
  created: number;
};
type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
  created: number;
};
export type Event = {
  id: string;
  object: 'event';
  type: string;
  account?: string;
  api_version: string;
  created: number;
  livemode: false;
  pending_webhooks: number;
  request: null;
  data: { object: object };
};
export type Delivery = 'normal' | 'late' | 'twice' | 'lost';
type Answer = { status: number; body: object };

export type SandboxState = {
  counter: number;
  customers: Record<string, Customer>;
  sessions: Record<string, Session>;
  intents: Record<string, Intent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  transfers: Record<string, Transfer>;
  accounts: Record<string, Account>;
  prices: Record<string, Price>;
  products: Record<string, { id: string; object: 'product'; name: string; metadata: Metadata }>;
  configurations: Record<
    string,
    { id: string; object: 'billing_portal.configuration'; active: true; metadata: Metadata }
  >;
  portals: Record<
    string,
    { id: string; object: 'billing_portal.session'; customer: string; return_url: string; url: string }
  >;
  links: Record<string, { account: string; return_url: string }>;
  subscriptions: Record<string, Subscription>;
  schedules: Record<string, { id: string; object: 'subscription_schedule'; subscription: string; price: string }>;
  invoices: Record<string, Invoice>;
  disputes: Record<string, Dispute>;
  events: Event[];
  delivery: Record<string, Delivery>;
  answers: Record<string, Answer>;
};

export function emptyState(): SandboxState {
  return {
    counter: 0,
    customers: {},
    sessions: {},
    intents: {},
    charges: {},
    refunds: {},
    transfers: {},
    accounts: {},
    prices: {},
    products: {},
    configurations: {},
    portals: {},
    links: {},
    subscriptions: {},
    schedules: {},
    invoices: {},
    disputes: {},
    events: [],
    delivery: {},
    answers: {},
  };
}

/** A refusal in the vendor's shape. */
export class SandboxError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function missing(what: string, id: string): SandboxError {
  return new SandboxError(404, 'resource_missing', `No such ${what}: '${id}'`);
}
