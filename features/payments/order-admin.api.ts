import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../server/http.ts';
import { markRefundedElsewhere, refundOrder } from './console-refunds.commands.ts';
import { decideDispute } from './disputes.commands.ts';
import { readAdminDisputes, readAdminOrders, readReconcileReports } from './money.commands.ts';
import {
  ConsoleRefund,
  Decision,
  DisputeCard,
  OrderCard,
  OtherwiseRequest,
  Outcome,
  ReconcileProgress,
  Report,
} from './money.schema.ts';
import { retryAction } from './order-admin.commands.ts';
import * as messages from './payments.messages.ts';
import { decideMovements } from './provider-movements.commands.ts';
import { readReconcileProgress, startReconcile } from './reconcile.commands.ts';

const Id = z.object({ id: z.uuid(issueText(messages.idInvalid)) });
const VIEWS = ['all', 'held', 'overdue', 'frozen', 'admin'] as const;

const listOrders = operation({
  method: 'get',
  path: '/api/admin/orders',
  who: 'admin',
  summary: 'List orders, filtered by view',
  request: {
    query: z.object({
      view: z.enum(VIEWS, issueText(messages.viewUnknown)).default('all'),
      before: z.uuid(issueText(messages.orderIdInvalid)).optional(),
    }),
  },
  responses: { 200: json(z.object({ orders: z.array(OrderCard), next: z.uuid().nullable() }), 'One page') },
});

const listDisputes = operation({
  method: 'get',
  path: '/api/admin/disputes',
  who: 'admin',
  summary: 'List open disputes, oldest first',
  responses: { 200: json(z.object({ disputes: z.array(DisputeCard) }), 'Disputes') },
});

const decide = operation({
  method: 'post',
  path: '/api/admin/disputes/{id}/decision',
  who: 'admin',
  summary: 'Split the held funds of a dispute',
  request: { params: Id, body: body(Decision) },
  responses: { 200: DONE_RESPONSE },
});

const listReports = operation({
  method: 'get',
  path: '/api/admin/reconcile',
  who: 'admin',
  summary: 'List reconciliation reports and current progress',
  responses: {
    200: json(z.object({ reports: z.array(Report), progress: ReconcileProgress.nullable() }), 'Reports, newest first'),
  },
});

const reconcileNow = operation({
  method: 'post',
  path: '/api/admin/reconcile',
  who: 'admin',
  summary: 'Start a reconciliation with the payment provider',
  responses: { 200: json(ReconcileProgress, 'The progress') },
});

const refundOperation = operation({
  method: 'post',
  path: '/api/admin/orders/{id}/refund',
  who: 'admin',
  summary: 'Refund an order in full or in part',
  request: { params: Id, body: body(ConsoleRefund) },
  responses: { 200: DONE_RESPONSE },
});

const resume = operation({
  method: 'post',
  path: '/api/admin/orders/{id}/resume',
  who: 'admin',
  summary: 'Decide whether an order with moved money continues',
  request: { params: Id, body: body(Outcome) },
  responses: { 200: DONE_RESPONSE },
});

const paidOtherwise = operation({
  method: 'post',
  path: '/api/admin/money-actions/{id}/paid-otherwise',
  who: 'admin',
  summary: 'Record that a failed refund was paid another way',
  request: { params: Id, body: body(OtherwiseRequest) },
  responses: { 200: DONE_RESPONSE },
});

const retry = operation({
  method: 'post',
  path: '/api/admin/money-actions/{id}/retry',
  who: 'admin',
  summary: 'Retry a refused refund or transfer',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

export const dealsAdminApi = createApi()
  .openapi(listOrders, async (c) => {
    const { view, before } = c.req.valid('query');
    return c.json(await readAdminOrders(c.var.deps, view, before), 200);
  })
  .openapi(listDisputes, async (c) => c.json({ disputes: await readAdminDisputes(c.var.deps) }, 200))
  .openapi(decide, (c) =>
    respondDone(c, decideDispute(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(listReports, async (c) => {
    const progress = (await readReconcileProgress(c.var.deps)) ?? null;
    return c.json({ reports: await readReconcileReports(c.var.deps), progress }, 200);
  })
  .openapi(reconcileNow, async (c) => c.json(await startReconcile(c.var.deps, c.var.actor!), 200))
  .openapi(refundOperation, (c) =>
    respondDone(c, refundOrder(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(resume, (c) =>
    respondDone(c, decideMovements(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').outcome)),
  )
  .openapi(paidOtherwise, (c) =>
    respondDone(c, markRefundedElsewhere(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').how)),
  )
  .openapi(retry, (c) => respondDone(c, retryAction(c.var.deps, c.var.actor!, c.req.valid('param').id)));
