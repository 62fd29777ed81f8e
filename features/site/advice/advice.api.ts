import { body, createApi, json, operation } from '../../../server/http.ts';
import { advise } from './advice.commands.ts';
import { Answer, Question } from './advice.schema.ts';

const ask = operation({
  method: 'post',
  path: '/api/build-advice',
  who: 'user',
  surface: 'own',
  summary: 'Ask the AI Build Assistant for a build; comes with Pro',
  request: { body: body(Question) },
  responses: { 200: json(Answer, 'A build to try and the reasons for it') },
});

export const adviceApi = createApi().openapi(ask, async (c) =>
  c.json(await advise(c.var.deps, c.var.actor!, c.req.valid('json').text), 200),
);
