import { Hono } from 'hono';
import { DAY_SECONDS } from '../../time/units.ts';
import type { Engine } from './sandbox-engine.ts';
import { type Form, group, metadata, number, readForm, text } from './sandbox-form.ts';
import { missing, type Price, SandboxError, type SandboxState, type Session } from './sandbox-state.ts';

type Settings = { state: SandboxState; engine: Engine; secretKey: string; pages: string; changed: () => void };

/** The part of the vendor's REST interface that the product uses, with its errors and its idempotency keys. */
export function sandboxApi({ state, engine, secretKey, pages, changed }: Settings): Hono {
  const api = new Hono();
  const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '' });
  const newest = <T extends { created: number }>(rows: Record<string, T>) => Object.values(rows).toReversed();
  const found = <T>(rows: Record<string, T>, what: string, id: string): T => {
    const row = rows[id];
    if (!row) throw missing(what, id);
    return row;
  };
  const show = ({
    line: _l,
    price: _p,
    intent_metadata: _i,
    subscription_metadata: _s,
    transfer_group: _t,
    ...rest
  }: Session) => rest;
  const fresh = (session: Session): Session => {
    if (session.status === 'open' && session.expires_at <= engine.seconds()) engine.expire(session);
    return session;
  };

  api.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const type = error.status === 401 ? 'authentication_error' : 'invalid_request_error';
    return c.json({ error: { type, code: error.code, message: error.message } }, error.status as 400);
  });
  api.use(async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`) {
      throw new SandboxError(401, 'api_key_invalid', 'Invalid API Key provided.');
    }
    const key = c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
    const kept = key ? state.answers[key] : undefined;
    if (kept) return c.json(kept.body, kept.status as 200);
    await next();
    if (key && c.res.status < 500) state.answers[key] = { status: c.res.status, body: await c.res.clone().json() };
    changed();
  });
  const form = async (c: { req: { text: () => Promise<string> } }): Promise<Form> => readForm(await c.req.text());

  api.post('/customers', async (c) => {
    const input = await form(c);
    const id = engine.nextId('cus');
    state.customers[id] = {
      id,
      object: 'customer',
      email: text(input, 'email') ?? null,
      metadata: metadata(input),
      created: engine.seconds(),
    };
    return c.json(state.customers[id]);
  });

  api.get('/customers', (c) => c.json(list(newest(state.customers))));
  api.delete('/customers/:id', (c) => {
    const { id } = found(state.customers, 'customer', c.req.param('id'));
    engine.removeCustomer(id);
    return c.json({ id, object: 'customer', deleted: true });
  });

  api.post('/checkout/sessions', async (c) => {
    const input = await form(c);
    const session = newSession(input);
    state.sessions[session.id] = session;
    return c.json(show(session));
  });
  api.get('/checkout/sessions', (c) => {
    const { customer } = c.req.query();
    return c.json(
      list(
        newest(state.sessions)
          .filter((one) => !customer || one.customer === customer)
          .map(show),
      ),
    );
  });
  api.get('/checkout/sessions/:id', (c) =>
    c.json(show(fresh(found(state.sessions, 'checkout.session', c.req.param('id'))))),
  );
  api.post('/checkout/sessions/:id/expire', (c) => {
    const session = fresh(found(state.sessions, 'checkout.session', c.req.param('id')));
    engine.expire(session);
    return c.json(show(session));
  });

  function newSession(input: Form): Session {
    const item = group(group(input, 'line_items'), '0');
    const inline = group(item, 'price_data');
    const price = text(item, 'price');
    const amount = inline ? number(inline, 'unit_amount') : found(state.prices, 'price', price ?? '').unit_amount;
    const expires = number(input, 'expires_at') ?? engine.seconds() + DAY_SECONDS;
    if (amount === undefined) throw new SandboxError(400, 'parameter_missing', 'line_items are needed.');
    if (expires < engine.seconds() + 30 * 60) {
      throw new SandboxError(400, 'parameter_invalid', 'expires_at must be at least 30 minutes from now.');
    }
    const id = engine.nextId('cs');
    const intent = group(input, 'payment_intent_data');
    return {
      id,
      object: 'checkout.session',
      mode: text(input, 'mode') === 'subscription' ? 'subscription' : 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: 'usd',
      customer: text(input, 'customer') ?? null,
      client_reference_id: text(input, 'client_reference_id') ?? null,
      payment_intent: null,
      subscription: null,
      metadata: metadata(input),
      success_url: text(input, 'success_url') ?? '',
      cancel_url: text(input, 'cancel_url') ?? '',
      url: `${pages}/checkout/${id}`,
      expires_at: expires,
      created: engine.seconds(),
      line:
        text(group(inline, 'product_data'), 'name') ??
        state.products[state.prices[price ?? '']?.product ?? '']?.name ??
        '',
      price: price ?? null,
      intent_metadata: metadata(intent),
      subscription_metadata: metadata(group(input, 'subscription_data')),
      transfer_group: text(intent, 'transfer_group') ?? null,
    };
  }

  api.get('/payment_intents/:id', (c) => {
    const intent = found(state.intents, 'payment_intent', c.req.param('id'));
    const expanded = c.req.url.includes('latest_charge');
    return c.json({ ...intent, latest_charge: expanded ? state.charges[intent.latest_charge] : intent.latest_charge });
  });
  api.get('/charges', (c) => c.json(list(newest(state.charges))));

  api.get('/disputes', (c) => c.json(list(newest(state.disputes))));

  api.post('/refunds', async (c) => {
    const input = await form(c);
    return c.json(engine.refund(text(input, 'payment_intent') ?? '', number(input, 'amount'), metadata(input)));
  });
  api.get('/refunds', (c) => {
    const intent = c.req.query('payment_intent');
    return c.json(list(newest(state.refunds).filter((refund) => !intent || refund.payment_intent === intent)));
  });

  api.post('/transfers', async (c) => {
    const input = await form(c);
    const transfer = engine.transfer({
      amount: number(input, 'amount') ?? 0,
      destination: text(input, 'destination') ?? '',
      transfer_group: text(input, 'transfer_group') ?? null,
      source_transaction: text(input, 'source_transaction') ?? null,
      metadata: metadata(input),
    });
    return c.json(transfer);
  });
  api.get('/transfers', (c) => {
    const wanted = c.req.query('transfer_group');
    return c.json(list(newest(state.transfers).filter((transfer) => !wanted || transfer.transfer_group === wanted)));
  });

  api.post('/accounts', async (c) => {
    const input = await form(c);
    const id = engine.nextId('acct');
    state.accounts[id] = {
      id,
      object: 'account',
      type: 'express',
      email: text(input, 'email') ?? null,
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      bank: '',
      metadata: metadata(input),
      created: engine.seconds(),
    };
    return c.json(state.accounts[id]);
  });
  api.get('/accounts/:id', (c) => c.json(found(state.accounts, 'account', c.req.param('id'))));
  api.delete('/accounts/:id', (c) => {
    const { id } = found(state.accounts, 'account', c.req.param('id'));
    delete state.accounts[id];
    return c.json({ id, object: 'account', deleted: true });
  });
  api.post('/account_links', async (c) => {
    const input = await form(c);
    const account = found(state.accounts, 'account', text(input, 'account') ?? '').id;
    const id = engine.nextId('link');
    state.links[id] = { account, return_url: text(input, 'return_url') ?? '' };
    return c.json({
      object: 'account_link',
      url: `${pages}/connect/${id}`,
      expires_at: engine.seconds() + 300,
      created: engine.seconds(),
    });
  });

  api.post('/products', async (c) => {
    const input = await form(c);
    const id = text(input, 'id') ?? engine.nextId('prod');
    state.products[id] = { id, object: 'product', name: text(input, 'name') ?? '', metadata: metadata(input) };
    return c.json(state.products[id]);
  });
  api.post('/prices', async (c) => {
    const input = await form(c);
    const id = engine.nextId('price');
    const product = engine.nextId('prod');
    const name = text(group(input, 'product_data'), 'name') ?? '';
    state.products[product] = { id: product, object: 'product', name, metadata: {} };
    const price: Price = {
      id,
      object: 'price',
      unit_amount: number(input, 'unit_amount') ?? 0,
      currency: 'usd',
      lookup_key: text(input, 'lookup_key') ?? null,
      recurring: group(input, 'recurring') ? { interval: 'month' } : null,
      product: text(input, 'product') ?? product,
      active: true,
      metadata: metadata(input),
    };
    state.prices[id] = price;
    return c.json(price);
  });
  api.get('/prices', (c) => {
    const keys = Object.entries(c.req.query())
      .filter(([name]) => name.startsWith('lookup_keys'))
      .map(([, value]) => value);
    return c.json(
      list(Object.values(state.prices).filter((price) => keys.length === 0 || keys.includes(price.lookup_key ?? ''))),
    );
  });

  api.get('/billing_portal/configurations', (c) => c.json(list(Object.values(state.configurations))));
  api.post('/billing_portal/configurations', async (c) => {
    const id = engine.nextId('bpc');
    state.configurations[id] = {
      id,
      object: 'billing_portal.configuration',
      active: true,
      metadata: metadata(await form(c)),
    };
    return c.json(state.configurations[id]);
  });
  api.post('/billing_portal/sessions', async (c) => {
    const input = await form(c);
    const id = engine.nextId('bps');
    const customer = found(state.customers, 'customer', text(input, 'customer') ?? '').id;
    state.portals[id] = {
      id,
      object: 'billing_portal.session',
      customer,
      return_url: text(input, 'return_url') ?? '',
      url: `${pages}/portal/${id}`,
    };
    return c.json(state.portals[id]);
  });

  api.get('/subscriptions', (c) => {
    const { customer, status } = c.req.query();
    const wanted = newest(state.subscriptions).filter(
      (one) => (!customer || one.customer === customer) && (status === 'all' || one.status !== 'canceled'),
    );
    return c.json(list(wanted.map(engine.showSubscription)));
  });
  api.get('/subscriptions/:id', (c) =>
    c.json(engine.showSubscription(found(state.subscriptions, 'subscription', c.req.param('id')))),
  );
  api.delete('/subscriptions/:id', (c) => {
    const subscription = found(state.subscriptions, 'subscription', c.req.param('id'));
    if (subscription.status === 'canceled') throw missing('subscription', subscription.id);
    engine.cancel(subscription);
    return c.json(engine.showSubscription(subscription));
  });
  api.get('/subscription_schedules/:id', (c) => {
    const schedule = found(state.schedules, 'schedule', c.req.param('id'));
    const now = state.subscriptions[schedule.subscription]!;
    const phase = (price: string) => ({ items: [{ price }] });
    return c.json({ ...schedule, phases: [phase(now.price), phase(schedule.price)] });
  });
  api.get('/invoices', (c) => {
    const { subscription, status } = c.req.query();
    const wanted = newest(state.invoices).filter(
      (one) => (!subscription || one.subscription === subscription) && (!status || one.status === status),
    );
    return c.json(list(wanted.map(engine.showInvoice)));
  });
  api.get('/invoice_payments', (c) => {
    const invoice = found(state.invoices, 'invoice', c.req.query('invoice') ?? '');
    const payment = {
      id: `inpay_${invoice.id}`,
      object: 'invoice_payment',
      invoice: invoice.id,
      payment: { type: 'payment_intent', payment_intent: invoice.payment_intent },
    };
    return c.json(list(invoice.payment_intent ? [payment] : []));
  });
  api.get('/events', (c) => {
    const since = Number(c.req.query('created[gte]') ?? 0);
    return c.json(list(state.events.filter((event) => event.created >= since).toReversed()));
  });
  api.all('*', (c) => {
    throw new SandboxError(404, 'url_invalid', `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  return api;
}
