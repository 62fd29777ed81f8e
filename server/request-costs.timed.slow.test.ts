import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coaches } from '../content/coaches-content.ts';
import { prepareExport } from '../features/accounts/own-data/own-data.commands.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import { makeFittingFive, makeSquadProposal } from '../features/matches/matches.factory.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { makeSquad } from '../features/squads/squads.factory.ts';
import { serializeRequests } from './connections.ts';
import { createSite } from './create-site.ts';
import { drainRequestBodies } from './drain-request-body.ts';
import { createPages, type Pages } from './pages.ts';
import { OPERATION_LIMITS } from './request-costs.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations, type OperationUnderTest } from './test-operations.ts';
import type { RequestLoop } from './test-request-loop.ts';
import { createSamples } from './test-samples.ts';

const LIVENESS = '/api/health/live';
/** Maximum cost of a request without its own limit, in liveness calls. */
const MAX_COST = 20;
const PLAYER_COUNT = 60;
const WARM_CALLS = 5;
/** Minimum thread time of a measurement, unless it takes the maximum number of calls. */
const MEASURED_MICROSECONDS = 30_000;
const MAX_CALLS = 3_000;
const MEASURE_COUNT = 3;
const LIVENESS_MEASURES = 5;
const SERVICE = 'service';

type Person = { userId: string; accessToken: string };

let context: TestContext;
let server: Server;
let client: Worker;
let origin: string;
/** The number of page requests so far, and how many of them counted as renders. */
let pageCount = 0;
let renderCount = 0;
let admin: Person;
let member: Person;
/** Ids of existing rows by path prefix; the longest prefix wins. */
let ids: Record<string, string>;
let liveness: number;

beforeAll(async () => {
  context = await openTestContext();
  const { deps } = context;
  for (let no = 0; no < PLAYER_COUNT; no++) await makePlayer(deps);
  const { matchId, members } = await makeSquadProposal(deps);
  member = members[0]!;
  admin = await makeAdmin(deps);
  const { squadId } = await makeSquad(deps, await makeFittingFive(deps, { languages: ['Elsewhere'] }));
  const listingId = await makeListing(deps, member);
  const { runs } = (await (
    await context.app.request('/api/matches/runs', { headers: createBearer(admin) })
  ).json()) as {
    runs: { id: string }[];
  };
  ids = {
    '/api/profiles': member.userId,
    '/api/matches': matchId,
    '/api/squads': squadId,
    '/api/lfg': listingId,
    '/api/admin': member.userId,
    '/og/profile': `${member.userId}.png`,
    '/og/squad': `${squadId}.png`,
    '/og/lfg': `${listingId}.png`,
    '/og/face': '0a1b2c3d.svg',
    '/og/page': 'home.png',
    '/og/tournament': 'chatgpt-vs-claude.png',
    '/api/tournament/pairs': 'chatgpt-vs-claude',
    '/api/coaches': coaches[0]!.id,
    '/api/players': member.userId,
    '/api/squad-pages': squadId,
    '/api/matches/runs': runs[0]!.id,
  };
  await context.app.request('/api/account/export', { method: 'POST', headers: createBearer(member) });
  await prepareExport(deps, { userId: member.userId });
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
  await serve(createPages(build, context.app, deps));
  const measures: number[] = [];
  for (let time = 0; time < LIVENESS_MEASURES; time++) measures.push(await readCpu(LIVENESS));
  liveness = Math.min(...measures);
  console.log(`A liveness call takes ${liveness.toFixed(0)} µs of the thread.`);
});
afterAll(async () => {
  await client.terminate();
  server.closeAllConnections();
  server.close();
  await context.close();
});

const createBearer = ({ accessToken }: Person) => ({ Authorization: `Bearer ${accessToken}` });

async function serve(pages: Pages): Promise<void> {
  const countingPages: Pages = (request, visitor) => {
    pageCount += 1;
    const consumeRenderBudget = () => {
      renderCount += 1;
      return 0;
    };
    return pages(request, { isConnected: () => true, ...visitor, consumeRenderBudget });
  };
  const site = createSite(context.deps, context.app, countingPages, undefined);
  server = createServer(serializeRequests(drainRequestBodies(site.fetch))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new Worker(new URL('test-request-loop.ts', import.meta.url));
}

/**
 * Requests a URL several times in sequence.
 * @returns the last status
 */
async function ask(path: string, times: number, token?: string): Promise<number> {
  client.postMessage({ url: origin + path, token, times } satisfies RequestLoop);
  const [status] = await once(client, 'message');
  return status;
}

/**
 * Measures the server thread's CPU time per request, in microseconds. The clock is coarse, so it repeats the request
 * until enough time has passed.
 */
async function readCpu(path: string, token?: string): Promise<number> {
  await ask(path, WARM_CALLS, token);
  for (let times = 10; ; times *= 2) {
    const before = process.threadCpuUsage();
    await ask(path, times, token);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= MEASURED_MICROSECONDS || times >= MAX_CALLS) return (user + system) / times;
  }
}

/** Returns the lowest of a few measurements, because other load on the machine only adds to the cost. */
async function computeRatio(path: string, token?: string): Promise<number> {
  const ratios: number[] = [];
  while (ratios.length < MEASURE_COUNT && (ratios.at(-1) ?? Number.POSITIVE_INFINITY) > MAX_COST) {
    ratios.push((await readCpu(path, token)) / liveness);
  }
  return Number(Math.min(...ratios).toFixed(1));
}

function tokenFor({ who, path }: OperationUnderTest): string | undefined {
  if (who === 'visitor') return undefined;
  return who === 'admin' || path.startsWith('/api/admin') ? admin.accessToken : member.accessToken;
}

function listPaths(operation: OperationUnderTest): string[] {
  const parameterId = Object.entries(ids)
    .filter(([start]) => operation.path.startsWith(start))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  const samples = createSamples(operation, []).map(({ path }) => path);
  const realPaths = parameterId ? [operation.path.replace(/\{[^}]+\}/g, parameterId)] : [];
  return [...new Set([...realPaths, ...samples])].slice(0, 3);
}

describe('the cost of one request', () => {
  it('is at most twenty liveness calls for each GET operation without its own limit', async () => {
    const operations = (await listOperations(context.app)).filter(
      ({ method, who }) => method === 'GET' && who !== SERVICE,
    );
    expect(operations.length).toBeGreaterThan(80);
    const costs: { operation: string; path: string; status: number; ratio: number }[] = [];
    for (const operation of operations) {
      for (const path of listPaths(operation)) {
        const status = await ask(path, 1, tokenFor(operation));
        const ratio = await computeRatio(path, tokenFor(operation));
        costs.push({ operation: `GET ${operation.path}`, path, status, ratio });
      }
    }
    const document = '/api/openapi.json';
    costs.push({ operation: `GET ${document}`, path: document, status: 200, ratio: await computeRatio(document) });
    console.table(costs.toSorted((a, b) => b.ratio - a.ratio).slice(0, 25));
    const expensive = costs.filter(({ ratio }) => ratio > MAX_COST);
    expect(expensive.filter(({ operation }) => !OPERATION_LIMITS[operation])).toEqual([]);
  });

  it('is at most twenty liveness calls for each page, unless the page counts as a render', async () => {
    const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
    const routes = Object.values(build.routes).filter((route) => route !== undefined);
    const getPath = (id: string | undefined): string => {
      const route = id === undefined ? undefined : build.routes[id];
      return route ? getPath(route.parentId) + (route.path ? `/${route.path}` : '') : '';
    };
    const paths = [...new Set(routes.map(({ id }) => getPath(id) || '/'))];
    expect(paths.length).toBeGreaterThan(60);
    const unmeasuredOperations: object[] = [];
    for (const path of paths) {
      const address = path.replace(/:\w+/g, '8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001').replace('*', 'nowhere');
      [pageCount, renderCount] = [0, 0];
      const ratio = await computeRatio(address);
      if (ratio > MAX_COST && renderCount < pageCount)
        unmeasuredOperations.push({ address, ratio, rendered: renderCount, asked: pageCount });
    }
    expect(unmeasuredOperations).toEqual([]);
  });
});
