import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { signIn } from '../../server/test-writers.ts';
import { startNode } from '../../tools/node-under-test.ts';
import { computeMedian, requirePostgres, roundToTwoDigits, writeResults } from '../bench-tools.ts';
import type { BareInput } from './bare-server.ts';
import { makeMatchedCommunity } from './matched-community.ts';
import { recordReads } from './record-reads.ts';

/**
 * Measures the cost of a signed-in read: a web node's CPU time per request, as a multiple of the liveness endpoint,
 * which is the floor of the HTTP stack. PostgreSQL runs in its own processes and isn't included. The same run measures
 * the minimum: the liveness endpoint plus what the runtime's driver and server alone take to send the same statements
 * and response. A target below that minimum is unreachable.
 */
const PLAYER_COUNT = 10_000;
const ROUND_COUNT = 5;
const REQUEST_COUNT = 1_500;
const CONCURRENCY = 8;
const LIVE_ADDRESS = '/api/health/live';
/** Maximum cost of each URL, as a multiple of the liveness endpoint. */
const TARGETS: Record<string, number> = {
  '/api/matches': 3,
  '/api/dashboard': 3,
  '/api/profiles?free=auto': 2.5,
  '/api/profiles?free=no': 2.5,
  '/api/lfg/listings': 2.5,
  '/api/notifications': 1.7,
  '/auth/v1/user': 1.7,
};

requirePostgres();
const postgres = await startTestPostgres();
const variables = { NODE_ENV: 'production', LOG_LEVEL: 'error', DATABASE_URL: postgres.url };

/**
 * Returns the CPU time that all threads of a process have used so far, in ms. The process's own clock only counts in
 * hundredths of a second.
 */
function readCpu(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]));
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

type MeasuredNode = { origin: string; pid: number };

/** Starts the bare server with the product's statements and responses. */
async function startBare(input: BareInput): Promise<MeasuredNode & { stop: () => void }> {
  const child = spawn(process.execPath, ['bench/reads/bare-server.ts'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  const port = await new Promise<number>((resolve) => child.stdout.once('data', (line) => resolve(Number(line))));
  return { origin: `http://localhost:${port}`, pid: child.pid!, stop: () => child.kill() };
}

await makeMatchedCommunity(variables, PLAYER_COUNT);
const node = await startNode({ ...variables, ROLE: 'web' });
const headers = { authorization: `Bearer ${await signIn(node.origin, 'Published player')}` };

const reader: MeasuredNode = { origin: node.origin, pid: node.process.pid! };
const bareServer = await startBare({
  databaseUrl: postgres.url,
  recorded: await recordReads(postgres.url, Object.keys(TARGETS), headers),
});

async function measureCost({ origin, pid }: MeasuredNode, path: string): Promise<number> {
  let remainingCount = REQUEST_COUNT;
  const before = readCpu(pid);
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remainingCount-- > 0) {
        const response = await fetch(origin + path, { headers });
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        await response.arrayBuffer();
      }
    }),
  );
  return (readCpu(pid) - before) / REQUEST_COUNT;
}

const matches = (await (await fetch(`${node.origin}/api/matches`, { headers })).json()) as { matches: unknown[] };
const ratios = new Map(Object.keys(TARGETS).map((path) => [path, { all: [] as number[], least: [] as number[] }]));
const floors: number[] = [];
// The first two rounds are warm-up.
for (let round = -2; round < ROUND_COUNT; round += 1) {
  const floor = await measureCost(reader, LIVE_ADDRESS);
  const bareFloor = await measureCost(bareServer, LIVE_ADDRESS);
  if (round >= 0) floors.push(floor);
  for (const [path, pathRatios] of ratios) {
    const nodeCost = await measureCost(reader, path);
    const bareCost = await measureCost(bareServer, path);
    if (round < 0) continue;
    pathRatios.all.push(nodeCost / floor);
    pathRatios.least.push((floor + bareCost - bareFloor) / floor);
  }
}
bareServer.stop();
await node.stop();
await postgres.stop();

const liveMs = roundToTwoDigits(computeMedian(floors));
const reads = [...ratios].map(([path, pathRatios]) => {
  const [ratio, least] = [
    roundToTwoDigits(computeMedian(pathRatios.all)),
    roundToTwoDigits(computeMedian(pathRatios.least)),
  ];
  return { path, ratio, least, bar: TARGETS[path]!, pass: ratio <= TARGETS[path]! };
});
console.log(`${PLAYER_COUNT} players, ${matches.matches.length} matches of who asks; ${LIVE_ADDRESS} ${liveMs} ms`);
for (const { path, ratio, least, bar, pass } of reads) {
  const verdict = pass ? '' : least > bar ? 'missed: below what it takes at least' : 'missed';
  const figures = `${ratio.toFixed(2).padStart(6)} × (at least ${least.toFixed(2)}, bar ${bar})`;
  console.log(`${path.padEnd(28)} ${figures} ${verdict}`);
}
writeResults('reads', { players: PLAYER_COUNT, matches: matches.matches.length, liveMs, reads });
process.exit(reads.every(({ pass }) => pass) ? 0 : 1);
