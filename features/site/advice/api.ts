import { body, createApi, json, operation } from '../../../server/http.ts';
import { requirePro } from '../milestones/commands.ts';
import { adviseBuild } from './rules.ts';
import { Advice, Question } from './schema.ts';

const ask = operation({
  method: 'post',
  path: '/api/build-advice',
  who: 'user',
  summary: 'Ask the AI Build Assistant for a build; comes with Pro',
  request: { body: body(Question) },
  responses: { 200: json(Advice, 'A build to try and the reasons for it') },
});

export const adviceApi = createApi().openapi(ask, async (c) => {
  await requirePro(c.var.deps, c.var.actor!, 'The AI Build Assistant');
  return c.json(adviseBuild(c.req.valid('json').text), 200);
});
