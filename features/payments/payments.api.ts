import { z } from '@hono/zod-openapi';
import { readEvent } from '../../integrations/stripe/stripe.client.ts';
import { issueText } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { isAdultConfirmed } from '../accounts/terms.queries.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { cancelOrder } from './cancel-order.commands.ts';
import { recheckPayment, startCheckout } from './checkout.commands.ts';
import { CheckoutInput, CheckoutResponse, PortalInput, Url } from './checkout.schema.ts';
import { openDispute, writeInDispute } from './disputes.commands.ts';
import { refundFoundersUnderGuarantee } from './entitlements.commands.ts';
import { countFoundersLeft, readDispute, readEntitlements, readOrder, readOrders } from './money.commands.ts';
import { DisputeText, DisputeView, Entitlements, OrderCard, OrderView, Seller } from './money.schema.ts';
import { dealsAdminApi } from './order-admin.api.ts';
import * as messages from './payments.messages.ts';
import { notifyAdminsOfSwappedSecrets } from './provider-events/event-renewal.commands.ts';
import { handleEventWebhook } from './provider-events/provider-events.commands.ts';
import { isEvent, isOfScope } from './provider-events/provider-events.rules.ts';
import { createReceipt } from './receipts.commands.ts';
import { translatePayoutProblem } from './seller-payouts.commands.ts';
import { listSellerCountries, refreshSeller, startOnboarding } from './sellers.commands.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { openPortal, refundPlanUnderGuarantee } from './subscriptions.commands.ts';

const Id = z.object({ id: z.uuid(issueText(messages.orderIdInvalid)) });
const DisputeId = z.object({ id: z.uuid(issueText(messages.disputeIdInvalid)) });

const getOffer = operation({
  method: 'get',
  path: '/api/deals',
  shows: ['seats'],
  who: 'visitor',
  summary: 'Get the number of Founders seats left',
  responses: { 200: json(z.object({ seatsLeft: z.int(), priorityLeft: z.int() }), 'Seats') },
});

const openCheckout = operation({
  method: 'post',
  path: '/functions/v1/checkout-session',
  who: 'user',
  surface: 'checkout',
  summary: 'Start a purchase and get the payment page',
  request: { body: body(CheckoutInput) },
  responses: { 200: json(CheckoutResponse, 'The payment page') },
});

const openPortalOperation = operation({
  method: 'post',
  path: '/functions/v1/customer-portal',
  who: 'user',
  surface: 'own',
  summary: 'Open the page for managing plans, cards and invoices',
  request: { body: body(PortalInput) },
  responses: { 200: json(Url, 'The page') },
});

const receiveEvent = operation({
  method: 'post',
  path: '/api/stripe/webhook',
  who: 'visitor',
  summary: 'Receive signed payment provider events',
  responses: { 200: json(z.object({ received: z.literal(true) }), 'Kept') },
});

const getEntitlements = operation({
  method: 'get',
  path: '/api/entitlements/me',
  who: 'user',
  summary: 'Get my plan and credits',
  responses: { 200: json(Entitlements, 'Plan and credits') },
});

const listOrders = operation({
  method: 'get',
  path: '/api/orders',
  who: 'user',
  summary: 'List my purchases and paid work, newest first',
  request: { query: z.object({ before: z.uuid(issueText(messages.orderIdInvalid)).optional() }) },
  responses: { 200: json(z.object({ orders: z.array(OrderCard), next: z.uuid().nullable() }), 'One page') },
});

const readOneOrder = operation({
  method: 'get',
  path: '/api/orders/{id}',
  who: 'user',
  summary: 'Get one of my orders',
  request: { params: Id },
  responses: { 200: json(OrderView, 'The order') },
});

const getReceipt = operation({
  method: 'get',
  path: '/api/orders/{id}/receipt.pdf',
  who: 'user',
  summary: 'Get the receipt of a paid order',
  request: { params: Id },
  responses: { 200: { description: 'A PDF file', content: { 'application/pdf': { schema: z.string() } } } },
});

const abandonOrder = operation({
  method: 'post',
  path: '/api/orders/{id}/cancel',
  who: 'user',
  surface: 'own',
  summary: 'Cancel an order that is unpaid or has not started',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

const recheckOrder = operation({
  method: 'post',
  path: '/api/orders/{id}/check',
  who: 'user',
  surface: 'own',
  summary: 'Check for a payment that is not confirmed yet',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

const refundFounders = operation({
  method: 'post',
  path: '/api/orders/{id}/return',
  who: 'user',
  surface: 'own',
  summary: 'Use the 7-day guarantee of Founders Premium',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

const refundPlan = operation({
  method: 'post',
  path: '/api/plans/return',
  who: 'user',
  surface: 'own',
  summary: 'Use the 7-day guarantee of my plan',
  responses: { 200: DONE_RESPONSE },
});

const getDispute = operation({
  method: 'post',
  path: '/api/orders/{id}/dispute',
  who: 'user',
  surface: 'own',
  summary: 'Open a dispute and keep the funds on hold',
  request: { params: Id, body: body(DisputeText) },
  responses: { 200: json(z.object({ id: z.uuid() }), 'The dispute') },
});

const getDisputeChat = operation({
  method: 'get',
  path: '/api/disputes/{id}',
  who: 'user',
  summary: 'Get one of my disputes with its chat',
  request: { params: DisputeId },
  responses: { 200: json(DisputeView, 'The dispute') },
});

const writeMessage = operation({
  method: 'post',
  path: '/api/disputes/{id}/messages',
  who: 'user',
  surface: 'own',
  summary: 'Send a message in a dispute',
  request: { params: DisputeId, body: body(DisputeText) },
  responses: { 200: DONE_RESPONSE },
});

const getPayouts = operation({
  method: 'get',
  path: '/api/payouts',
  who: 'user',
  summary: 'Get my payout verification status',
  responses: { 200: json(Seller, 'My payout verification status') },
});

const verify = operation({
  method: 'post',
  path: '/api/payouts/onboarding',
  who: 'user',
  surface: 'payouts',
  summary: 'Open the payout verification page',
  request: { query: z.object({ country: z.string().length(2, issueText(messages.countryCodeInvalid)).optional() }) },
  responses: { 200: json(Url, 'The page') },
});

const refresh = operation({
  method: 'post',
  path: '/api/payouts/refresh',
  who: 'user',
  surface: 'own',
  summary: 'Refresh my payout verification status',
  responses: { 200: json(Seller, 'My payout verification status') },
});

type Account = { detailsSubmitted: boolean; payoutsEnabled: boolean; payoutProblem: string | null } | undefined;
const toSellerView = async (deps: Deps, { userId }: Person, account: Account) => ({
  adult: await isAdultConfirmed(deps.db, userId),
  countries: listSellerCountries(deps),
  started: account !== undefined,
  submitted: account?.detailsSubmitted ?? false,
  verified: account?.payoutsEnabled ?? false,
  payoutProblem: account?.payoutProblem ? translatePayoutProblem(readerTranslator, account.payoutProblem) : null,
});

export const dealsApi = createApi()
  .openapi(getOffer, async (c) => c.json(await countFoundersLeft(c.var.deps), 200))
  .openapi(openCheckout, async (c) => c.json(await startCheckout(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(openPortalOperation, async (c) => {
    const { deps } = c.var;
    const returnUrl = URL.parse(c.req.valid('json').returnUrl, deps.env.origin);
    if (returnUrl?.origin !== new URL(deps.env.origin).origin) {
      throw new Refusal('invalid', messages.returnUrlForeign, 'returnUrl');
    }
    return c.json({ url: await openPortal(deps, c.var.actor!, returnUrl.href) }, 200);
  })
  .openapi(receiveEvent, async (c) => {
    const { deps } = c.var;
    const { STRIPE_WEBHOOK_SECRET: ownSecret, STRIPE_CONNECT_WEBHOOK_SECRET: sellersSecret } = deps.env;
    if (!ownSecret) throw new Refusal('unavailable', 'No payment provider is set up.');
    const body = await c.req.text();
    const signature = c.req.header('Stripe-Signature') ?? '';
    const verifyEvent = (secret: string | undefined) =>
      secret ? readEvent(body, signature, secret, deps.now()).catch(() => undefined) : undefined;
    const ownEvent = await verifyEvent(ownSecret);
    const event = ownEvent ?? (await verifyEvent(sellersSecret));
    if (!event) throw new Refusal('invalid', "The signature doesn't match the body, or it's too old.");
    if (!isEvent(event)) {
      throw new Refusal('invalid', "This is signed but isn't an event. It needs id, type, created and data.object.");
    }
    if (!isOfScope(event, ownEvent ? 'ours' : 'sellers')) {
      await notifyAdminsOfSwappedSecrets(deps, ownEvent ? 'sellers' : 'ours');
      throw new Refusal('invalid', "This event isn't signed with its endpoint's secret.");
    }
    // Storing the event is enough: a job retries events that can't be applied yet.
    if (!(await handleEventWebhook(deps, event))) {
      throw new Refusal('invalid', `This event uses version ${event.api_version}, which we don't support.`);
    }
    return c.json({ received: true as const }, 200);
  })
  .openapi(getEntitlements, async (c) => c.json(await readEntitlements(c.var.deps, c.var.actor!), 200))
  .openapi(listOrders, async (c) =>
    c.json(await readOrders(c.var.deps, c.var.actor!, c.req.valid('query').before), 200),
  )
  .openapi(readOneOrder, async (c) => c.json(await readOrder(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(getReceipt, async (c) => {
    const { id } = c.req.valid('param');
    const file = await createReceipt(c.var.deps, c.var.actor!, id);
    c.header('Content-Disposition', `attachment; filename="planet-crew-${id.slice(0, 8)}.pdf"`);
    return c.body(Buffer.from(file), 200, { 'Content-Type': 'application/pdf' }) as never;
  })
  .openapi(abandonOrder, (c) => respondDone(c, cancelOrder(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(recheckOrder, (c) => respondDone(c, recheckPayment(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(refundFounders, (c) =>
    respondDone(c, refundFoundersUnderGuarantee(c.var.deps, c.var.actor!, c.req.valid('param').id)),
  )
  .openapi(refundPlan, (c) => respondDone(c, refundPlanUnderGuarantee(c.var.deps, c.var.actor!)))
  .openapi(getDispute, async (c) => {
    const { id } = c.req.valid('param');
    return c.json({ id: await openDispute(c.var.deps, c.var.actor!, id, c.req.valid('json').text) }, 200);
  })
  .openapi(getDisputeChat, async (c) =>
    c.json(await readDispute(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(writeMessage, async (c) => {
    const { deps } = c.var;
    const actor = { userId: c.var.actor!.userId, isAdmin: await isAdmin(deps.db, c.var.actor!.userId) };
    return respondDone(c, writeInDispute(deps, actor, c.req.valid('param').id, c.req.valid('json').text));
  })
  .openapi(getPayouts, async (c) => {
    const { deps, actor } = c.var;
    return c.json(await toSellerView(deps, actor!, await findSellerAccount(deps.db, actor!.userId)), 200);
  })
  .openapi(verify, async (c) => {
    const { country } = c.req.valid('query');
    return c.json({ url: await startOnboarding(c.var.deps, c.var.actor!, country) }, 200);
  })
  .openapi(refresh, async (c) => {
    const { deps, actor } = c.var;
    return c.json(await toSellerView(deps, actor!, await refreshSeller(deps, actor!)), 200);
  })
  .route('/', dealsAdminApi);
