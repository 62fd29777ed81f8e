import { hostname } from 'node:os';
import { createStackParser, createTransport, type TransportRequestExecutor } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import type { Env } from './env.ts';
import type { ErrorReporter } from './log.ts';
import type { DescribedError } from './log-errors.ts';

const SEND_TIMEOUT_MS = 5_000;
const MAX_CAUSES = 5;
const stackParser = createStackParser(nodeStackLineParser());

/** Sends reports with our own `fetch`, so the library doesn't hook into anything else. */
function createFetchTransport(url: string): TransportRequestExecutor {
  return async ({ body }) => {
    const response = await fetch(url, {
      method: 'POST',
      body: body as string | Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    await response.body?.cancel();
    const retryAfter = response.headers.get('Retry-After');
    const rateLimits = response.headers.get('X-Sentry-Rate-Limits');
    return {
      statusCode: response.status,
      headers: { 'retry-after': retryAfter, 'x-sentry-rate-limits': rateLimits },
    };
  };
}

const listCauses = (error: DescribedError | undefined): DescribedError[] =>
  error ? [error, ...listCauses(error.cause)].slice(0, MAX_CAUSES) : [];

function toException({ type, message, code, statement, stack }: DescribedError) {
  const frames = stack ? stackParser(stack) : [];
  const value = message ?? [code, statement].filter(Boolean).join(' ');
  return { type, value, ...(frames.length > 0 ? { stacktrace: { frames } } : {}) };
}

const isDescribed = (value: unknown): value is DescribedError =>
  typeof value === 'object' && value !== null && typeof (value as DescribedError).type === 'string';

/**
 * Opens a reporter to a server that speaks Sentry's protocol. It sends what the log shows and nothing else: errors
 * without user input, and the fields of their line.
 */
export function openErrorReports(
  dsn: string,
  { NODE_ENV, ROLE, release }: Pick<Env, 'NODE_ENV' | 'ROLE' | 'release'>,
): ErrorReporter {
  const client = new ServerRuntimeClient({
    dsn,
    environment: NODE_ENV,
    release: `planet-crew@${release.version}`,
    ...(release.commit ? { dist: release.commit } : {}),
    serverName: hostname(),
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser,
    transport: (options) => createTransport(options, createFetchTransport(options.url)),
  });
  client.init();
  return {
    report: (fields, message) => {
      const described = Object.values(fields).find(isDescribed);
      const extra = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== described));
      client.captureEvent({
        level: 'error',
        message,
        logger: 'planet-crew',
        tags: { role: ROLE },
        extra,
        // Sentry lists the cause first and the outermost error last.
        ...(described ? { exception: { values: listCauses(described).map(toException).reverse() } } : {}),
      });
    },
    close: async () => void (await client.close(SEND_TIMEOUT_MS)),
  };
}
