import type { IncomingMessage, RequestListener } from 'node:http';
import { paths } from '../content/paths.ts';
import type { Deps } from './deps.ts';

type RouteLabel = { route: string; isStream: boolean };

const labels = new WeakMap<IncomingMessage, RouteLabel>();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Nginx's status for clients that disconnect before the response. */
const CLIENT_CLOSED_REQUEST = 499;
const MS_PER_SECOND = 1_000;

/**
 * Names the route template of a request for its metrics and traces. Requests that pages make internally have no connection and
 * aren't counted.
 * @param bindings what the listener passes along with a request
 */
export function labelRoute(bindings: unknown, route: string, isStream = false): void {
  const { incoming } = (bindings ?? {}) as { incoming?: IncomingMessage };
  if (incoming) labels.set(incoming, { route, isStream });
}

/** Returns the label of a request that no route has named: built files, sandboxes and refused connections. */
function getFallbackLabel(url = ''): RouteLabel {
  const folder = ['/assets', paths.sandbox].find((prefix) => url.startsWith(`${prefix}/`));
  return { route: folder ? `${folder}/*` : 'other', isStream: false };
}

/** Returns the route template that a request was answered by. */
export const getRouteLabel = (request: IncomingMessage): RouteLabel =>
  labels.get(request) ?? getFallbackLabel(request.url);

/** Counts requests and measures their time by route template, while METRICS_TOKEN is set. */
export function measureRequests(deps: Deps, listener: RequestListener): RequestListener {
  if (!deps.env.METRICS_TOKEN) return listener;
  const { requests, requestSeconds } = deps.metrics;
  return (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { route, isStream } = getRouteLabel(request);
      const method = METHODS.includes(request.method ?? '') ? request.method! : 'other';
      requests.inc({ method, route, status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST });
      // Streams stay open for hours, which says nothing about how fast we are.
      if (!isStream) requestSeconds.observe({ method, route }, (performance.now() - startedAt) / MS_PER_SECOND);
    });
    return listener(request, response);
  };
}
