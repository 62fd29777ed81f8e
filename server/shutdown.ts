import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Requests that are under way at shutdown get this long to finish. */
const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_MS = 100;

/**
 * Lets whoever shares requests out find another node: every answer from now on ends its connection, and new ones are
 * taken for as long as it takes to notice that this node is not ready any more.
 */
export async function drain(server: Server, forMs: number): Promise<void> {
  // First of all listeners: the answer must not have begun yet.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await pause(forMs);
}

/**
 * Takes no more requests and waits for those under way.
 * @param endStreams ends what would never end by itself
 */
export async function runShutdownSteps(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  endStreams();
  // A connection that has had its answer would be kept open for the next request of its browser.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
}
