import type { Server } from 'node:http';

/** Requests that are under way at shutdown get this long to finish. */
const FINISH_MS = 10_000;
const SWEEP_MS = 100;

/**
 * Takes no more requests and waits for those under way.
 * @param endStreams ends what would never end by itself
 */
export async function finish(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  endStreams();
  // A connection that has had its answer would be kept open for the next request of its browser.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
}
