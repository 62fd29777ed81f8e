import { createServer } from 'node:http';
import { endpoints } from '../content/endpoints.ts';
import { readMetrics, requireMetricsToken } from '../features/health/metrics.commands.ts';
import type { Deps } from './deps.ts';
import { Refusal } from './refusal.ts';
import { toPortError } from './startup-errors.ts';

const STATUSES: Partial<Record<Refusal['code'], number>> = { unauthenticated: 401, not_found: 404 };

/**
 * Serves the metrics of a worker, which answers no other requests, if METRICS_PORT is set.
 * @throws StartupError if the port can't be opened
 */
export async function startWorkerMetrics(deps: Deps): Promise<{ stop: () => Promise<void> } | undefined> {
  const { HOST: host, METRICS_PORT: port } = deps.env;
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    const respond = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    const answer = async () => {
      if (request.url !== endpoints.metrics)
        throw new Refusal('not_found', `A worker only serves ${endpoints.metrics}.`);
      requireMetricsToken(deps, request.headers.authorization);
      respond(200, await readMetrics(deps), deps.metrics.registry.contentType);
    };
    answer().catch((error: unknown) => {
      if (error instanceof Refusal) return respond(STATUSES[error.code] ?? 400, String(error.message));
      deps.log.error({ err: error }, 'could not serve metrics');
      return respond(500, "The metrics couldn't be read. The log says why.");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toPortError(error, host, port, 'METRICS_PORT')));
    server.listen(port, host, resolve);
  });
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
