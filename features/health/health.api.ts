import { z } from '@hono/zod-openapi';
import { createApi, json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { checkGoingLive } from './going-live.commands.ts';
import { GoingLive } from './going-live.schema.ts';
import { explainUnready, isReady, readHealth, readVerdict } from './health.commands.ts';
import { HealthReport, Verdict } from './health.schema.ts';
import { readMetrics, requireMetricsToken } from './metrics.commands.ts';

const LiveResponse = z.object({ status: z.literal('ok') }).openapi('Alive');

const liveOperation = operation({
  method: 'get',
  path: '/api/health/live',
  who: 'visitor',
  summary: 'Check that the process responds',
  responses: { 200: json(LiveResponse, 'The service is running') },
});

const readyOperation = operation({
  method: 'get',
  path: '/api/health/ready',
  who: 'visitor',
  summary: 'Check that the node is ready to serve',
  responses: { 200: json(LiveResponse, 'The node is ready') },
});

const verdict = operation({
  method: 'get',
  path: '/api/health',
  who: 'visitor',
  summary: 'Get the GO or NO-GO verdict with findings',
  responses: { 200: json(Verdict, 'GO'), 503: json(Verdict, 'NO-GO') },
});

const getReport = operation({
  method: 'get',
  path: '/api/admin/health',
  who: 'admin',
  summary: 'Get the full health report',
  responses: { 200: json(HealthReport, 'The report') },
});

const getGoingLive = operation({
  method: 'get',
  path: '/api/admin/going-live',
  who: 'admin',
  summary: 'Check every vendor for launch readiness',
  responses: { 200: json(GoingLive, 'The findings, and what to do about them') },
});

const getMetrics = operation({
  method: 'get',
  path: '/metrics',
  who: 'visitor',
  summary: 'Get Prometheus metrics (METRICS_TOKEN as bearer)',
  responses: { 200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } } },
});

export const healthApi = createApi()
  .openapi(liveOperation, (c) => c.json({ status: 'ok' as const }, 200))
  .openapi(readyOperation, async (c) => {
    if (!(await isReady(c.var.deps))) throw new Refusal('unavailable', explainUnready(c.var.deps));
    return c.json({ status: 'ok' as const }, 200);
  })
  .openapi(verdict, async (c) => {
    const verdict = await readVerdict(c.var.deps);
    c.header('Cache-Control', 'no-store');
    return verdict.verdict === 'GO' ? c.json(verdict, 200) : c.json(verdict, 503);
  })
  .openapi(getReport, async (c) => c.json(await readHealth(c.var.deps), 200))
  .openapi(getGoingLive, async (c) => c.json(await checkGoingLive(c.var.deps), 200))
  .openapi(getMetrics, async (c) => {
    requireMetricsToken(c.var.deps, c.req.header('Authorization'));
    return c.text(await readMetrics(c.var.deps), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
