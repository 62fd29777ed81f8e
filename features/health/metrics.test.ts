import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../server/create-site.ts';
import { measureRequests } from '../../server/request-metrics.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { startWorkerMetrics } from '../../server/worker-metrics.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { readMetrics } from './metrics.commands.ts';

const TOKEN = 'let-me-measure';
/** Only read for a public address with https. */
const CERTIFICATE = 'planet_crew_certificate_expires_seconds';
const HEADERS = { Authorization: `Bearer ${TOKEN}` };

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ METRICS_TOKEN: TOKEN });
});
afterAll(() => context.close());

async function listen(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('metrics', () => {
  it('include every metric that the dashboard and the alerts use', async () => {
    const text = await readMetrics(context.deps);
    const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const files = ['deploy/monitoring/grafana.json', 'deploy/monitoring/alerts.yml'];
    const used = files.flatMap((file) => readFileSync(file, 'utf8').match(/planet_crew_\w+/g) ?? []);
    const isMissing = (name: string) => !names.has(name) && !names.has(name.replace(/_(bucket|sum|count)$/, ''));
    expect([...new Set(used)].filter((name) => name !== CERTIFICATE && isMissing(name))).toEqual([]);
    expect(used).toContain(CERTIFICATE);
  });

  it('have labels without IDs and addresses', async () => {
    await makeUser(context.deps);
    const { requests, requestSeconds } = context.deps.metrics;
    requests.inc({ method: 'GET', route: '/api/matches/:id', status: 200 });
    requestSeconds.observe({ method: 'GET', route: '/api/matches/:id' }, 0.1);
    const text = await readMetrics(context.deps);
    const values = [...text.matchAll(/[{,](\w+)="([^"]*)"/g)];
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter(([, name, value]) => name !== 'commit' && /[\da-f]{8}|@|\?/.test(value!))).toEqual([]);
  });

  it('count sign-ins by method, and failures by reason', async () => {
    const user = await makeUser(context.deps, { password: 'correct horse battery' });
    const signIn = (password: string) =>
      context.app.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: user.email, password }),
      });
    const read = async () => {
      const text = await readMetrics(context.deps);
      const find = (pattern: string) => Number(new RegExp(`^planet_crew_${pattern} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
      return {
        done: find('sign_ins_total\\{method="password"\\}'),
        failed: find('sign_in_failures_total\\{reason="sign_in_failed"\\}'),
      };
    };
    const before = await read();
    expect((await signIn('correct horse battery')).status).toBe(200);
    expect((await signIn('wrong')).status).toBe(400);
    expect(await read()).toEqual({ done: before.done + 1, failed: before.failed + 1 });
  });

  it('count requests by route template and status', async () => {
    const { getRequestListener } = await import('@hono/node-server');
    const pages = async () => new Response('a page');
    const site = createSite(context.deps, context.app, pages, undefined);
    const { server, origin } = await listen(measureRequests(context.deps, getRequestListener(site.fetch)));
    const paths = [
      '/api/health/live',
      `/api/players/${crypto.randomUUID()}`,
      '/api/nothing-here',
      '/assets/missing.js',
    ];
    for (const path of paths) await (await fetch(origin + path)).arrayBuffer();
    await expect
      .poll(async () => (await context.deps.metrics.requests.get()).values.map(({ labels }) => labels.route))
      .toEqual(expect.arrayContaining(['/api/health/live', 'unmatched']));
    const { values } = await context.deps.metrics.requests.get();
    expect(values.find(({ labels }) => labels.route === '/api/health/live')).toMatchObject({
      labels: { method: 'GET', status: 200 },
      value: 1,
    });
    expect(values.find(({ labels }) => labels.route === 'unmatched')?.labels.status).toBe(404);
    expect(values.filter(({ labels }) => /[\da-f]{8}-|missing/.test(String(labels.route)))).toEqual([]);
    server.close();
  });

  it('leave requests alone while no token is set', () => {
    const listener = () => {};
    const { METRICS_TOKEN: _, ...env } = context.deps.env;
    expect(measureRequests({ ...context.deps, env: env as typeof context.deps.env }, listener)).toBe(listener);
  });
});

describe('metrics of a worker', () => {
  it('are served on METRICS_PORT, with the token only', async () => {
    const { server: probe, origin } = await listen(() => {});
    const port = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    const env = { ...context.deps.env, METRICS_PORT: port };
    const metrics = await startWorkerMetrics({ ...context.deps, env });
    const get = (path: string, headers = {}) => fetch(origin + path, { headers });
    const response = await get('/metrics', HEADERS);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('planet_crew_job_runs_total'),
    ]);
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/', HEADERS)).status).toBe(404);
    await expect(startWorkerMetrics({ ...context.deps, env })).rejects.toThrow(`choose another port with METRICS_PORT`);
    await metrics!.stop();
  });

  it('are off without METRICS_PORT', async () => {
    expect(await startWorkerMetrics(context.deps)).toBeUndefined();
  });
});
