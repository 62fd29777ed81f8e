import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../server/http.ts';
import { decideDispute } from './disputes.commands.ts';
import { adminDisputes, adminOrders, reports } from './money.commands.ts';
import { Decision, DisputeCard, OrderCard, Report } from './money.schema.ts';
import { retryAction } from './order-admin.commands.ts';
import { reconcile } from './reconcile.commands.ts';

const Id = z.object({ id: z.uuid('This is not an id.') });
const done = json(z.object({ done: z.literal(true) }), 'Done');
const VIEWS = ['all', 'held', 'overdue', 'frozen', 'admin'] as const;

const orders = operation({
  method: 'get',
  path: '/api/admin/orders',
  who: 'admin',
  summary: 'Orders: all, with money held, overdue, frozen by a bank, or waiting for an admin',
  request: {
    query: z.object({
      view: z.enum(VIEWS, 'There is no such view.').default('all'),
      before: z.uuid('This is not the id of an order.').optional(),
    }),
  },
  responses: { 200: json(z.object({ orders: z.array(OrderCard), next: z.uuid().nullable() }), 'One page') },
});

const disputes = operation({
  method: 'get',
  path: '/api/admin/disputes',
  who: 'admin',
  summary: 'Open disputes, the oldest first',
  responses: { 200: json(z.object({ disputes: z.array(DisputeCard) }), 'Disputes') },
});

const decide = operation({
  method: 'post',
  path: '/api/admin/disputes/{id}/decision',
  who: 'admin',
  summary: 'Split the held funds of a dispute',
  request: { params: Id, body: body(Decision) },
  responses: { 200: done },
});

const reportList = operation({
  method: 'get',
  path: '/api/admin/reconcile',
  who: 'admin',
  summary: 'The latest comparisons of the books with the processor',
  responses: { 200: json(z.object({ reports: z.array(Report) }), 'Reports, the newest first') },
});

const reconcileNow = operation({
  method: 'post',
  path: '/api/admin/reconcile',
  who: 'admin',
  summary: 'Compare the books with the processor now',
  responses: { 200: json(z.object({ differences: z.int() }), 'How many figures differ') },
});

const retry = operation({
  method: 'post',
  path: '/api/admin/money-actions/{id}/retry',
  who: 'admin',
  summary: 'Send a refused refund or transfer again',
  request: { params: Id },
  responses: { 200: done },
});

export const dealsAdminApi = createApi()
  .openapi(orders, async (c) => {
    const { view, before } = c.req.valid('query');
    return c.json(await adminOrders(c.var.deps, view, before), 200);
  })
  .openapi(disputes, async (c) => c.json({ disputes: await adminDisputes(c.var.deps) }, 200))
  .openapi(decide, async (c) => {
    await decideDispute(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ done: true as const }, 200);
  })
  .openapi(reportList, async (c) => c.json({ reports: await reports(c.var.deps) }, 200))
  .openapi(reconcileNow, async (c) => {
    const differences = await reconcile(c.var.deps, c.var.actor!.userId);
    return c.json({ differences: differences.length }, 200);
  })
  .openapi(retry, async (c) => {
    await retryAction(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ done: true as const }, 200);
  });
