import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type Stripe from 'stripe';
import { DAY_SECONDS } from '../../time/units.ts';
import type { Engine } from './sandbox-engine.ts';
import { readForm } from './sandbox-form.ts';
import { getApiVersion, readParams, toList } from './sandbox-shapes.ts';
import { createMissingError, type Metadata, SandboxError, type SandboxState } from './sandbox-state.ts';

export type Settings = { state: SandboxState; engine: Engine; secretKey: string; pages: string; changed: () => void };

/** Parameters of each call, in Stripe's own types. */
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
  'GET /transfers/:id': Stripe.TransferRetrieveParams;
  'GET /transfers/:id/reversals': Stripe.TransferListReversalsParams;
  'GET /payouts': Stripe.PayoutListParams;
  'POST /accounts': Stripe.AccountCreateParams;
  'GET /accounts': Stripe.AccountListParams;
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
  'GET /account': Stripe.AccountRetrieveCurrentParams;
  'GET /tax/settings': Stripe.Tax.SettingsRetrieveParams;
  'GET /webhook_endpoints': Stripe.WebhookEndpointListParams;
  'POST /webhook_endpoints': Stripe.WebhookEndpointCreateParams;
  'POST /webhook_endpoints/:id': Stripe.WebhookEndpointUpdateParams;
  'POST /payment_intents': Stripe.PaymentIntentCreateParams;
  'POST /transfers/:id/reversals': Stripe.TransferCreateReversalParams;
};
type Call = keyof Params;
/** Calls made on behalf of a seller's account, which is named in a header. */
const SELLER_CALLS: ReadonlySet<Call> = new Set<Call>(['GET /payouts']);

type Listing = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number };

/** How long Stripe keeps the response to an idempotency key. */
const IDEMPOTENCY_SECONDS = DAY_SECONDS;

export const toMetadata = (metadata: Stripe.MetadataParam | null | '' | undefined): Metadata =>
  Object.fromEntries(
    Object.entries(metadata || {}).flatMap(([key, value]) =>
      value === null || value === '' ? [] : [[key, String(value)]],
    ),
  );
export const createParamError = (param: string, message: string) =>
  new SandboxError(400, undefined, message, { param });
export const toRows = <T>(rows: Record<string, T>): T[] => Object.values(rows);
export const requireRow = <T>(rows: Record<string, T>, what: string, id: string): T => {
  const row = rows[id];
  if (!row) throw createMissingError(what, id);
  return row;
};

export type Frame = ReturnType<typeof createFrame>;

/** Creates the parts all calls share: API key, version, schemas, stored responses and list pagination. */
export function createFrame({ state, engine, secretKey, pages, changed }: Settings) {
  const api = new Hono();
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
    if (version && version !== getApiVersion()) {
      throw new SandboxError(400, undefined, `Invalid Stripe API version: ${version}`);
    }
    engine.payOutAutomatically();
    await next();
    changed();
  });

  /** @param account seller's account, when the platform calls on its behalf */
  type Handler<C extends Call> = (input: Params[C], id: string, account: string | undefined) => object;

  /** Registers one call and validates its input against the published schema before running it. */
  function addHandler<C extends Call>(call: C, handler: Handler<C>): void {
    const [method, path] = call.split(' ') as [string, string];
    api.on(method, path, async (c) => {
      const encodedInput = method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
      const input = readParams<Params[C]>(call, readForm(encodedInput));
      const account = c.req.header('Stripe-Account');
      if (account && !SELLER_CALLS.has(call)) {
        throw new SandboxError(400, undefined, `This sandbox answers ${call} for the platform itself only.`);
      }
      if (account && !state.accounts[account]) {
        throw new SandboxError(
          403,
          'account_invalid',
          `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
        );
      }
      const runHandler = () => handler(input, c.req.param('id') ?? '', account);
      const key = method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
      const { status, body } = key
        ? runOnce(key, `${c.req.path} ${encodedInput}`, () => answerCall(call, runHandler))
        : answerCall(call, runHandler);
      return respond(c, status, body);
    });
  }
  const respond = (c: Context, status: number, body: object) => c.json(body, status as 200);

  type CallAnswer = { status: number; body: object };

  function answerCall(call: Call, work: () => object): CallAnswer {
    const breakageIndex = state.breakages.findIndex((one) => one.call === call);
    const breakage = breakageIndex >= 0 ? state.breakages.splice(breakageIndex, 1)[0] : undefined;
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

  /** Runs a request once per idempotency key. Repeats get the stored response; a different request throws. */
  function runOnce(key: string, body: string, work: () => CallAnswer): CallAnswer {
    const request = createHash('sha256').update(body).digest('base64');
    const storedAnswer = state.answers[key];
    if (storedAnswer && storedAnswer.at + IDEMPOTENCY_SECONDS > engine.seconds()) {
      if (storedAnswer.request === request) return storedAnswer;
      throw new SandboxError(
        400,
        undefined,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    }
    const response = work();
    state.answers[key] = { ...response, body: structuredClone(response.body), request, at: engine.seconds() };
    return response;
  }

  /** Returns one page of rows, newest first, with Stripe's pagination: ten unless a limit is given. */
  function paginateRows<T extends { id: string; created: number }>(
    rows: T[],
    listing: Listing,
    url: string,
    show: (row: T) => object,
  ) {
    const { limit = 10, starting_after: after, ending_before: before, created } = listing;
    if (limit < 1 || limit > 100) throw createParamError('limit', 'This value must be between 1 and 100.');
    const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
    const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
    const allRows = rows
      .toReversed()
      .filter((row) => row.created > gt && row.created >= gte && row.created < lt && row.created <= lte);
    const findIndex = (id: string) => {
      const index = allRows.findIndex((row) => row.id === id);
      if (index < 0) throw createMissingError('object', id);
      return index;
    };
    const endIndex = before ? findIndex(before) : allRows.length;
    const start = after ? findIndex(after) + 1 : before ? Math.max(0, endIndex - limit) : 0;
    const page = allRows.slice(start, Math.min(start + limit, endIndex));
    const hasMore = before ? start > 0 : start + limit < endIndex;
    return toList(page.map(show), `/v1${url}`, hasMore);
  }

  return { api, on: addHandler, page: paginateRows, state, engine, pages };
}
