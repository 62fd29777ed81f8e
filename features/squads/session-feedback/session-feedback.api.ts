import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, DeniedResponse, ExplainDenied, json, operation, orDenied } from '../../../server/http.ts';
import * as messages from '../squads.messages.ts';
import * as commands from './session-feedback.commands.ts';
import { SessionFeedback, SessionView } from './session-feedback.schema.ts';

const params = z.object({ id: z.uuid({ error: issueText(messages.notInLineup) }) });

const read = operation({
  method: 'get',
  path: '/api/sessions/{id}',
  who: 'member',
  summary: 'Get a session you play in or one of your squad',
  request: { params, query: ExplainDenied },
  responses: { 200: json(SessionView.or(DeniedResponse), 'The session as you see it') },
});

const give = operation({
  method: 'put',
  path: '/api/sessions/{id}/feedback',
  who: 'member',
  surface: 'squads',
  summary: 'Give feedback on a session you were in',
  request: { params, body: body(SessionFeedback) },
  responses: { 200: json(SessionView, 'The session as you see it') },
});

export const sessionFeedbackApi = createApi()
  .openapi(read, async (c) => {
    const sessionPromise = commands.getSession(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json(await orDenied(c.req.valid('query'), sessionPromise), 200);
  })
  .openapi(give, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    await commands.giveSessionFeedback(deps, actor!, id, c.req.valid('json'));
    return c.json(await commands.getSession(deps, actor!, id), 200);
  });
