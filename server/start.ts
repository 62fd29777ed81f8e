import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import { paths } from '../content/paths.ts';
import { markUnready } from '../features/health/health.commands.ts';
import { readOperatingState } from '../features/health/operating/operating.commands.ts';
import { closeLiveStreams } from '../features/live/live-hub.commands.ts';
import { startQueue } from '../features/queue/queue-service.commands.ts';
import { logAccess } from './access-log.ts';
import { createApp } from './app.ts';
import { assertDatabaseUsable } from './assert-database-usable.ts';
import { closeStalledConnections, serializeRequests } from './connections.ts';
import { openContext } from './context.ts';
import { createSite } from './create-site.ts';
import { formatDemoWelcome, seedDemoCommunity, seedDemoHistory, seedDemoMarketplace } from './demonstration.ts';
import type { Deps } from './deps.ts';
import { drainRequestBodies } from './drain-request-body.ts';
import { type Env, readEnv } from './env.ts';
import { jobKinds } from './job-kinds.ts';
import { createPages, type Pages } from './pages.ts';
import { startSamplePlayers } from './sample-players-start.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { openSandboxes } from './sandboxes.ts';
import { seedDemoInChildProcess } from './seed-demo-process.ts';
import { closeServer, drainConnections } from './shutdown.ts';
import {
  assertFoldersUsable,
  assertModeIsSet,
  assertPortFree,
  formatStartupMessage,
  StartupError,
  toDatabaseError,
  toPortError,
} from './startup-errors.ts';
import { trackStreams } from './streams.ts';

/**
 * Maximum number of connections waiting to be accepted, as far as the system allows. When a node dies, all its streams
 * reconnect to another node at once; clients that are rejected retry after 1, 3, 7 and 15 seconds.
 */
const BACKLOG = 4_096;
/** Default time for the load balancer to notice that a production node is shutting down. */
const DEFAULT_DELAY_SECONDS = 5;
const SECOND_MS = 1_000;
const WARM_UP_AFTER_MS = 1_000;
const WARM_PAGES = [paths.home, paths.find, paths.tournament];

/** Starts one node and runs it until it's stopped. Reports errors that an operator can fix as a single message. */
export async function runProduct(): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(formatStartupMessage(error));
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const variables = readEnv();
  assertModeIsSet(variables);
  if (variables.ROLE !== 'worker') await assertPortFree(variables);
  assertFoldersUsable(variables);
  const sandboxes = variables.demo ? await openSandboxes(variables) : undefined;
  const env: Env = { ...variables, ...sandboxes?.variables };
  if (!(await seedDemoInChildProcess(env))) process.exit(1);
  const context = await openContext(env).catch((error: unknown) => {
    throw toDatabaseError(error, env);
  });
  const { deps } = context;
  for (const sentence of env.misspelled) deps.log.warn({}, sentence);
  await assertDatabaseUsable(deps);
  sandboxes?.app.route('/clock', createSandboxClock(deps));
  // Accept jobs now, but run none until everything they may need exists.
  await deps.jobs.start(jobKinds, deps, false);
  if (env.demo) await seedDemoCommunity(deps);
  await deps.jobs.start(jobKinds, deps, env.ROLE !== 'web');
  const server = env.ROLE === 'worker' ? undefined : await startServer(deps, sandboxes?.app);
  const queue = startQueue(deps, { leads: env.ROLE !== 'web', serves: server !== undefined });
  if (env.demo && server) await seedDemoMarketplace(deps);
  const { origin, release, ROLE: role, demo } = env;
  deps.log.info({ ...release, origin, role, database: deps.database.kind, demo }, 'ready');
  if (env.demo && server) console.log(await formatDemoWelcome(deps));
  const stopController = new AbortController();
  const seeding = env.demo && server ? seedDemoHistory(deps, stopController.signal) : undefined;
  const endSamplePlayers = env.demo && server && env.SAMPLE_PLAYERS === 'on' ? startSamplePlayers(deps) : undefined;

  let isStopping = false;
  const stopServer = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    deps.log.info({ signal }, 'shutting down: finishing requests and returning jobs');
    markUnready(deps);
    stopController.abort();
    await seeding;
    await endSamplePlayers?.();
    await Promise.all([server?.stop(), deps.jobs.stop(), queue.stop()]);
    await sandboxes?.close();
    await context.close();
    process.exit(0);
  };
  // Node would print the whole error, including the parameters of a failed statement, so log it here.
  process.on('uncaughtException', (error) => {
    deps.log.error({ err: error }, 'unexpected error; the node is stopping');
    process.exit(1);
  });
  process.on('SIGTERM', () => void stopServer('SIGTERM'));
  process.on('SIGINT', () => void stopServer('SIGINT'));
}

async function startServer(deps: Deps, sandboxes: Hono | undefined): Promise<{ stop: () => Promise<void> }> {
  const { NODE_ENV } = deps.env;
  // Load the mode before the first request.
  await readOperatingState(deps);
  const app = createApp(deps);
  const dev = process.argv.includes('--dev') ? await (await import('./dev.ts')).openDevPages() : undefined;
  const pages = createPages(dev ? dev.load : await loadBuiltPages(), app, deps);
  const listener = drainRequestBodies(createSite(deps, app, pages, sandboxes).fetch);
  const serializedHandler = serializeRequests(
    dev ? (request, response) => dev.middleware(request, response, () => listener(request, response)) : listener,
  );
  const server = createServer(logAccess(deps, serializedHandler));
  closeStalledConnections(server);
  const endStreams = trackStreams(server);
  const warming = dev ? undefined : warmUp(deps, pages);
  server.once('close', () => void dev?.close());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toPortError(error, deps.env.HOST, deps.env.PORT)));
    server.listen({ port: deps.env.PORT, host: deps.env.HOST, backlog: BACKLOG }, resolve);
  });
  const { SHUTDOWN_DELAY = NODE_ENV === 'production' ? DEFAULT_DELAY_SECONDS : 0 } = deps.env;
  return {
    stop: async () => {
      clearTimeout(warming);
      await drainConnections(server, SHUTDOWN_DELAY * SECOND_MS);
      await closeServer(server, () => {
        closeLiveStreams(deps);
        endStreams();
      });
    },
  };
}

/**
 * Renders the most visited pages shortly after the start, because the first render takes several times as long as later
 * ones. Leaves out the OpenAPI document and its page, which would take 80 MB of heap before anyone reads them.
 */
function warmUp(deps: Deps, pages: Pages): NodeJS.Timeout {
  const build = async () => {
    for (const path of WARM_PAGES) {
      await pages(new Request(deps.env.origin + path));
      await pause();
    }
  };
  const warmUp = () =>
    build().catch((err: unknown) => deps.log.warn({ err }, 'could not prerender the most visited pages'));
  return setTimeout(() => void warmUp(), WARM_UP_AFTER_MS).unref();
}

async function loadBuiltPages(): Promise<ServerBuild> {
  const buildUrl = new URL('../build/server/index.js', import.meta.url);
  if (!existsSync(buildUrl)) throw new StartupError('The pages are not built. Run "npm run build", then start again.');
  return (await import(buildUrl.href)) as ServerBuild;
}
