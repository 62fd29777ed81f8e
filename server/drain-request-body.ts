import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { writeStreamHead } from './streams.ts';

/** Limits on draining a body after its response was sent: milliseconds and bytes. */
const DRAIN_TIMEOUT_MS = 60_000;
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Serves requests. If a body is refused before it's fully received, reads and discards the rest. That way a client on a
 * slow connection sees the refusal instead of a broken connection; the adapter alone would wait only half a second.
 * @param fetch handles a request
 */
export function drainRequestBodies(fetch: Parameters<typeof getRequestListener>[0]): RequestListener {
  const respond: typeof fetch = (request, env) => {
    const bindings = Object.assign(env as HttpBindings, { takesStreams: true as const });
    const response = fetch(request, bindings);
    return response instanceof Promise
      ? response.then((ready) => writeStreamHead(ready as Response, bindings))
      : response;
  };
  const listener = getRequestListener(respond, { autoCleanupIncoming: false });
  return (request, response) => {
    // Most requests have no body, so skip the work for them.
    if (!METHODS_WITHOUT_BODY.has(request.method!)) response.once('finish', () => discardBody(request));
    void listener(request, response);
  };
}

function discardBody(request: IncomingMessage): void {
  const { socket } = request;
  if (request.readableEnded || request.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), DRAIN_TIMEOUT_MS).unref();
  const clearTimer = () => clearTimeout(timer);
  let bytes = 0;
  // Remove the listeners of a handler that stopped reading halfway. They would block the rest of the body.
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAIN_BYTES) socket.destroy();
  });
  request.once('end', clearTimer).once('close', clearTimer).on('error', clearTimer);
  request.resume();
}
