import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Hono } from 'hono';
import { createSandboxApi } from './sandbox-api.ts';
import { findCard } from './sandbox-cards.ts';
import { createEngine, type Engine, signPayload } from './sandbox-engine.ts';
import { getApiVersion } from './sandbox-shapes.ts';
import { type Charge, createEmptyState, type Event, type SandboxState } from './sandbox-state.ts';
import {
  renderChallengePage,
  renderCheckoutPage,
  renderConnectPage,
  renderGonePage,
  renderPortalPage,
} from './stripe.sandbox-pages.ts';

export type SandboxSettings = {
  /** Base URL for browsers and the client, e.g. http://localhost:3000/sandbox/stripe. */
  url: string;
  webhookUrl: string;
  webhookSecret: string;
  /** Secret of the separate endpoint for events of sellers' accounts. */
  connectSecret: string;
  secretKey: string;
  now?: () => Date;
  /** Fetch that sends the webhooks. */
  fetch?: typeof fetch;
  /** File that keeps the state across restarts. Without it, the state is lost when the process ends. */
  file?: string;
  /** Holds webhooks back until `deliver` is called. */
  manual?: boolean;
  lateMs?: number;
  /** Opening balance of the platform, in cents. */
  openingCents?: number;
};

export type StripeSandbox = {
  app: Hono;
  state: SandboxState;
  engine: Engine;
  /** Undelivered events, oldest first. */
  waiting: Event[];
  /** Delivers one event now. Can be called again for the same event. */
  deliver: (event: Event) => Promise<boolean>;
};

const RETRY_MS = [1_000, 5_000, 15_000, 60_000];

/**
 * Creates a sandbox of Stripe: its REST API under /v1, its pages for payers and sellers, its signed webhooks, and
 * `/readback` with the amounts per order. Cards and bank accounts that misbehave are in sandbox-cards.ts.
 */
export function createStripeSandbox(settings: SandboxSettings): StripeSandbox {
  const { webhookUrl, webhookSecret, connectSecret, secretKey, file, lateMs = 15_000 } = settings;
  const now = settings.now ?? (() => new Date());
  const sendRequest = settings.fetch ?? globalThis.fetch;
  const state: SandboxState =
    file && existsSync(file) ? migrateState(JSON.parse(readFileSync(file, 'utf8'))) : createEmptyState();
  const queue: Event[] = [];

  const saveState = () => {
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  };

  async function deliver(event: Event): Promise<boolean> {
    const index = queue.indexOf(event);
    if (index >= 0) queue.splice(index, 1);
    const body = JSON.stringify(event);
    const headers = {
      'Content-Type': 'application/json',
      'Stripe-Signature': signPayload(body, event.account ? connectSecret : webhookSecret, now()),
    };
    try {
      const { ok } = await sendRequest(webhookUrl, { method: 'POST', body, headers });
      if (ok) event.pending_webhooks = 0;
      return ok;
    } catch {
      return false;
    }
  }

  async function deliverWithRetries(event: Event, attempt = 0): Promise<void> {
    if (await deliver(event)) return;
    const pause = RETRY_MS[attempt];
    if (pause !== undefined) setTimeout(() => void deliverWithRetries(event, attempt + 1), pause).unref();
  }

  const engine = createEngine(state, now, (event) => {
    queue.push(event);
    if (settings.manual) return;
    const delivery = state.delivery[event.id] ?? 'normal';
    if (delivery === 'lost') return;
    setTimeout(() => void deliverWithRetries(event), delivery === 'late' ? lateMs : 50).unref();
    if (delivery === 'twice') setTimeout(() => void deliverWithRetries(event), 60).unref();
  });

  const { openingCents = 0 } = settings;
  const hasTopUp = Object.values(state.transactions).some(({ type }) => type === 'topup');
  if (openingCents > 0 && !hasTopUp) engine.move('topup', openingCents, null);

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'");
    if (c.req.method === 'POST') saveState();
  });
  app.route('/v1', createSandboxApi({ state, engine, secretKey, pages: settings.url, changed: saveState }));
  app.route('/', createPages(state, engine));
  app.get('/readback', (c) => c.json(summarizeOrders(state)));
  return { app, state, engine, waiting: queue, deliver };
}

type LegacyState = Omit<SandboxState, 'charges'> & {
  charges: Record<string, { balance_transaction: string | { id: string; amount: number; fee: number } }>;
};

/**
 * Migrates the state file of an earlier version. Derives the balance from the charges and fills missing fields to match
 * that version's behavior.
 */
function migrateState(legacyState: LegacyState): SandboxState {
  const state = { ...createEmptyState(), ...legacyState } as unknown as SandboxState & LegacyState;
  for (const charge of Object.values(state.charges)) {
    const txn = charge.balance_transaction as unknown as string | { id: string; amount: number; fee: number };
    if (typeof txn === 'string') continue;
    const { id: source, created } = charge;
    state.transactions[txn.id] = {
      id: txn.id,
      object: 'balance_transaction',
      type: 'charge',
      amount: txn.amount,
      fee: txn.fee,
      source,
      created,
      available_on: created,
    };
    Object.assign(charge, { balance_transaction: txn.id, customer: null });
  }
  for (const account of Object.values(state.accounts)) {
    account.country ??= 'US';
    account.capabilities ??= ['card_payments', 'transfers'];
    account.verified_at ??= null;
  }
  for (const rows of [state.prices, state.products, state.configurations, state.portals, state.schedules]) {
    for (const row of Object.values(rows) as { created?: number }[]) row.created ??= 0;
  }
  for (const dispute of Object.values(state.disputes)) dispute.transactions ??= [];
  // Drop old events. Their objects lack fields that weren't stored then, and they were delivered long ago.
  state.events = state.events.filter((event) => event.api_version === getApiVersion());
  return state;
}

function createPages(state: SandboxState, engine: Engine): Hono {
  const app = new Hono();
  app.get('/checkout/:id', (c) => {
    const session = state.sessions[c.req.param('id')];
    if (!session) return c.html(renderGonePage(), 404);
    if (session.status === 'open' && session.expires_at <= engine.seconds()) engine.expire(session);
    return c.html(renderCheckoutPage(session));
  });
  app.post('/checkout/:id', async (c) => {
    const session = state.sessions[c.req.param('id')];
    if (!session) return c.html(renderGonePage(), 404);
    if (session.status !== 'open') return c.html(renderCheckoutPage(session));
    const { card: number, challenge } = await c.req.parseBody<{ card: string; challenge?: string }>();
    const card = findCard(number ?? '');
    if (!card) return c.html(renderCheckoutPage(session, 'This is none of the cards of this sandbox.'), 402);
    if (card.declined) return c.html(renderCheckoutPage(session, card.declined), 402);
    if (card.challenge && !challenge) return c.html(renderChallengePage(session, number));
    if (card.challenge && challenge !== 'passed') {
      return c.html(renderCheckoutPage(session, 'We are unable to authenticate your payment method.'), 402);
    }
    engine.pay(session, card);
    return c.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });

  app.get('/portal/:id', (c) => {
    const portal = state.portals[c.req.param('id')];
    if (!portal) return c.html(renderGonePage(), 404);
    const ownPlans = Object.values(state.subscriptions).filter((one) => one.customer === portal.customer);
    const findNextPlan = (one: { schedule: string | null }) =>
      one.schedule ? state.schedules[one.schedule]?.price : undefined;
    return c.html(renderPortalPage(ownPlans, state.prices, findNextPlan, portal.return_url ?? '/'));
  });
  app.post('/portal/:id', async (c) => {
    const portal = state.portals[c.req.param('id')];
    const { subscription: id, action } = await c.req.parseBody<{ subscription: string; action: string }>();
    const subscription = state.subscriptions[id ?? ''];
    if (!portal || subscription?.customer !== portal.customer) return c.html(renderGonePage(), 404);
    if (action?.startsWith('switch:')) engine.changePlan(subscription, action.slice('switch:'.length));
    if (action === 'cancel' || action === 'keep') engine.cancelAtPeriodEnd(subscription, action === 'cancel');
    if (action === 'end-period') engine.endPeriod(subscription);
    return c.redirect(c.req.url, 303);
  });

  app.get('/connect/:id', (c) => {
    const link = state.links[c.req.param('id')];
    return link ? c.html(renderConnectPage(link.return_url)) : c.html(renderGonePage(), 404);
  });
  app.post('/connect/:id', async (c) => {
    const link = state.links[c.req.param('id')];
    if (!link) return c.html(renderGonePage(), 404);
    const { bank } = await c.req.parseBody<{ bank: string }>();
    engine.onboard(link.account, String(bank ?? '').replace(/\D/g, ''));
    return c.redirect(link.return_url, 303);
  });
  return app;
}

/** Returns the order named in the metadata of the payment itself, or of the plan whose invoice it paid. */
export function findOrderOfCharge(state: SandboxState, charge: Charge): string | undefined {
  const invoice = Object.values(state.invoices).find((one) => one.payment_intent === charge.payment_intent);
  return charge.metadata.order_id ?? state.subscriptions[invoice?.subscription ?? '']?.metadata.order_id;
}

/** Sums cents per order (by our metadata and transfer groups), so tests can compare them with the ledger. */
export function summarizeOrders(
  state: SandboxState,
): Record<string, { charged: number; refunded: number; transferred: number }> {
  const orders: ReturnType<typeof summarizeOrders> = {};
  const findById = (id: string | null | undefined) => {
    orders[id ?? 'unknown'] ??= { charged: 0, refunded: 0, transferred: 0 };
    return orders[id ?? 'unknown']!;
  };
  const getOrderId = (charge: Charge) => findOrderOfCharge(state, charge);
  for (const charge of Object.values(state.charges)) {
    const order = findById(getOrderId(charge));
    order.charged += charge.amount;
    order.refunded += charge.amount_refunded;
  }
  for (const transfer of Object.values(state.transfers))
    findById(transfer.transfer_group).transferred += transfer.amount - transfer.amount_reversed;
  for (const dispute of Object.values(state.disputes)) {
    const charge = state.charges[dispute.charge];
    if (dispute.status === 'lost' && charge) findById(getOrderId(charge)).charged -= dispute.amount;
  }
  return orders;
}
