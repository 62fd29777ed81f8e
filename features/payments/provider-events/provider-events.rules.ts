import type { paymentEvents } from '../../../content/payment-events.ts';

/** Types of events that we handle. The endpoint at the payment provider must send them. */
export const HANDLED_EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'account.updated',
  'payout.paid',
  'payout.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'refund.failed',
  'transfer.created',
  'transfer.reversed',
] as const satisfies readonly (keyof typeof paymentEvents)[];
export type HandledEventType = (typeof HANDLED_EVENT_TYPES)[number];

export function isHandledEventType(type: string): type is HandledEventType {
  return (HANDLED_EVENT_TYPES as readonly string[]).includes(type);
}

type ProviderDispute = { status: string; balance_transactions?: { amount: number }[] };

/**
 * Returns the stage of a dispute. An inquiry moves no money. A `prevented` dispute was refunded before it began, so it
 * counts as lost if the money was taken from the balance.
 */
export function getDisputeStage({
  status,
  balance_transactions: transactions = [],
}: ProviderDispute): 'inquiry' | 'open' | 'won' | 'lost' {
  if (status === 'won' || status === 'lost') return status;
  if (status === 'prevented') return transactions.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'inquiry';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}

/** Names of fields that identify the payer, removed before an event is stored. */
const PERSONAL = new Set([
  'customer_details',
  'customer_email',
  'customer_name',
  'customer_address',
  'customer_phone',
  'customer_shipping',
  'billing_details',
  'collected_information',
  'shipping_details',
  'payment_method_details',
  'receipt_email',
  'email',
  'individual',
  'company',
  'external_accounts',
]);

/** Returns a copy of an event without data that identifies the payer or the seller. */
export function omitPersonalData<T>(value: T): T {
  if (Array.isArray(value)) return value.map(omitPersonalData) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PERSONAL.has(key))
      .map(([key, inner]) => [key, omitPersonalData(inner)]),
  ) as T;
}

/** Returns our price id from the metadata of an event's object, if we put it there. */
export function getPriceId(object: unknown): string | null {
  const metadata = (object as { metadata?: Record<string, string> | null }).metadata;
  return metadata?.price_id ?? null;
}

/** Returns whether a signed payload is an event with the fields that we read for every type. */
export function isEvent(value: unknown): boolean {
  const event = value as { id?: unknown; type?: unknown; created?: unknown; data?: { object?: unknown } } | null;
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || typeof event.created !== 'number')
    return false;
  const eventObject = event.data?.object;
  return typeof eventObject === 'object' && eventObject !== null && !Array.isArray(eventObject);
}

/** Returns whether an event belongs to the endpoint whose secret signed it. Only sellers' events have an `account`. */
export function isOfScope(event: { account?: string }, scope: 'ours' | 'sellers'): boolean {
  return Boolean(event.account) === (scope === 'sellers');
}
