import { z } from '@hono/zod-openapi';
import { createApi, json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { checkGoingLive } from './going-live.commands.ts';
import { GoingLive } from './going-live.schema.ts';
import { explainUnready, isReady, readHealth, readVerdict } from './health.commands.ts';
import { HealthReport, Verdict } from './health.schema.ts';
import { readMetrics, requireMetricsToken } from './metrics.commands.ts';

const Alive = z.object({ status: z.literal('ok') }).openapi('Alive');

const live = operation({
  method: 'get',
  path: '/api/health/live',
  who: 'visitor',
  summary: 'Check that the process responds',
  responses: { 200: json(Alive, 'The service is running') },
});

const ready = operation({
  method: 'get',
  path: '/api/health/ready',
  who: 'visitor',
  summary: 'Check that the node is ready to serve',
  responses: { 200: json(Alive, 'The node is ready') },
});

const verdict = operation({
  method: 'get',
  path: '/api/health',
  who: 'visitor',
  summary: 'Get the GO or NO-GO verdict with findings',
  responses: { 200: json(Verdict, 'GO'), 503: json(Verdict, 'NO-GO') },
});

const report = operation({
  method: 'get',
  path: '/api/admin/health',
  who: 'admin',
  summary: 'Get the full health report',
  responses: { 200: json(HealthReport, 'The report') },
});

const goingLive = operation({
  method: 'get',
  path: '/api/admin/going-live',
  who: 'admin',
  summary: 'Check every vendor for launch readiness',
  responses: { 200: json(GoingLive, 'The findings, and what to do about them') },
});

const metrics = operation({
  method: 'get',
  path: '/metrics',
  who: 'visitor',
  summary: 'Get Prometheus metrics (METRICS_TOKEN as bearer)',
  responses: { 200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } } },
});

export const healthApi = createApi()
  .openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  .openapi(ready, async (c) => {
    if (!(await isReady(c.var.deps))) throw new Refusal('unavailable', explainUnready(c.var.deps));
    return c.json({ status: 'ok' as const }, 200);
  })
  .openapi(verdict, async (c) => {
    const found = await readVerdict(c.var.deps);
    c.header('Cache-Control', 'no-store');
    return found.verdict === 'GO' ? c.json(found, 200) : c.json(found, 503);
  })
  .openapi(report, async (c) => c.json(await readHealth(c.var.deps), 200))
  .openapi(goingLive, async (c) => c.json(await checkGoingLive(c.var.deps), 200))
  .openapi(metrics, async (c) => {
    requireMetricsToken(c.var.deps, c.req.header('Authorization'));
    return c.text(await readMetrics(c.var.deps), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
