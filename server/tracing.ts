import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pg from 'pg';
import { PROBES } from './access-log.ts';
import type { JobKind } from './deps.ts';
import type { Env } from './env.ts';
import { describeError, getStatementShape } from './log-errors.ts';
import { getRouteLabel } from './request-metrics.ts';

/** Records spans of requests, jobs and statements. */
export type Tracing = {
  traceRequests: (listener: RequestListener) => RequestListener;
  traceJobs: <T extends JobKind>(kinds: readonly T[]) => T[];
  /** Sends the spans that are left. */
  close: () => Promise<void>;
};

const SERVER_ERROR = 500;
const propagator = new W3CTraceContextPropagator();
const headerGetter = {
  get: (headers: NodeJS.Dict<string | string[]>, name: string) => headers[name],
  keys: (headers: NodeJS.Dict<string | string[]>) => Object.keys(headers),
};

/** Parses headers as OpenTelemetry writes them: `name=value,name=value`, percent-encoded. */
const parseHeaders = (text: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (text?.split(',') ?? []).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );

function fail(span: Span, error: unknown): void {
  const { type, message = '' } = describeError(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  span.setAttribute('error.type', type);
}

/** Runs work in a span, which ends with it. */
async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

type Query = (this: unknown, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Records the statements of traced requests and jobs. Others, such as the job queue's polls, would only be noise. */
function traceStatements(tracer: Tracer): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function traceQuery(...args) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : statement?.text;
    if (!text || !trace.getActiveSpan()) return query.apply(this, args);
    const operation = /\w+/.exec(text)?.[0]?.toUpperCase() ?? 'STATEMENT';
    const span = tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': getStatementShape(text),
      },
    });
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const traced: Callback = (error, ...results) => {
        if (error) fail(span, error);
        span.end();
        (callback as Callback)(error, ...results);
      };
      return query.apply(this, [...args.slice(0, -1), context.bind(context.active(), traced)]);
    }
    const result = query.apply(this, args);
    if (result instanceof Promise) {
      result.then(
        () => span.end(),
        (error: unknown) => {
          fail(span, error);
          span.end();
        },
      );
    } else span.end();
    return result;
  };
  return () => {
    prototype.query = query;
  };
}

type TracingEnv = Pick<
  Env,
  'NODE_ENV' | 'ROLE' | 'release' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/**
 * Sends traces to an OpenTelemetry collector. Spans have route templates and the shape of statements, but no addresses
 * and no input.
 * @param endpoint the address of the collector, without `/v1/traces`
 */
export function openTracing(endpoint: string, env: TracingEnv): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS) });
  const sampler = new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': env.release.version,
      'service.instance.id': `${hostname()} ${env.ROLE}`,
      'deployment.environment.name': env.NODE_ENV,
    }),
    // Callers choose their trace's ID, but not how many of them we record.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const contextManager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contextManager);
  const tracer = provider.getTracer('planet-crew', env.release.version);
  const stopTracingStatements = traceStatements(tracer);
  return {
    traceRequests: (listener) => (request, response) => {
      if (PROBES.test(request.url ?? '')) return listener(request, response);
      const { method = 'GET', headers } = request;
      const parent = propagator.extract(context.active(), headers, headerGetter);
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      );
      response.once('close', () => {
        const { route } = getRouteLabel(request);
        const status = response.statusCode;
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        const requestId = response.getHeader('x-request-id');
        if (requestId) span.setAttribute('planet_crew.request_id', String(requestId));
        if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return context.with(trace.setSpan(parent, span), () => listener(request, response));
    },
    traceJobs: (kinds) =>
      kinds.map((kind) => ({
        ...kind,
        run: (...args: Parameters<JobKind['run']>) =>
          runInSpan(tracer.startSpan(`job ${kind.name}`, { kind: SpanKind.CONSUMER, root: true }), () =>
            kind.run(...args),
          ),
      })),
    close: async () => {
      stopTracingStatements();
      await provider.shutdown().catch(() => undefined);
      contextManager.disable();
      context.disable();
    },
  };
}
