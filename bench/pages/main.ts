import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import autocannon from 'autocannon';
import { Hono } from 'hono';
import { freePort, scratchFolder, startNode } from '../../tools/node-under-test.ts';

/** Public pages against a constant string of the same size served by the same HTTP stack, in turn, in one run. */
const SECONDS = 3;
const ROUNDS = 3;
const PAGES = ['/', '/protocol', '/protocol/find', '/tournament-of-power'];

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

const folder = scratchFolder();
const node = await startNode({ DATA_DIR: folder.path, LOG_LEVEL: 'error' });
const rows = [];
for (const page of PAGES) {
  const url = node.origin + page;
  const bytes = Number(
    (await fetch(url, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length') ?? 5_000,
  );
  const constant = await constantServer(bytes);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await requestsPerSecond(url);
    ratios.push(ours / (await requestsPerSecond(constant.url)));
  }
  constant.close();
  rows.push({ page, bytes, ratio: Number(median(ratios).toFixed(2)), bar: 0.6 });
}
await node.stop();
folder.remove();
console.table(rows);
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/pages.json', JSON.stringify(rows, null, 2));
process.exit(0);
