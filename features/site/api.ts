import { createApi, json, operation } from '../../server/http.ts';
import { SiteFacts } from './schema.ts';

const read = operation({
  method: 'get',
  path: '/api/site',
  who: 'visitor',
  summary: 'Public facts about this node: its address, and whether it is a demonstration',
  responses: { 200: json(SiteFacts, 'The facts') },
});

export const siteApi = createApi().openapi(read, (c) => {
  const { origin, demo } = c.var.deps.env;
  return c.json({ origin, demo }, 200);
});
