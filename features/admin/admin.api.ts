import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../server/http.ts';
import { ByPlayerId } from '../accounts/player-id.schema.ts';
import { readOperatingReport } from '../health/operating/operating.commands.ts';
import { OperatingReport } from '../health/operating/operating.schema.ts';
import { getRulebook } from '../matches/rulebook/rulebook.commands.ts';
import { Rulebook, Trial } from '../matches/rulebook/rulebook.schema.ts';
import { getTrial } from '../matches/rulebook/rulebook-trials.commands.ts';
import {
  AdminAction,
  AdminAnswer,
  AuditFilter,
  AuditLines,
  ListingLines,
  MarkedLines,
  MarkedQuery,
  OpenAppeals,
  Overview,
  PaymentEvents,
  PaymentFilter,
  PlayerFile,
  PlayerLines,
  PlayerQuery,
  Queue,
  ROWS_SHOWN,
  Week,
  WeekQuery,
} from './admin.schema.ts';
import { runAdminAction } from './admin-actions.commands.ts';
import { readPlayer, searchPlayers } from './admin-players.commands.ts';
import * as records from './admin-records.commands.ts';
import { readMarkedSecurityEvents } from './admin-security-events.commands.ts';
import { readWeek } from './admin-week.commands.ts';

const actions = operation({
  method: 'post',
  path: '/functions/v1/admin-actions',
  who: 'admin',
  summary: 'Perform an administrative action',
  request: { body: body(AdminAction) },
  responses: { 200: json(AdminAnswer, 'The result, with a message to show') },
});

const overview = operation({
  method: 'get',
  path: '/api/admin/overview',
  who: 'admin',
  summary: 'Get the console counters',
  responses: { 200: json(Overview, 'The counters') },
});

const operating = operation({
  method: 'get',
  path: '/api/admin/operating',
  who: 'admin',
  summary: 'Get the mode of the installation and its feature switches',
  responses: { 200: json(OperatingReport, 'The mode and the switches') },
});

const week = operation({
  method: 'get',
  path: '/api/admin/week',
  who: 'admin',
  summary: 'Get daily counts for the last seven days',
  request: { query: WeekQuery },
  responses: { 200: json(Week, 'The days, oldest first, today last') },
});

const queue = operation({
  method: 'get',
  path: '/api/admin/queue',
  who: 'admin',
  summary: 'List open flags',
  responses: { 200: json(Queue, 'The queue') },
});

const appeals = operation({
  method: 'get',
  path: '/api/admin/appeals',
  who: 'admin',
  summary: 'List open appeals',
  responses: { 200: json(OpenAppeals, 'The appeals') },
});

const listings = operation({
  method: 'get',
  path: '/api/admin/listings',
  who: 'admin',
  summary: 'List the newest 50 listings',
  responses: { 200: json(ListingLines, 'The listings') },
});

const payments = operation({
  method: 'get',
  path: '/api/admin/payments',
  who: 'admin',
  summary: 'List the newest 50 payment events',
  request: { query: PaymentFilter },
  responses: { 200: json(PaymentEvents, 'The events and the available types') },
});

const audit = operation({
  method: 'get',
  path: '/api/admin/audit',
  who: 'admin',
  summary: 'List the newest 100 audit log entries',
  request: { query: AuditFilter },
  responses: { 200: json(AuditLines, 'The entries and the available actions') },
});

const rules = operation({
  method: 'get',
  path: '/api/admin/rules',
  who: 'admin',
  summary: 'Get the matching rules, draft, history and latest trial',
  responses: { 200: json(Rulebook, 'The rules') },
});

const trial = operation({
  method: 'get',
  path: '/api/admin/rules/trials/{id}',
  who: 'admin',
  summary: 'Get the result or progress of a rules trial',
  request: { params: z.object({ id: z.uuid('Rules trial not found.') }) },
  responses: { 200: json(Trial, 'The trial') },
});

const describeCsv = (what: string) => ({ 200: { description: what, content: { 'text/csv': { schema: z.string() } } } });

const paymentsFile = operation({
  method: 'get',
  path: '/api/admin/payments.csv',
  who: 'admin',
  summary: 'Export payment events as CSV, at most 10,000',
  request: { query: PaymentFilter },
  responses: describeCsv('The file'),
});

const auditFile = operation({
  method: 'get',
  path: '/api/admin/audit.csv',
  who: 'admin',
  summary: 'Export the audit log as CSV, at most 10,000 entries',
  request: { query: AuditFilter },
  responses: describeCsv('The file'),
});

const players = operation({
  method: 'get',
  path: '/api/admin/players',
  who: 'admin',
  summary: 'Search players',
  request: { query: PlayerQuery },
  responses: { 200: json(PlayerLines, 'Up to 20 players') },
});

const journals = operation({
  method: 'get',
  path: '/api/admin/journals',
  who: 'admin',
  summary: 'List marked security events of all accounts',
  request: { query: MarkedQuery },
  responses: { 200: json(MarkedLines, 'A page of entries') },
});

const player = operation({
  method: 'get',
  path: '/api/admin/players/{id}',
  who: 'admin',
  summary: 'Get a player with bans, flags and report record',
  request: { params: ByPlayerId },
  responses: { 200: json(PlayerFile, 'The player') },
});

const createAttachment = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
});

export const adminApi = createApi()
  .openapi(actions, async (c) => c.json(await runAdminAction(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(overview, async (c) => c.json(await records.readOverview(c.var.deps), 200))
  .openapi(operating, async (c) => c.json(await readOperatingReport(c.var.deps), 200))
  .openapi(week, async (c) => c.json(await readWeek(c.var.deps, c.req.valid('query')), 200))
  .openapi(queue, async (c) => c.json({ items: await records.readQueue(c.var.deps) }, 200))
  .openapi(appeals, async (c) => c.json({ appeals: await records.readAppeals(c.var.deps) }, 200))
  .openapi(listings, async (c) => c.json({ listings: await records.readListings(c.var.deps) }, 200))
  .openapi(rules, async (c) => c.json(await getRulebook(c.var.deps), 200))
  .openapi(trial, async (c) => c.json(await getTrial(c.var.deps, c.req.valid('param').id), 200))
  .openapi(payments, async (c) => {
    const events = await records.readPayments(c.var.deps, c.req.valid('query'), ROWS_SHOWN.payments);
    return c.json({ events, types: await records.readPaymentTypes(c.var.deps) }, 200);
  })
  .openapi(audit, async (c) => {
    const entries = await records.readAudit(c.var.deps, c.req.valid('query'), ROWS_SHOWN.audit);
    return c.json({ entries, actions: await records.readAuditActions(c.var.deps) }, 200);
  })
  .openapi(paymentsFile, async (c) =>
    c.body(await records.exportPaymentsCsv(c.var.deps, c.req.valid('query')), 200, createAttachment('payments.csv')),
  )
  .openapi(auditFile, async (c) =>
    c.body(await records.exportAuditCsv(c.var.deps, c.req.valid('query')), 200, createAttachment('audit.csv')),
  )
  .openapi(players, async (c) => c.json({ players: await searchPlayers(c.var.deps, c.req.valid('query').q) }, 200))
  .openapi(journals, async (c) => c.json(await readMarkedSecurityEvents(c.var.deps, c.req.valid('query')), 200))
  .openapi(player, async (c) => c.json(await readPlayer(c.var.deps, c.req.valid('param').id), 200));
