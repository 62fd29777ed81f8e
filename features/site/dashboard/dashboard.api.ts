import { createApi, json, operation } from '../../../server/http.ts';
import { toDashboard } from './dashboard.commands.ts';
import { Dashboard } from './dashboard.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/dashboard',
  who: 'user',
  summary: 'Get my dashboard',
  responses: { 200: json(Dashboard, 'Current values') },
});

export const dashboardApi = createApi().openapi(read, async (c) =>
  c.json(await toDashboard(c.var.deps, c.var.actor!), 200),
);
