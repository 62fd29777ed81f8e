import { createParamError, type Frame, requireRow, toMetadata, toRows } from './sandbox-frame.ts';
import { createMissingError } from './sandbox-state.ts';

/** Registers the calls for prices, plans with their invoices, the portal, and events. */
export function registerPlanCalls({ on, page, state, engine, pages }: Frame): void {
  const { answers } = engine;
  on('POST /products', (input) => {
    const id = input.id ?? engine.nextId('prod');
    state.products[id] = {
      id,
      object: 'product',
      name: input.name,
      metadata: toMetadata(input.metadata),
      created: engine.seconds(),
    };
    return answers.product(state.products[id]);
  });
  on('POST /prices', (input) => {
    const { lookup_key = null, unit_amount, product_data, product: ofProduct } = input;
    if (unit_amount === undefined)
      throw createParamError('unit_amount', 'You must pass either `unit_amount` or `unit_amount_decimal`.');
    if (!ofProduct && !product_data)
      throw createParamError('product', 'You must specify either `product` or `product_data`.');
    const before = toRows(state.prices).find((one) => lookup_key && one.lookup_key === lookup_key);
    if (before && !input.transfer_lookup_key) {
      throw createParamError('lookup_key', `A price (\`${before.id}\`) already uses that lookup key.`);
    }
    if (before) before.lookup_key = null;
    const createdAt = engine.seconds();
    const product = ofProduct ?? engine.nextId('prod');
    if (product_data) {
      state.products[product] = {
        id: product,
        object: 'product',
        name: product_data.name,
        metadata: {},
        created: createdAt,
      };
    }
    const id = engine.nextId('price');
    state.prices[id] = {
      id,
      object: 'price',
      unit_amount,
      currency: input.currency,
      lookup_key,
      recurring: input.recurring ? { interval: 'month' } : null,
      product,
      active: true,
      metadata: toMetadata(input.metadata),
      created: createdAt,
    };
    return answers.price(state.prices[id]);
  });
  on('GET /prices', (input) => {
    const keys = input.lookup_keys;
    const rows = toRows(state.prices).filter(
      (one) =>
        (!keys || keys.includes(one.lookup_key ?? '')) && (input.active === undefined || one.active === input.active),
    );
    return page(rows, input, '/prices', answers.price);
  });

  on('GET /billing_portal/configurations', (input) =>
    page(toRows(state.configurations), input, '/billing_portal/configurations', answers.configuration),
  );
  on('POST /billing_portal/configurations', (input) => {
    const id = engine.nextId('bpc');
    state.configurations[id] = {
      id,
      object: 'billing_portal.configuration',
      active: true,
      headline: input.business_profile?.headline || null,
      metadata: toMetadata(input.metadata),
      created: engine.seconds(),
    };
    return answers.configuration(state.configurations[id]);
  });
  on('POST /billing_portal/sessions', (input) => {
    const id = engine.nextId('bps');
    if (!input.customer) throw createParamError('customer', 'Missing required param: customer.');
    const customer = requireRow(state.customers, 'customer', input.customer).id;
    const configuration = input.configuration ?? Object.keys(state.configurations)[0];
    if (!configuration) throw createParamError('configuration', 'No configuration provided.');
    state.portals[id] = {
      id,
      object: 'billing_portal.session',
      configuration: requireRow(state.configurations, 'configuration', configuration).id,
      customer,
      return_url: input.return_url ?? null,
      url: `${pages}/portal/${id}`,
      created: engine.seconds(),
    };
    return answers.portal(state.portals[id]);
  });

  on('GET /subscriptions', (input) => {
    const { customer, status } = input;
    const rows = toRows(state.subscriptions).filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (status === 'all' || (status ? one.status === status : one.status !== 'canceled')),
    );
    return page(rows, input, '/subscriptions', answers.subscription);
  });
  on('GET /subscriptions/:id', (_input, id) =>
    answers.subscription(requireRow(state.subscriptions, 'subscription', id)),
  );
  on('DELETE /subscriptions/:id', (_input, id) => {
    const subscription = requireRow(state.subscriptions, 'subscription', id);
    if (subscription.status === 'canceled') throw createMissingError('subscription', id);
    engine.cancel(subscription);
    return answers.subscription(subscription);
  });
  on('GET /subscription_schedules/:id', (_input, id) =>
    answers.schedule(requireRow(state.schedules, 'subscription_schedule', id)),
  );

  on('GET /invoices', (input) => {
    const { subscription, status, customer } = input;
    const rows = toRows(state.invoices).filter(
      (one) =>
        (!subscription || one.subscription === subscription) &&
        (!customer || one.customer === customer) &&
        (!status || one.status === status),
    );
    return page(rows, input, '/invoices', answers.invoice);
  });
  on('GET /invoices/:id', (_input, id) => answers.invoice(requireRow(state.invoices, 'invoice', id)));
  on('GET /invoice_payments', (input) => {
    const { invoice, payment } = input;
    if (invoice) requireRow(state.invoices, 'invoice', invoice);
    const rows = toRows(state.invoices).filter(
      (one): one is typeof one & { payment_intent: string } =>
        one.payment_intent !== null &&
        (!invoice || one.id === invoice) &&
        (!payment?.payment_intent || one.payment_intent === payment.payment_intent),
    );
    return page(rows, input, '/invoice_payments', answers.invoicePayment);
  });

  on('GET /events', (input) => {
    const { type, types = type ? [type] : undefined } = input;
    // Leave out events of sellers' accounts, because Stripe doesn't list them among the platform's own.
    const { delivery_success: wasDelivered } = input;
    const rows = state.events.filter(
      (one) =>
        !one.account &&
        (!types || types.includes(one.type)) &&
        (wasDelivered === undefined || wasDelivered === (one.pending_webhooks === 0)),
    );
    return page(rows, input, '/events', (one) => one);
  });
}
