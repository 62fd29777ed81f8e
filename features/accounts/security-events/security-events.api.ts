import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { english } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../accounts.messages.ts';
import { ByPlayerId } from '../player-id.schema.ts';
import { reportCompromise } from './report-compromise.commands.ts';
import { readSecurityActivity, recordReport } from './security-events.commands.ts';
import { LogSecurityEvent, SecurityActivity, SecurityActivityQuery } from './security-events.schema.ts';

const logSecurityEvent = operation({
  method: 'post',
  path: '/functions/v1/log-security-event',
  who: 'user',
  surface: 'own',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Report a security event from the browser',
  request: { body: body(LogSecurityEvent) },
  responses: { 200: json(z.object({ success: z.literal(true) }), 'Noted') },
});

const readActivityOperation = operation({
  method: 'get',
  path: '/api/account/journal',
  who: 'user',
  whileLeaving: true,
  summary: 'List my security activity',
  request: { query: SecurityActivityQuery },
  responses: { 200: json(SecurityActivity, 'The page') },
});

const reportCompromiseOperation = operation({
  method: 'post',
  path: '/api/account/journal/{id}/not-me',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Report an event as not me and end all sessions',
  request: {
    params: z.object({
      id: z.coerce
        .number({ error: issueText(messages.securityEventIdInvalid) })
        .int()
        .positive(),
    }),
  },
  responses: { 200: json(z.object({ new_password: z.boolean() }), 'Done, and whether to choose a new password') },
});

const readActivityOfUserOperation = operation({
  method: 'get',
  path: '/api/admin/accounts/{id}/journal',
  who: 'admin',
  summary: "List an account's security activity",
  request: { params: ByPlayerId, query: SecurityActivityQuery },
  responses: { 200: json(SecurityActivity, 'The page') },
});

export const eventsApi = createApi()
  .openapi(logSecurityEvent, async (c) => {
    await recordReport(c.var.deps, c.var.actor!, c.req.valid('json'), c.var.requestId);
    return c.json({ success: true as const }, 200);
  })
  .openapi(readActivityOperation, async (c) =>
    c.json(await readSecurityActivity(c.var.deps, readerTranslator, c.var.actor!.userId, c.req.valid('query')), 200),
  )
  .openapi(reportCompromiseOperation, async (c) => {
    const new_password = await reportCompromise(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ new_password }, 200);
  })
  .openapi(readActivityOfUserOperation, async (c) =>
    c.json(await readSecurityActivity(c.var.deps, english, c.req.valid('param').id, c.req.valid('query')), 200),
  );
