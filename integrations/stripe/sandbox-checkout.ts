import type Stripe from 'stripe';
import { DAY_SECONDS } from '../../time/units.ts';
import { createParamError, type Frame, requireRow, toMetadata, toRows } from './sandbox-frame.ts';
import { SandboxError, type Session } from './sandbox-state.ts';

const MIN_CENTS = 50;

/** Registers the calls for customers and payment pages. */
export function registerCheckoutCalls({ on, page, state, engine, pages }: Frame): void {
  const { answers } = engine;
  const expireIfDue = (session: Session): Session => {
    if (session.status === 'open' && session.expires_at <= engine.seconds()) engine.expire(session);
    return session;
  };

  on('POST /customers', (input) => {
    const id = engine.nextId('cus');
    state.customers[id] = {
      id,
      object: 'customer',
      email: input.email || null,
      metadata: toMetadata(input.metadata),
      created: engine.seconds(),
    };
    return answers.customer(state.customers[id]);
  });
  on('GET /customers', (input) => page(toRows(state.customers), input, '/customers', answers.customer));
  on('DELETE /customers/:id', (_input, id) => {
    requireRow(state.customers, 'customer', id);
    engine.removeCustomer(id);
    return { id, object: 'customer', deleted: true };
  });

  on('POST /checkout/sessions', (input) => {
    const session = createSession(input);
    state.sessions[session.id] = session;
    return answers.session(session);
  });
  on('GET /checkout/sessions', (input) => {
    const { customer, payment_intent: intent, subscription, status } = input;
    const rows = toRows(state.sessions).filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (!intent || one.payment_intent === intent) &&
        (!subscription || one.subscription === subscription) &&
        (!status || one.status === status),
    );
    return page(rows, input, '/checkout/sessions', answers.session);
  });
  on('GET /checkout/sessions/:id', (_input, id) =>
    answers.session(expireIfDue(requireRow(state.sessions, 'checkout.session', id))),
  );
  on('POST /checkout/sessions/:id/expire', (_input, id) => {
    const session = expireIfDue(requireRow(state.sessions, 'checkout.session', id));
    engine.expire(session);
    return answers.session(session);
  });

  /** Checks the rules of a payment page that a schema can't express. */
  function validateSession(input: Stripe.Checkout.SessionCreateParams) {
    const { mode, line_items: [item] = [], success_url } = input;
    if (!mode) throw createParamError('mode', 'You must provide a mode.');
    if (!item)
      throw createParamError('line_items', 'The line_items parameter is required in payment and subscription mode.');
    if (!success_url) throw createParamError('success_url', 'Missing required param: success_url.');
    if (mode === 'subscription' && input.payment_intent_data) {
      throw createParamError('payment_intent_data', 'You can not pass `payment_intent_data` in `subscription` mode.');
    }
    if (mode === 'payment' && input.subscription_data) {
      throw createParamError('subscription_data', 'You can not pass `subscription_data` in `payment` mode.');
    }
    if (Boolean(item.price) === Boolean(item.price_data)) {
      throw createParamError('line_items[0]', 'You must specify either `price` or `price_data` for each line item.');
    }
    if (!item.quantity) throw createParamError('line_items[0][quantity]', 'Quantity is required.');
    if (item.price_data && !item.price_data.product_data && !item.price_data.product) {
      throw createParamError('line_items[0][price_data]', 'You must specify either `product` or `product_data`.');
    }
    const recurrence = item.price
      ? requireRow(state.prices, 'price', item.price).recurring
      : item.price_data?.recurring;
    if (Boolean(recurrence) !== (mode === 'subscription')) {
      throw createParamError(
        'line_items',
        `You must provide at least one ${recurrence ? 'one-time' : 'recurring'} price in \`${mode}\` mode.`,
      );
    }
    const cents = item.price ? state.prices[item.price]!.unit_amount : item.price_data!.unit_amount;
    if (cents === undefined || cents < MIN_CENTS) {
      throw new SandboxError(400, 'amount_too_small', 'The Checkout Session’s total amount must be at least 50 cents.');
    }
    const now = engine.seconds();
    const expiresAt = input.expires_at ?? now + DAY_SECONDS;
    if (expiresAt < now + 30 * 60 || expiresAt > now + DAY_SECONDS) {
      throw createParamError(
        'expires_at',
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    }
    if (input.customer) requireRow(state.customers, 'customer', input.customer);
    return {
      mode: mode === 'subscription' ? ('subscription' as const) : ('payment' as const),
      item,
      cents,
      expires: expiresAt,
      success_url,
    };
  }

  function createSession(input: Stripe.Checkout.SessionCreateParams): Session {
    const { mode, item, cents, expires, success_url } = validateSession(input);
    const id = engine.nextId('cs');
    const { price } = item;
    return {
      id,
      object: 'checkout.session',
      mode,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: cents * item.quantity!,
      currency: 'usd',
      customer: input.customer ?? null,
      client_reference_id: input.client_reference_id ?? null,
      payment_intent: null,
      subscription: null,
      metadata: toMetadata(input.metadata),
      success_url,
      cancel_url: input.cancel_url ?? '',
      url: `${pages}/checkout/${id}`,
      expires_at: expires,
      created: engine.seconds(),
      line: item.price_data?.product_data?.name ?? state.products[state.prices[price ?? '']?.product ?? '']?.name ?? '',
      price: price ?? null,
      intent_metadata: toMetadata(input.payment_intent_data?.metadata),
      subscription_metadata: toMetadata(input.subscription_data?.metadata),
      transfer_group: input.payment_intent_data?.transfer_group ?? null,
      allowed: input.allowed_payment_method_types ?? null,
      ...(input.custom_text?.submit ? { notice: input.custom_text.submit.message } : {}),
    };
  }
}
