import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long requests in progress get to finish at shutdown. */
const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_MS = 100;

/**
 * Gives the load balancer time to switch to another node. From now on, every response closes its connection. New
 * requests are still accepted, until the load balancer has noticed that this node isn't ready anymore.
 */
export async function drainConnections(server: Server, forMs: number): Promise<void> {
  // Must be the first listener, so that it runs before the response has started.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await pause(forMs);
}

/**
 * Stops accepting requests and waits for those in progress.
 * @param endStreams ends streams, which never end on their own
 */
export async function closeServer(server: Server, endStreams: () => void): Promise<void> {
  const closePromise = new Promise((resolve) => server.close(resolve));
  endStreams();
  // Otherwise idle keep-alive connections would stay open for the browser's next request.
  const sweepTimer = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closePromise;
  clearInterval(sweepTimer);
  clearTimeout(timer);
}
