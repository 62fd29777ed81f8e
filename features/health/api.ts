import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { createApi, json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';

const Alive = z.object({ status: z.literal('ok') }).openapi('Alive');

const live = operation({
  method: 'get',
  path: '/api/health/live',
  who: 'visitor',
  summary: 'Whether the process answers',
  responses: { 200: json(Alive, 'It does') },
});

const ready = operation({
  method: 'get',
  path: '/api/health/ready',
  who: 'visitor',
  summary: 'Whether the node can serve: its database answers',
  responses: { 200: json(Alive, 'It can') },
});

export const healthApi = createApi()
  .openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  .openapi(ready, async (c) => {
    try {
      await c.var.deps.db.execute(sql`select 1`);
    } catch {
      throw new Refusal('unavailable', 'The database does not answer.');
    }
    return c.json({ status: 'ok' as const }, 200);
  });
