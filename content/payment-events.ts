/** The payment provider's events in plain language; the console shows the provider's own event name next to them. */
export const paymentEvents = {
  'checkout.session.completed': 'Checkout finished',
  'checkout.session.async_payment_succeeded': 'A slow payment arrived',
  'checkout.session.async_payment_failed': 'A slow payment failed',
  'checkout.session.expired': 'Checkout left unpaid',
  'customer.subscription.created': 'Plan begun',
  'customer.subscription.updated': 'Plan changed',
  'customer.subscription.deleted': 'Plan ended',
  'invoice.paid': 'Month of a plan paid',
  'invoice.payment_failed': 'Month of a plan not paid',
  'invoice.payment_action_required': 'Month of a plan waits for its payer',
  'account.updated': 'Seller’s account changed',
  'payout.paid': 'Payout arrived at its seller',
  'payout.failed': 'Payout did not arrive',
  'charge.refunded': 'Refund sent to the buyer',
  'charge.dispute.created': 'Payment disputed at the bank',
  'charge.dispute.updated': 'Dispute at the bank changed',
  'charge.dispute.funds_withdrawn': 'Bank took disputed money',
  'charge.dispute.closed': 'Dispute at the bank decided',
  'refund.failed': 'Refund did not arrive',
  'transfer.created': 'Share sent to a seller',
  'transfer.reversed': 'Share taken back from a seller',
  // We don't handle these, but the provider sends them when the webhook isn't limited to selected events.
  'payment_intent.succeeded': 'Payment arrived',
  'customer.deleted': 'Customer deleted',
} as const;

/** Money in transit through the payment provider, by ledger name. */
export const moneyMoves = { refund: 'Refund', transfer: 'Payout' } as const;
