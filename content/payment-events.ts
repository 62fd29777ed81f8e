/**
 * The payment provider's events in plain language. The console is in English only, and also shows the provider's own
 * event names.
 */
export const paymentEvents = {
  'checkout.session.completed': 'Checkout finished',
  'checkout.session.async_payment_succeeded': 'Delayed payment succeeded',
  'checkout.session.async_payment_failed': 'Delayed payment failed',
  'checkout.session.expired': 'Checkout expired unpaid',
  'customer.subscription.created': 'Plan started',
  'customer.subscription.updated': 'Plan changed',
  'customer.subscription.deleted': 'Plan ended',
  'invoice.paid': 'Plan payment received',
  'invoice.payment_failed': 'Plan payment failed',
  'invoice.payment_action_required': 'Plan payment needs the subscriber’s action',
  'account.updated': 'Seller’s account changed',
  'payout.paid': 'Payout reached the seller',
  'payout.failed': 'Payout failed',
  'charge.refunded': 'Refund sent to the buyer',
  'charge.dispute.created': 'Bank dispute opened',
  'charge.dispute.updated': 'Bank dispute updated',
  'charge.dispute.funds_withdrawn': 'Bank withdrew disputed money',
  'charge.dispute.closed': 'Bank dispute decided',
  'refund.failed': 'Refund failed',
  'transfer.created': 'Share sent to a seller',
  'transfer.reversed': 'Share reversed from a seller',
  // We don't handle these events, but the provider sends them when the webhook isn't limited to selected events.
  'payment_intent.succeeded': 'Payment received',
  'customer.deleted': 'Customer deleted',
} as const;
