import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from './deps.ts';
import { readEnv } from './env.ts';
import { labelRoute } from './request-metrics.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { openTracing, type Tracing } from './tracing.ts';

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: Value }[];
};
type Batch = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] };

const servers: Server[] = [];
const batches: { batch: Batch; key: string | undefined; path: string | undefined }[] = [];
let context: TestContext;
let tracing: Tracing;
let collector: string;

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  context = await openTestContext();
  collector = await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const key = request.headers['x-key'] as string | undefined;
      batches.push({ batch: JSON.parse(Buffer.concat(chunks).toString()), key, path: request.url });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    }),
  );
});
beforeEach(() => {
  batches.length = 0;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await context.close();
});

const open = (variables: Record<string, string> = {}) => {
  const env = readEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    ...variables,
  });
  tracing = openTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT!, env);
};
const collectSpans = async (): Promise<Span[]> => {
  await tracing.close();
  return batches.flatMap(({ batch }) =>
    batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
};
const getAttribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

/** Serves one request that reads from the database, and ends with this status. */
async function request(path: string, status = 200, headers: Record<string, string> = {}): Promise<void> {
  const origin = await listen(
    createServer(
      tracing.traceRequests(async (incoming, response) => {
        labelRoute({ incoming }, '/api/things/:id');
        await context.deps.db.execute(sql`select ${'typed'}::text, 'literal'`);
        response.setHeader('X-Request-Id', 'request-1');
        response.writeHead(status).end();
      }),
    ),
  );
  await (await fetch(origin + path, { headers })).text();
  // The span ends once the response is closed.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('openTracing', () => {
  it('sends a request with its route, its ID and its statements, but without input', async () => {
    open();
    await request('/api/things/7?secret=1');
    const spans = await collectSpans();
    const server = spans.find(({ name }) => name === 'GET /api/things/:id');
    const statement = spans.find(({ parentSpanId }) => parentSpanId === server?.spanId);
    expect(getAttribute(server, 'http.response.status_code')).toBe(200);
    expect(getAttribute(server, 'planet_crew.request_id')).toBe('request-1');
    expect(getAttribute(statement, 'db.query.text')).toBe('select $1::text, ?');
    expect(JSON.stringify(spans)).not.toMatch(/typed|literal|secret/);
    expect(batches[0]).toMatchObject({ key: 'a key', path: '/v1/traces' });
    const { attributes } = batches[0]!.batch.resourceSpans[0]!.resource;
    expect(attributes.find(({ key }) => key === 'service.name')?.value.stringValue).toBe('planet-crew');
  });

  it("continues the caller's trace, and marks server errors", async () => {
    open();
    const traceId = 'ab'.repeat(16);
    await request('/', 503, { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });
    const server = (await collectSpans()).find(({ name }) => name.startsWith('GET'));
    expect(server).toMatchObject({ traceId, status: { code: 2 } });
  });

  it('records jobs, and marks those that fail', async () => {
    open();
    const kind: JobKind = {
      name: 'expire-listings',
      run: async ({ db }) => {
        await db.execute(sql`select 1`);
        throw new Error('It failed.');
      },
    };
    const [traced] = tracing.traceJobs([kind]);
    await expect(traced!.run(context.deps, {}, AbortSignal.timeout(1_000))).rejects.toThrow('It failed.');
    const spans = await collectSpans();
    const job = spans.find(({ name }) => name === 'job expire-listings');
    expect(job?.status).toEqual({ code: 2, message: 'It failed.' });
    expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
  });

  it('leaves out health checks, statements of nobody, and what the share of traces excludes', async () => {
    open();
    await request('/api/health/live');
    await context.deps.db.execute(sql`select 1`);
    expect(await collectSpans()).toEqual([]);
    open({ OTEL_TRACES_SAMPLER_ARG: '0' });
    await request('/', 200, { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` });
    expect(await collectSpans()).toEqual([]);
  });
});
