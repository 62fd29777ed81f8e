import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { LOCALES, type Locale, SOURCE_LOCALE, toLocalizedPath } from '../../messages/locales.ts';
import { createScratchFolder, type NodeUnderTest, startNode } from '../../tools/node-under-test.ts';
import { computeMedian, roundToTwoDigits, writeResults } from '../bench-tools.ts';

/**
 * Compares public pages with a constant response of the same HTTP stack, alternating in one run. The constant has the
 * page's own bytes and headers, so the time to transfer them cancels out. Also measures the time from start to the
 * first page, pages under constant updates, and a web node's memory under this load, without the database.
 */
const SECONDS = 1;
const ROUND_COUNT = 7;
const PAGES = ['/', '/protocol', '/protocol/find', '/tournament-of-power', '/whitepaper'];
/** A page whose texts differ by language, and a page that also shows players. */
const TRANSLATED_PAGES = ['/', '/protocol/find'];
const TARGETS = { ratio: 0.6, coldStartSeconds: 5, memoryMegabytes: 300, newsRatio: 0.6, languageRatio: 0.95 };
/** Updates per second, as another node would publish them. Each affects everything, so it invalidates every page. */
const NEWS_PER_SECOND = 50;
const NEWS = { channel: 'public-pages', payload: { shown: ['players', 'listings', 'offers', 'seats', 'tournament'] } };
const CHANGING_PAGES = ['/', '/protocol/find', '/tournament-of-power'];
const VARIABLES = { NODE_ENV: 'production', LOG_LEVEL: 'error' };
/** Enough players to fill the directory page. */
const DEMONSTRATION = { ...VARIABLES, SEED_PLAYERS: '60' };

type PipeliningModule = { pipelinedRequests: { addBody: () => void } };

async function measureRequestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    duration: SECONDS,
    connections: 20,
    headers: { 'accept-encoding': 'br' },
    // Don't decode bodies as text: for compressed bytes, decoding takes longer than the server's response.
    setupClient: (client) => {
      (client as unknown as PipeliningModule).pipelinedRequests.addBody = () => {};
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

type Constant = { origin: string; bytes: number; stop: () => void };

/**
 * Starts a process that serves a page's constant response. It needs its own process for a fair comparison, because the
 * node has one, too.
 */
function startConstantServer(url: string): Promise<Constant> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('constant.ts', import.meta.url), [url]);
    child.once('message', (message) => resolve({ ...(message as Constant), stop: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`The constant of ${url} ended with ${code}.`)));
  });
}

/** Returns the median ratio over all rounds, so other load on the machine affects both sides equally. */
async function compare(node: NodeUnderTest, page: string) {
  const url = node.origin + page;
  const constant = await startConstantServer(url);
  const rounds: { app: number; same: number }[] = [];
  for (let round = 0; round < ROUND_COUNT; round++)
    rounds.push({
      app: await measureRequestsPerSecond(url),
      same: await measureRequestsPerSecond(`${constant.origin}/same`),
    });
  constant.stop();
  const ratio = roundToTwoDigits(computeMedian(rounds.map((one) => one.app / one.same)));
  return {
    page,
    bytes: constant.bytes,
    perSecond: Math.round(computeMedian(rounds.map(({ app: appRates }) => appRates))),
    constantPerSecond: Math.round(computeMedian(rounds.map(({ same }) => same))),
    ratio,
    pass: ratio >= TARGETS.ratio,
  };
}

/**
 * Publishes updates at a steady rate until `isOver` returns true.
 * @returns the number of updates published
 */
async function publishNews(url: string, isOver: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const startedAt = performance.now();
  let changeCount = 0;
  for (; !isOver(); changeCount++) {
    await client.query(`select pg_notify('planet_crew', $1)`, [JSON.stringify(NEWS)]);
    await pause(Math.max(0, startedAt + (changeCount + 1) * (1_000 / NEWS_PER_SECOND) - performance.now()));
  }
  await client.end();
  return changeCount;
}

/** Compares a cached page under constant updates with the same page without updates, alternating. */
async function compareUnderNews(node: NodeUnderTest, database: string, page: string) {
  const url = node.origin + page;
  const rounds: { quiet: number; busy: number }[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    const quietRate = await measureRequestsPerSecond(url);
    let isOver = false;
    const publishing = publishNews(database, () => isOver);
    // Skip the first updates, which are processed one by one, to measure the steady state.
    await measureRequestsPerSecond(url);
    const busyRate = await measureRequestsPerSecond(url);
    isOver = true;
    const publishedCount = await publishing;
    if (publishedCount < (NEWS_PER_SECOND * SECONDS) / 2)
      throw new Error(`Only ${publishedCount} updates were published.`);
    rounds.push({ quiet: quietRate, busy: busyRate });
  }
  const ratio = roundToTwoDigits(computeMedian(rounds.map(({ quiet, busy }) => busy / quiet)));
  return {
    page,
    quietPerSecond: Math.round(computeMedian(rounds.map(({ quiet }) => quiet))),
    busyPerSecond: Math.round(computeMedian(rounds.map(({ busy }) => busy))),
    ratio,
    pass: ratio >= TARGETS.newsRatio,
  };
}

/** Compares a cached page in another language with the same page in English, alternating. */
async function compareLanguages(node: NodeUnderTest, page: string, locale: Locale) {
  const toUrl = (one: Locale) => node.origin + toLocalizedPath(one, page);
  const rounds: { english: number; translated: number }[] = [];
  for (let round = 0; round < ROUND_COUNT; round++)
    rounds.push({
      english: await measureRequestsPerSecond(toUrl(SOURCE_LOCALE)),
      translated: await measureRequestsPerSecond(toUrl(locale)),
    });
  const ratio = roundToTwoDigits(computeMedian(rounds.map((one) => one.translated / one.english)));
  return { page, locale, ratio, pass: ratio >= TARGETS.languageRatio };
}

/** Returns a process's current and peak resident memory, or undefined on systems other than Linux. */
function readMemory(pid: number | undefined): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const readMegabytes = (name: string) =>
      Math.round(Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024);
    return { now: readMegabytes('VmRSS'), most: readMegabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Measures the time from process start to the first page, on an existing embedded database. */
async function measureColdStart(): Promise<number> {
  const folder = createScratchFolder();
  const variables = { ...DEMONSTRATION, DATA_DIR: folder.path };
  await (await startNode(variables)).stop();
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const startedAt = performance.now();
    const node = await startNode(variables);
    const response = await fetch(`${node.origin}/`);
    if (!response.ok) throw new Error(`The first page was answered with ${response.status}.`);
    await response.text();
    seconds.push((performance.now() - startedAt) / 1000);
    await node.stop();
  }
  folder.remove();
  return roundToTwoDigits(computeMedian(seconds));
}

const coldStartSeconds = await measureColdStart();
const postgres = hasPostgres() ? await startTestPostgres() : undefined;
const folder = createScratchFolder();
const database = { DATA_DIR: folder.path, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
// Start a node once to seed the database, which stays a demo database afterwards. If the database is separate, the
// measured node runs as `web`, without jobs.
await (await startNode({ ...DEMONSTRATION, ...database })).stop();
const node = await startNode({ ...DEMONSTRATION, ...database, ...(postgres ? { ROLE: 'web' } : {}) });
const pages = [];
for (const page of PAGES) pages.push(await compare(node, page));
const memory = readMemory(node.process.pid);
const languages = [];
for (const locale of LOCALES.filter((one) => one !== SOURCE_LOCALE))
  for (const page of TRANSLATED_PAGES) languages.push(await compareLanguages(node, page, locale));
const newsRates = [];
for (const page of postgres ? CHANGING_PAGES : []) newsRates.push(await compareUnderNews(node, postgres!.url, page));
await node.stop();
await postgres?.stop();
folder.remove();

console.table(pages);
console.log('In each language, against English:');
console.table(languages);
console.log(`At ${NEWS_PER_SECOND} news a second, against the quiet rate:`);
console.table(newsRates);
const server = {
  'cold start, s': {
    value: coldStartSeconds,
    bar: TARGETS.coldStartSeconds,
    pass: coldStartSeconds <= TARGETS.coldStartSeconds,
  },
  // If the database runs in the same process, its memory can't be separated, so there's no target.
  'memory under load, MB': {
    value: memory?.now,
    bar: TARGETS.memoryMegabytes,
    pass: memory && postgres ? memory.now <= TARGETS.memoryMegabytes : undefined,
  },
};
console.table(server);
writeResults('pages', { bars: TARGETS, pages, languages, underNews: newsRates, server, memory });
const hasFailed =
  [...pages, ...languages, ...newsRates].some(({ pass }) => !pass) ||
  Object.values(server).some(({ pass }) => pass === false);
process.exit(hasFailed ? 1 : 0);
