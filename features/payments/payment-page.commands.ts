import { paths } from '../../content/paths.ts';
import type { StripeParams } from '../../integrations/stripe/stripe.client.ts';
import { addMs } from '../../time/instants.ts';
import type { Order } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';

type Params = StripeParams.Checkout.SessionCreateParams;
type PurchaseLine = {
  mode: 'payment' | 'subscription';
  line: StripeParams.Checkout.SessionCreateParams.LineItem;
  customer: string;
  origin: string;
  /** What the buyer confirms by paying, shown at the pay button. */
  notice?: string;
};

/** Builds the request that opens an order's payment page. */
export function createPaymentPage(
  order: Pick<Order, 'id' | 'priceId' | 'createdAt'>,
  { mode, line, customer, origin, notice }: PurchaseLine,
): Params {
  const metadata = { order_id: order.id, price_id: order.priceId };
  return {
    mode,
    customer,
    client_reference_id: order.id,
    metadata,
    line_items: [line],
    ...(notice ? { custom_text: { submit: { message: notice } } } : {}),
    success_url: `${origin}${paths.paid(order.id)}`,
    cancel_url: `${origin}${paths.notPaid(order.id)}`,
    // Computed from the order instead of the current time, so that a retry sends an identical request.
    expires_at: Math.floor(addMs(order.createdAt, ORDER_DEADLINES.payment).getTime() / 1000),
    ...(mode === 'payment'
      ? { payment_intent_data: { metadata, transfer_group: order.id }, allowed_payment_method_types: ['card' as const] }
      : { subscription_data: { metadata } }),
  };
}

/** Builds the payment page of a dummy purchase, for the go-live rehearsal with the test key. */
export const createRehearsalPage = (origin: string, now: Date) => (customer: string) =>
  createPaymentPage(
    { id: crypto.randomUUID(), priceId: 'REHEARSAL', createdAt: now },
    {
      mode: 'payment',
      line: { price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Rehearsal' } }, quantity: 1 },
      customer,
      origin,
    },
  );
