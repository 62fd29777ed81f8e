import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type Stripe from 'stripe';
import { DAY_SECONDS } from '../../time/units.ts';
import { listOf } from './sandbox-answers.ts';
import type { Engine } from './sandbox-engine.ts';
import { readForm } from './sandbox-form.ts';
import { publishedVersion, readParams } from './sandbox-shapes.ts';
import { type Metadata, missing, SandboxError, type SandboxState, type Session } from './sandbox-state.ts';

type Settings = { state: SandboxState; engine: Engine; secretKey: string; pages: string; changed: () => void };

/** What each call takes, in the vendor's own types. */
type Params = {
  'POST /customers': Stripe.CustomerCreateParams;
  'GET /customers': Stripe.CustomerListParams;
  'DELETE /customers/:id': Stripe.CustomerDeleteParams;
  'POST /checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /checkout/sessions': Stripe.Checkout.SessionListParams;
  'GET /checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams;
  'POST /checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams;
  'GET /payment_intents/:id': Stripe.PaymentIntentRetrieveParams;
  'GET /charges': Stripe.ChargeListParams;
  'GET /charges/:id': Stripe.ChargeRetrieveParams;
  'GET /disputes': Stripe.DisputeListParams;
  'GET /disputes/:id': Stripe.DisputeRetrieveParams;
  'GET /balance': Stripe.BalanceRetrieveParams;
  'GET /balance_transactions': Stripe.BalanceTransactionListParams;
  'POST /refunds': Stripe.RefundCreateParams;
  'GET /refunds': Stripe.RefundListParams;
  'GET /refunds/:id': Stripe.RefundRetrieveParams;
  'POST /transfers': Stripe.TransferCreateParams;
  'GET /transfers': Stripe.TransferListParams;
  'POST /accounts': Stripe.AccountCreateParams;
  'GET /accounts/:id': Stripe.AccountRetrieveParams;
  'DELETE /accounts/:id': Stripe.AccountDeleteParams;
  'POST /account_links': Stripe.AccountLinkCreateParams;
  'POST /products': Stripe.ProductCreateParams;
  'POST /prices': Stripe.PriceCreateParams;
  'GET /prices': Stripe.PriceListParams;
  'GET /billing_portal/configurations': Stripe.BillingPortal.ConfigurationListParams;
  'POST /billing_portal/configurations': Stripe.BillingPortal.ConfigurationCreateParams;
  'POST /billing_portal/sessions': Stripe.BillingPortal.SessionCreateParams;
  'GET /subscriptions': Stripe.SubscriptionListParams;
  'GET /subscriptions/:id': Stripe.SubscriptionRetrieveParams;
  'DELETE /subscriptions/:id': Stripe.SubscriptionCancelParams;
  'GET /subscription_schedules/:id': Stripe.SubscriptionScheduleRetrieveParams;
  'GET /invoices': Stripe.InvoiceListParams;
  'GET /invoices/:id': Stripe.InvoiceRetrieveParams;
  'GET /invoice_payments': Stripe.InvoicePaymentListParams;
  'GET /events': Stripe.EventListParams;
};
export type Call = keyof Params;

type Listing = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number };

/** The vendor keeps what a key was answered for a day. */
const KEY_SECONDS = DAY_SECONDS;
const LEAST_CENTS = 50;

const metadataOf = (given: Stripe.MetadataParam | null | '' | undefined): Metadata =>
  Object.fromEntries(
    Object.entries(given || {}).flatMap(([key, value]) =>
      value === null || value === '' ? [] : [[key, String(value)]],
    ),
  );
const wrong = (param: string, message: string) => new SandboxError(400, undefined, message, { param });

/** The part of the vendor's REST interface that the product uses, with its errors and its idempotency keys. */
export function sandboxApi({ state, engine, secretKey, pages, changed }: Settings): Hono {
  const api = new Hono();
  const { answers } = engine;
  const found = <T>(rows: Record<string, T>, what: string, id: string): T => {
    const row = rows[id];
    if (!row) throw missing(what, id);
    return row;
  };
  const fresh = (session: Session): Session => {
    if (session.status === 'open' && session.expires_at <= engine.seconds()) engine.expire(session);
    return session;
  };

  api.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const { type, code, message, param } = error;
    return c.json({ error: { type, code, message, param } }, error.status as 400);
  });
  api.use(async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`) {
      throw new SandboxError(401, 'api_key_invalid', 'Invalid API Key provided.', { type: 'authentication_error' });
    }
    const version = c.req.header('Stripe-Version');
    if (version && version !== publishedVersion()) {
      throw new SandboxError(400, undefined, `Invalid Stripe API version: ${version}`);
    }
    engine.payOutAutomatically();
    await next();
    changed();
  });

  type Handler<C extends Call> = (input: Params[C], id: string) => object;

  /** One call: what it is asked is read by its published shape before anything happens. */
  function on<C extends Call>(call: C, handler: Handler<C>): void {
    const [method, path] = call.split(' ') as [string, string];
    api.on(method, path, async (c) => {
      const encoded = method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
      const input = readParams<Params[C]>(call, readForm(encoded));
      const work = () => handler(input, c.req.param('id') ?? '');
      const key = method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
      const { status, body } = key
        ? once(key, `${c.req.path} ${encoded}`, () => answered(call, work))
        : answered(call, work);
      return answer(c, status, body);
    });
  }
  const answer = (c: Context, status: number, body: object) => c.json(body, status as 200);

  type Given = { status: number; body: object };

  function answered(call: Call, work: () => object): Given {
    const broken = state.breakages.findIndex((one) => one.call === call);
    const breakage = broken >= 0 ? state.breakages.splice(broken, 1)[0] : undefined;
    const outage = {
      error: { type: 'api_error', message: 'Sorry! There was an error while talking to one of our backends.' },
    };
    if (breakage && !breakage.done) return { status: 500, body: outage };
    try {
      const body = work();
      return breakage ? { status: 500, body: outage } : { status: 200, body };
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const { type, code, message, param, status } = error;
      return { status, body: { error: { type, code, message, param } } };
    }
  }

  /** The first answer under a key is the answer, whatever it was, to the same request. */
  function once(key: string, asked: string, work: () => Given): Given {
    const request = createHash('sha256').update(asked).digest('base64');
    const kept = state.answers[key];
    if (kept && kept.at + KEY_SECONDS > engine.seconds()) {
      if (kept.request === request) return kept;
      throw new SandboxError(
        400,
        undefined,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    }
    const given = work();
    state.answers[key] = { ...given, body: structuredClone(given.body), request, at: engine.seconds() };
    return given;
  }

  /** One page of rows, newest first, as the vendor pages: ten unless a limit is named. */
  function page<T extends { id: string; created: number }>(
    rows: T[],
    listing: Listing,
    url: string,
    show: (row: T) => object,
  ) {
    const { limit = 10, starting_after: after, ending_before: before, created } = listing;
    if (limit < 1 || limit > 100) throw wrong('limit', 'This value must be between 1 and 100.');
    const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
    const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
    const all = rows
      .toReversed()
      .filter((row) => row.created > gt && row.created >= gte && row.created < lt && row.created <= lte);
    const place = (id: string) => {
      const index = all.findIndex((row) => row.id === id);
      if (index < 0) throw missing('object', id);
      return index;
    };
    const end = before ? place(before) : all.length;
    const start = after ? place(after) + 1 : before ? Math.max(0, end - limit) : 0;
    const shown = all.slice(start, Math.min(start + limit, end));
    const more = before ? start > 0 : start + limit < end;
    return listOf(shown.map(show), `/v1${url}`, more);
  }
  const rowsOf = <T>(rows: Record<string, T>): T[] => Object.values(rows);

  on('POST /customers', (input) => {
    const id = engine.nextId('cus');
    state.customers[id] = {
      id,
      object: 'customer',
      email: input.email || null,
      metadata: metadataOf(input.metadata),
      created: engine.seconds(),
    };
    return answers.customer(state.customers[id]);
  });
  on('GET /customers', (input) => page(rowsOf(state.customers), input, '/customers', answers.customer));
  on('DELETE /customers/:id', (_input, id) => {
    found(state.customers, 'customer', id);
    engine.removeCustomer(id);
    return { id, object: 'customer', deleted: true };
  });

  on('POST /checkout/sessions', (input) => {
    const session = newSession(input);
    state.sessions[session.id] = session;
    return answers.session(session);
  });
  on('GET /checkout/sessions', (input) => {
    const { customer, payment_intent: intent, subscription, status } = input;
    const rows = rowsOf(state.sessions).filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (!intent || one.payment_intent === intent) &&
        (!subscription || one.subscription === subscription) &&
        (!status || one.status === status),
    );
    return page(rows, input, '/checkout/sessions', answers.session);
  });
  on('GET /checkout/sessions/:id', (_input, id) =>
    answers.session(fresh(found(state.sessions, 'checkout.session', id))),
  );
  on('POST /checkout/sessions/:id/expire', (_input, id) => {
    const session = fresh(found(state.sessions, 'checkout.session', id));
    engine.expire(session);
    return answers.session(session);
  });

  /** The rules of a payment page that no shape can say. */
  function checkedSession(input: Stripe.Checkout.SessionCreateParams) {
    const { mode, line_items: [item] = [], success_url } = input;
    if (!mode) throw wrong('mode', 'You must provide a mode.');
    if (!item) throw wrong('line_items', 'The line_items parameter is required in payment and subscription mode.');
    if (!success_url) throw wrong('success_url', 'Missing required param: success_url.');
    if (mode === 'subscription' && input.payment_intent_data) {
      throw wrong('payment_intent_data', 'You can not pass `payment_intent_data` in `subscription` mode.');
    }
    if (mode === 'payment' && input.subscription_data) {
      throw wrong('subscription_data', 'You can not pass `subscription_data` in `payment` mode.');
    }
    if (Boolean(item.price) === Boolean(item.price_data)) {
      throw wrong('line_items[0]', 'You must specify either `price` or `price_data` for each line item.');
    }
    if (!item.quantity) throw wrong('line_items[0][quantity]', 'Quantity is required.');
    if (item.price_data && !item.price_data.product_data && !item.price_data.product) {
      throw wrong('line_items[0][price_data]', 'You must specify either `product` or `product_data`.');
    }
    const recurring = item.price ? found(state.prices, 'price', item.price).recurring : item.price_data?.recurring;
    if (Boolean(recurring) !== (mode === 'subscription')) {
      throw wrong(
        'line_items',
        `You must provide at least one ${recurring ? 'one-time' : 'recurring'} price in \`${mode}\` mode.`,
      );
    }
    const cents = item.price ? state.prices[item.price]!.unit_amount : item.price_data!.unit_amount;
    if (cents === undefined || cents < LEAST_CENTS) {
      throw new SandboxError(400, 'amount_too_small', 'The Checkout Session’s total amount must be at least 50 cents.');
    }
    const now = engine.seconds();
    const expires = input.expires_at ?? now + DAY_SECONDS;
    if (expires < now + 30 * 60 || expires > now + DAY_SECONDS) {
      throw wrong(
        'expires_at',
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    }
    if (input.customer) found(state.customers, 'customer', input.customer);
    return {
      mode: mode === 'subscription' ? ('subscription' as const) : ('payment' as const),
      item,
      cents,
      expires,
      success_url,
    };
  }

  function newSession(input: Stripe.Checkout.SessionCreateParams): Session {
    const { mode, item, cents, expires, success_url } = checkedSession(input);
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
      metadata: metadataOf(input.metadata),
      success_url,
      cancel_url: input.cancel_url ?? '',
      url: `${pages}/checkout/${id}`,
      expires_at: expires,
      created: engine.seconds(),
      line: item.price_data?.product_data?.name ?? state.products[state.prices[price ?? '']?.product ?? '']?.name ?? '',
      price: price ?? null,
      intent_metadata: metadataOf(input.payment_intent_data?.metadata),
      subscription_metadata: metadataOf(input.subscription_data?.metadata),
      transfer_group: input.payment_intent_data?.transfer_group ?? null,
      allowed: input.allowed_payment_method_types ?? null,
    };
  }

  const showTransaction = (id: string) => answers.transaction(state.transactions[id]!, engine.seconds());
  function showSource(id: string): object | string {
    const { charges, refunds, transfers, disputes, payouts } = state;
    const row = charges[id] ?? refunds[id] ?? transfers[id] ?? disputes[id] ?? payouts[id];
    return row ? answers.show(row) : id;
  }
  /** With the charge, and with the movement of the balance, when they are asked for. */
  function showCharge(id: string, expand: string[] | undefined, at: string) {
    const charge = found(state.charges, 'charge', id);
    const shown = answers.charge(charge);
    if (!expand?.includes(`${at}balance_transaction`)) return shown;
    const { balance_transaction: booked } = charge;
    return { ...shown, balance_transaction: booked && showTransaction(booked) };
  }
  on('GET /payment_intents/:id', (input, id) => {
    const intent = found(state.intents, 'payment_intent', id);
    const shown = answers.intent(intent);
    if (!input.expand?.some((one) => one.startsWith('latest_charge'))) return shown;
    return { ...shown, latest_charge: showCharge(intent.latest_charge, input.expand, 'latest_charge.') };
  });
  on('GET /charges', (input) => {
    const { payment_intent: intent, customer, transfer_group: group } = input;
    const rows = rowsOf(state.charges).filter(
      (one) =>
        (!intent || one.payment_intent === intent) &&
        (!customer || one.customer === customer) &&
        (!group || one.transfer_group === group),
    );
    return page(rows, input, '/charges', (one) => showCharge(one.id, input.expand, 'data.'));
  });
  on('GET /charges/:id', (input, id) => showCharge(id, input.expand, ''));

  on('GET /disputes', (input) => {
    const rows = rowsOf(state.disputes).filter((one) => !input.charge || one.charge === input.charge);
    return page(rows, input, '/disputes', (one) => answers.dispute(one, engine.seconds()));
  });
  on('GET /disputes/:id', (_input, id) => answers.dispute(found(state.disputes, 'dispute', id), engine.seconds()));

  on('GET /balance', () => {
    const { available, pending } = engine.balance();
    const of = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }];
    return { object: 'balance', available: of(available), pending: of(pending), livemode: false };
  });
  on('GET /balance_transactions', (input) => {
    const rows = rowsOf(state.transactions).filter(
      (one) =>
        (!input.type || one.type === input.type) &&
        (!input.source || one.source === input.source) &&
        (!input.payout || one.source === input.payout),
    );
    const withSource = input.expand?.includes('data.source');
    return page(rows, input, '/balance_transactions', (one) => {
      const shown = showTransaction(one.id);
      return withSource && one.source ? { ...shown, source: showSource(one.source) } : shown;
    });
  });

  on('POST /refunds', (input) => {
    const { charge, payment_intent = charge ? state.charges[charge]?.payment_intent : undefined } = input;
    if (!payment_intent)
      throw wrong('payment_intent', 'One of the following params should be provided: payment_intent or charge.');
    return answers.refund(engine.refund(payment_intent, input.amount, metadataOf(input.metadata)));
  });
  on('GET /refunds', (input) => {
    const { payment_intent: intent, charge } = input;
    const rows = rowsOf(state.refunds).filter(
      (one) => (!intent || one.payment_intent === intent) && (!charge || one.charge === charge),
    );
    return page(rows, input, '/refunds', answers.refund);
  });
  on('GET /refunds/:id', (_input, id) => answers.refund(found(state.refunds, 'refund', id)));

  on('POST /transfers', (input) => {
    if (!input.amount) throw wrong('amount', 'Missing required param: amount.');
    const { amount, destination, transfer_group = null, source_transaction = null } = input;
    return answers.transfer(
      engine.transfer({
        amount,
        destination,
        transfer_group,
        source_transaction,
        metadata: metadataOf(input.metadata),
      }),
    );
  });
  on('GET /transfers', (input) => {
    const { transfer_group: group, destination } = input;
    const rows = rowsOf(state.transfers).filter(
      (one) => (!group || one.transfer_group === group) && (!destination || one.destination === destination),
    );
    return page(rows, input, '/transfers', answers.transfer);
  });

  on('POST /accounts', (input) => {
    const id = engine.nextId('acct');
    const wanted = Object.entries(input.capabilities ?? {}).filter(([, one]) => one?.requested);
    const capabilities = wanted.map(([name]) => name);
    if (input.type !== 'express') throw wrong('type', 'Only express accounts exist in this sandbox.');
    if (capabilities.includes('transfers') && !capabilities.includes('card_payments')) {
      throw new SandboxError(
        400,
        undefined,
        'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request `transfers` without `card_payments`, please contact us.',
        { param: 'capabilities' },
      );
    }
    state.accounts[id] = {
      id,
      object: 'account',
      type: 'express',
      country: input.country ?? 'US',
      capabilities,
      email: input.email ?? null,
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      bank: '',
      verified_at: null,
      metadata: metadataOf(input.metadata),
      created: engine.seconds(),
    };
    return answers.account(state.accounts[id]);
  });
  on('GET /accounts/:id', (_input, id) => {
    const account = found(state.accounts, 'account', id);
    engine.verify(account);
    return answers.account(account);
  });
  on('DELETE /accounts/:id', (_input, id) => {
    found(state.accounts, 'account', id);
    delete state.accounts[id];
    return { id, object: 'account', deleted: true };
  });
  on('POST /account_links', (input) => {
    const account = found(state.accounts, 'account', input.account).id;
    if (!input.return_url || !input.refresh_url) throw wrong('return_url', 'Hosted onboarding needs both addresses.');
    const id = engine.nextId('link');
    state.links[id] = { account, return_url: input.return_url };
    return {
      object: 'account_link',
      url: `${pages}/connect/${id}`,
      expires_at: engine.seconds() + 300,
      created: engine.seconds(),
    };
  });

  on('POST /products', (input) => {
    const id = input.id ?? engine.nextId('prod');
    state.products[id] = {
      id,
      object: 'product',
      name: input.name,
      metadata: metadataOf(input.metadata),
      created: engine.seconds(),
    };
    return answers.product(state.products[id]);
  });
  on('POST /prices', (input) => {
    const { lookup_key = null, unit_amount, product_data, product: ofProduct } = input;
    if (unit_amount === undefined)
      throw wrong('unit_amount', 'You must pass either `unit_amount` or `unit_amount_decimal`.');
    if (!ofProduct && !product_data) throw wrong('product', 'You must specify either `product` or `product_data`.');
    const before = rowsOf(state.prices).find((one) => lookup_key && one.lookup_key === lookup_key);
    if (before && !input.transfer_lookup_key) {
      throw wrong('lookup_key', `A price (\`${before.id}\`) already uses that lookup key.`);
    }
    if (before) before.lookup_key = null;
    const created = engine.seconds();
    const product = ofProduct ?? engine.nextId('prod');
    if (product_data) {
      state.products[product] = { id: product, object: 'product', name: product_data.name, metadata: {}, created };
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
      metadata: metadataOf(input.metadata),
      created,
    };
    return answers.price(state.prices[id]);
  });
  on('GET /prices', (input) => {
    const keys = input.lookup_keys;
    const rows = rowsOf(state.prices).filter(
      (one) =>
        (!keys || keys.includes(one.lookup_key ?? '')) && (input.active === undefined || one.active === input.active),
    );
    return page(rows, input, '/prices', answers.price);
  });

  on('GET /billing_portal/configurations', (input) =>
    page(rowsOf(state.configurations), input, '/billing_portal/configurations', answers.configuration),
  );
  on('POST /billing_portal/configurations', (input) => {
    const id = engine.nextId('bpc');
    state.configurations[id] = {
      id,
      object: 'billing_portal.configuration',
      active: true,
      headline: input.business_profile?.headline || null,
      metadata: metadataOf(input.metadata),
      created: engine.seconds(),
    };
    return answers.configuration(state.configurations[id]);
  });
  on('POST /billing_portal/sessions', (input) => {
    const id = engine.nextId('bps');
    if (!input.customer) throw wrong('customer', 'Missing required param: customer.');
    const customer = found(state.customers, 'customer', input.customer).id;
    const configuration = input.configuration ?? Object.keys(state.configurations)[0];
    if (!configuration) throw wrong('configuration', 'No configuration provided.');
    state.portals[id] = {
      id,
      object: 'billing_portal.session',
      configuration: found(state.configurations, 'configuration', configuration).id,
      customer,
      return_url: input.return_url ?? null,
      url: `${pages}/portal/${id}`,
      created: engine.seconds(),
    };
    return answers.portal(state.portals[id]);
  });

  on('GET /subscriptions', (input) => {
    const { customer, status } = input;
    const rows = rowsOf(state.subscriptions).filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (status === 'all' || (status ? one.status === status : one.status !== 'canceled')),
    );
    return page(rows, input, '/subscriptions', answers.subscription);
  });
  on('GET /subscriptions/:id', (_input, id) => answers.subscription(found(state.subscriptions, 'subscription', id)));
  on('DELETE /subscriptions/:id', (_input, id) => {
    const subscription = found(state.subscriptions, 'subscription', id);
    if (subscription.status === 'canceled') throw missing('subscription', id);
    engine.cancel(subscription);
    return answers.subscription(subscription);
  });
  on('GET /subscription_schedules/:id', (_input, id) =>
    answers.schedule(found(state.schedules, 'subscription_schedule', id)),
  );

  on('GET /invoices', (input) => {
    const { subscription, status, customer } = input;
    const rows = rowsOf(state.invoices).filter(
      (one) =>
        (!subscription || one.subscription === subscription) &&
        (!customer || one.customer === customer) &&
        (!status || one.status === status),
    );
    return page(rows, input, '/invoices', answers.invoice);
  });
  on('GET /invoices/:id', (_input, id) => answers.invoice(found(state.invoices, 'invoice', id)));
  on('GET /invoice_payments', (input) => {
    const { invoice, payment } = input;
    if (invoice) found(state.invoices, 'invoice', invoice);
    const rows = rowsOf(state.invoices).filter(
      (one): one is typeof one & { payment_intent: string } =>
        one.payment_intent !== null &&
        (!invoice || one.id === invoice) &&
        (!payment?.payment_intent || one.payment_intent === payment.payment_intent),
    );
    return page(rows, input, '/invoice_payments', answers.invoicePayment);
  });

  on('GET /events', (input) => {
    const { type, types = type ? [type] : undefined } = input;
    // Those of sellers' accounts are not among the platform's own.
    const rows = state.events.filter((one) => !one.account && (!types || types.includes(one.type)));
    return page(rows, input, '/events', (one) => one);
  });
  api.all('*', (c) => {
    throw new SandboxError(404, undefined, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  return api;
}
