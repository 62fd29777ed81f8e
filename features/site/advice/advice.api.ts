import { body, createApi, json, operation } from '../../../server/http.ts';
import { answerQuestion, clearConversation, fillChips, getConversation } from './advice.commands.ts';
import { AdviceConversation, AdviceTurn, FilledChips, Question, TypedText } from './advice.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/build-advice',
  who: 'user',
  summary: 'Get my AI Build Assistant conversation',
  responses: { 200: json(AdviceConversation, 'Oldest first, up to twenty questions') },
});

const fill = operation({
  method: 'post',
  path: '/api/build-advice/chips',
  who: 'user',
  surface: 'own',
  summary: 'Turn a description of a build into chips (Pro)',
  request: { body: body(TypedText) },
  responses: { 200: json(FilledChips, 'The chips, with those that still go with the text') },
});

const ask = operation({
  method: 'post',
  path: '/api/build-advice',
  who: 'user',
  surface: 'own',
  summary: 'Ask the AI Build Assistant for a build (Pro)',
  request: { body: body(Question) },
  responses: { 200: json(AdviceTurn, 'A build to try, computed from the chips, and the reasons for it') },
});

const clear = operation({
  method: 'delete',
  path: '/api/build-advice',
  who: 'user',
  surface: 'own',
  summary: 'Clear my AI Build Assistant conversation',
  responses: { 200: json(AdviceConversation, 'Empty, or the sample conversation') },
});

export const adviceApi = createApi()
  .openapi(read, async (c) => c.json(await getConversation(c.var.deps, c.var.actor!), 200))
  .openapi(fill, async (c) => c.json(await fillChips(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(ask, async (c) => c.json(await answerQuestion(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(clear, async (c) => c.json(await clearConversation(c.var.deps, c.var.actor!), 200));
