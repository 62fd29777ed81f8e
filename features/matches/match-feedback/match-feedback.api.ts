import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../matches.messages.ts';
import * as commands from './match-feedback.commands.ts';
import { AbsenceAppeal, Feedback, OpenNoShowAppeal, Reliability } from './match-feedback.schema.ts';

const Done = z.object({ message: z.string() });

const give = operation({
  method: 'post',
  path: '/api/matches/{id}/feedback',
  who: 'member',
  surface: 'own',
  summary: 'Give feedback on a match',
  request: { params: z.object({ id: z.uuid({ error: issueText(messages.matchNotFound) }) }), body: body(Feedback) },
  responses: { 200: json(Done, 'Saved') },
});

const own = operation({
  method: 'get',
  path: '/api/reliability',
  who: 'user',
  summary: 'Get my reliability and its evidence',
  responses: { 200: json(Reliability, 'Your own reliability') },
});

const contest = operation({
  method: 'post',
  path: '/api/reliability/appeals',
  who: 'user',
  surface: 'own',
  summary: 'Appeal a no-show',
  request: { body: body(AbsenceAppeal) },
  responses: { 200: json(Done, 'A moderator will read it') },
});

const appeals = operation({
  method: 'get',
  path: '/api/admin/absence-appeals',
  who: 'admin',
  summary: 'List appeals against no-shows, oldest first',
  responses: { 200: json(z.object({ appeals: z.array(OpenNoShowAppeal) }), 'The appeals') },
});

export const feedbackApi = createApi()
  .openapi(give, async (c) => {
    await commands.giveFeedback(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.feedbackToast) }, 200);
  })
  .openapi(own, async (c) => c.json(await commands.getReliability(c.var.deps, c.var.actor!), 200))
  .openapi(contest, async (c) => {
    const { cause, message } = c.req.valid('json');
    await commands.appealNoShow(c.var.deps, c.var.actor!, cause, message);
    return c.json({ message: readerTranslator(messages.contestToast) }, 200);
  })
  .openapi(appeals, async (c) => c.json({ appeals: await commands.listNoShowAppeals(c.var.deps) }, 200));
