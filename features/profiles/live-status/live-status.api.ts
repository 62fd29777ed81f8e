import { createApi, json, operation } from '../../../server/http.ts';
import { listLiveAmong } from './live-status.commands.ts';
import { LivePlayers, LiveQuery } from './live-status.schema.ts';

const live = operation({
  method: 'get',
  path: '/api/profiles/live',
  who: 'visitor',
  summary: 'List which of these players are streaming now',
  request: { query: LiveQuery },
  responses: { 200: json(LivePlayers, 'Players who are live') },
});

export const liveApi = createApi().openapi(live, async (c) => {
  c.header('Cache-Control', 'public, max-age=30');
  return c.json({ live: await listLiveAmong(c.var.deps, c.req.valid('query').ids) }, 200);
});
