import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import autocannon from 'autocannon';
import { Hono } from 'hono';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { freePort, type NodeUnderTest, scratchFolder, startNode } from '../../tools/node-under-test.ts';

/**
 * Public pages against a constant string of the same size served by the same HTTP stack, in turn, in one run; how long
 * a start takes until the first page is answered; and what a web node needs of memory under this load, beside the
 * database.
 */
const SECONDS = 1;
const ROUNDS = 9;
const PAGES = ['/', '/protocol', '/protocol/find', '/tournament-of-power', '/whitepaper'];
const BARS = { ratio: 0.6, coldStartSeconds: 5, memoryMegabytes: 300 };
/** A demonstration with enough players to fill the directory page. */
const VARIABLES = { NODE_ENV: 'production', LOG_LEVEL: 'error', SEED_PLAYERS: '60' };

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, duration: SECONDS, connections: 20, headers: { 'accept-encoding': 'br' } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

async function constantServer(bytes: number) {
  const app = new Hono().get('/', (c) => c.html('x'.repeat(bytes)));
  const server = createServer(getRequestListener(app.fetch));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median of the ratios, round by round, so that what else the machine does hits both sides. */
async function compare(node: NodeUnderTest, page: string) {
  const url = node.origin + page;
  const first = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const bytes = Number(first.headers.get('content-length') ?? 5_000);
  const constant = await constantServer(bytes);
  const rounds: { ours: number; constant: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await requestsPerSecond(url), constant: await requestsPerSecond(constant.url) });
  constant.close();
  const ratio = Number(median(rounds.map((one) => one.ours / one.constant)).toFixed(2));
  const perSecond = Math.round(median(rounds.map(({ ours }) => ours)));
  return { page, bytes, perSecond, ratio, pass: ratio >= BARS.ratio };
}

/** Resident and highest resident memory of a process so far; only Linux tells. */
function memoryOf(pid: number | undefined): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) => Math.round(Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024);
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/** From the start of the process to the first answered page, on an embedded database that exists already. */
async function coldStart(): Promise<number> {
  const folder = scratchFolder();
  const variables = { ...VARIABLES, DATA_DIR: folder.path };
  await (await startNode(variables)).stop();
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    const node = await startNode(variables);
    const answer = await fetch(`${node.origin}/`);
    if (!answer.ok) throw new Error(`The first page was answered with ${answer.status}.`);
    await answer.text();
    seconds.push((performance.now() - began) / 1000);
    await node.stop();
  }
  folder.remove();
  return Number(median(seconds).toFixed(2));
}

const coldStartSeconds = await coldStart();
const postgres = hasPostgres() ? await startTestPostgres() : undefined;
const folder = scratchFolder();
const variables = { ...VARIABLES, DATA_DIR: folder.path, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
// The first start fills the database. With a database of its own, the node that is measured leaves jobs to others.
await (await startNode(variables)).stop();
const node = await startNode({ ...variables, ...(postgres ? { ROLE: 'web' } : {}) });
const pages = [];
for (const page of PAGES) pages.push(await compare(node, page));
const memory = memoryOf(node.process.pid);
await node.stop();
await postgres?.stop();
folder.remove();

console.table(pages);
const house = {
  'cold start, s': {
    value: coldStartSeconds,
    bar: BARS.coldStartSeconds,
    pass: coldStartSeconds <= BARS.coldStartSeconds,
  },
  // With the database in the same process its memory cannot be told apart, so there is nothing to hold against the bar.
  'memory under load, MB': {
    value: memory?.now,
    bar: BARS.memoryMegabytes,
    pass: memory && postgres ? memory.now <= BARS.memoryMegabytes : undefined,
  },
};
console.table(house);
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/pages.json', `${JSON.stringify({ bars: BARS, pages, house, memory }, null, 2)}\n`);
const failed = pages.some(({ pass }) => !pass) || Object.values(house).some(({ pass }) => pass === false);
process.exit(failed ? 1 : 0);
