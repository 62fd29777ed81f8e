import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The document under test. Its figures must match bench/results/ and its arithmetic must be right; it also states its
 * assumptions. After a new measurement, the failures print the lines it must contain.
 */
const document = readFileSync('docs/scale.md', 'utf8');
const readResult = (name: string) => JSON.parse(readFileSync(`bench/results/${name}.json`, 'utf8'));
const computeMean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Returns a table line up to its last column, which names the source. */
const getLine = (what: string) =>
  document
    .split('\n')
    .find((line) => line.startsWith(`| ${what} |`))
    ?.replace(/\|[^|]*\|$/, '');
const format = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });

const reads: { path: string; ratio: number; least: number; bar: number }[] = readResult('reads').reads;
const { liveMs } = readResult('reads');
const { bytes, databaseMs } = readResult('capacity');
const pages = readResult('pages');
const live = readResult('live');
const runs = readResult('runs');
const search = readResult('search');
const cluster = readResult('cluster').rows;
const work = readResult('work');
const mails: number = readResult('outbox').rows['mails a second at a vendor of 60 ms'].value;
const { refresh } = readResult('accounts').results;

const run = (section: string) =>
  Object.entries<{ value: number }>(runs[section].rows).map(([name, { value }]) => ({ name, value }));
const findRow = (rows: { name: string; value: number }[], word: string) =>
  rows.find(({ name }) => name.includes(word))!;
const hundredThousand = run('100000 players, one worker');
const million = run('1000000 players, 2 workers');

const DAYS = 365;
const GB = 1e9;
/** The assumptions stated in the document. */
const ASSUMPTIONS = { online: 0.05, askEverySeconds: 10, most: 2 / 3, chatPeak: 5, daily: 0.1 };
const countOnline = (players: number) => players * ASSUMPTIONS.online;
const countRequestsPerSecond = (players: number) => countOnline(players) / ASSUMPTIONS.askEverySeconds;
const nodeMs = computeMean(reads.filter(({ path }) => path !== '/auth/v1/user').map(({ ratio }) => ratio)) * liveMs;
const all: number[] = Object.values(databaseMs);
const fromReplica = (databaseMs['/api/profiles'] + databaseMs['/api/lfg/listings']) / (computeMean(all) * all.length);
const countCores = (players: number, ms: number) => (countRequestsPerSecond(players) * ms) / 1_000 / ASSUMPTIONS.most;
const computeGbPerYear = (players: number, each: number, bytesEach: number) => (players * each * DAYS * bytesEach) / GB;
const kinds: [string, (players: number) => number][] = [
  ['accounts and profiles, GB', (n) => (n * (bytes['published player'] + bytes['account with a session'])) / GB],
  ['spots in matches, GB a year', (n) => computeGbPerYear(n, ASSUMPTIONS.daily, bytes['seat of a proposal'])],
  ['messages, GB a year', (n) => computeGbPerYear(n, 2 * ASSUMPTIONS.daily, bytes.message)],
  ['emails and attempts, GB a year', (n) => computeGbPerYear(n, ASSUMPTIONS.daily, bytes['mail with its attempt'])],
  ['chat messages, GB a year', (n) => computeGbPerYear(n, 1, bytes['chat message of 80 letters'])],
];
const ROWS: [string, (players: number) => number][] = [
  ['cores of web nodes', (n) => countCores(n, nodeMs)],
  ['cores of PostgreSQL', (n) => countCores(n, computeMean(all))],
  ['of these on the primary, with replicas', (n) => countCores(n, computeMean(all) * (1 - fromReplica))],
  ['web nodes for the streams', (n) => Math.ceil(countOnline(n) / live.death.streams)],
  ['cores for renewing sessions', (n) => ((countOnline(n) / 3_600) * refresh.cpuMs) / 1_000],
  ...kinds,
  ['together after a year, GB', (n) => kinds.reduce((sum, [, size]) => sum + size(n), 0)],
  ["minutes for one worker to send a day's email", (n) => (n * ASSUMPTIONS.daily) / mails / 60],
];

test.each(ROWS)('matches the calculated row in docs/scale.md: %s', (what, figure) => {
  const cells = [1e5, 1e6, 1e7].map((players) => format(figure(players)));
  expect(getLine(what)).toBe(`| ${what} | ${cells.join(' | ')} `);
});

test('lists each target for signed-in reads next to its measurement in docs/scale.md', () => {
  for (const { path, ratio, least, bar } of reads) {
    const targetResult = ratio <= bar ? 'met' : `missed by ${(ratio - bar).toFixed(2)}`;
    expect(document).toContain(
      `\n| \`${path}\` | ${bar} | ${ratio.toFixed(2)} | ${least.toFixed(2)} | ${targetResult} |\n`,
    );
  }
  expect(document).toContain(`| in this measurement | ${liveMs.toFixed(2)} ms |`);
});

test.each([
  `${work.requestsPerSecond} requests a second, are answered within ${work.whole.p99Ms} ms at p99`,
  `${format(1_000 / nodeMs)} a second`,
  `PostgreSQL per read, mean | ${computeMean(all).toFixed(1)} ms |`,
  `p99 of signed-in reads was ${cluster['8 nodes on 40 server connections, p99 against direct'].seen.split(' ')[0]} times as long`,
  `${pages.server['memory under load, MB'].value} MB`,
  `${findRow(hundredThousand, 'database to').value.toFixed(1)} s`,
  `${findRow(hundredThousand, 'memory').value} MB`,
  `${findRow(hundredThousand, 'squads and pairs').value.toLocaleString('en')} matches`,
  `${Math.round(findRow(million, 'database to').value)} s`,
  `${findRow(million, 'worker 1').value.toLocaleString('en')} and ${findRow(million, 'worker 2').value} MB`,
  `${million.find(({ name }) => name === 'shards')!.value} shards`,
  `${findRow(million, 'cores that the workers').value} s of CPU time`,
  `at ${live.messages.storedPerSecond} a second`,
  `but we measured ${live.messages.storedPerSecond}`,
  `directory takes ${format(search.directory.product.p50)} ms and one at Browse ${format(search.lfg.product.p50)} ms`,
  `${live.events.memoryMegabytes} MB with ${live.death.streams.toLocaleString('en')} streams`,
  `${live.death.slowestSeconds.toFixed(1)} s until all`,
])('states the measured figure in docs/scale.md: %s', (figure) => {
  expect(document).toContain(figure);
});
