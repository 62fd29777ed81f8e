import { createApi, json, operation } from '../../server/http.ts';
import { getSiteActivity } from './site-activity.commands.ts';
import { SiteActivity } from './site-activity.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/site/activity',
  shows: [],
  who: 'visitor',
  summary: 'Get how many squads formed lately and how long most players wait',
  responses: { 200: json(SiteActivity, 'Totals, up to one minute old') },
});

export const siteActivityApi = createApi().openapi(read, async (c) => c.json(await getSiteActivity(c.var.deps), 200));
