import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { SAMPLE_PASSWORD, SAMPLE_SIGN_INS } from '../../features/profiles/player-seeding/player-seeding.factory.ts';
import { startNode } from '../../tools/node-under-test.ts';

/**
 * What a signed-in read costs: processor time of a web node per request, beside that of the liveness call in the same
 * run, which is the floor of the HTTP stack. PostgreSQL runs in processes of its own and does not count.
 */
const PLAYERS = 10_000;
const ROUNDS = 5;
const REQUESTS = 300;
const AT_ONCE = 8;
const LIVE = '/api/health/live';
/** How many times the liveness call each may cost. */
const BARS: Record<string, number> = {
  '/api/matches': 3,
  '/api/dashboard': 3,
  '/api/profiles?free=auto': 2.5,
  '/api/profiles?free=no': 2.5,
  '/api/lfg/listings': 2.5,
  '/api/notifications': 1.7,
  '/auth/v1/user': 1.7,
};

if (!hasPostgres()) {
  console.log('skipped: no PostgreSQL');
  process.exit(0);
}
const postgres = await startTestPostgres();
const variables = { NODE_ENV: 'production', LOG_LEVEL: 'error', DATABASE_URL: postgres.url };

type SignedIn = { access_token: string };

async function signIn(origin: string, who: (typeof SAMPLE_SIGN_INS)[number]['who']): Promise<string> {
  const { email } = SAMPLE_SIGN_INS.find((one) => one.who === who)!;
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: SAMPLE_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  return ((await answer.json()) as SignedIn).access_token;
}

/** Community, one run of the matcher, and the session of somebody who has a match. */
async function prepare(): Promise<void> {
  const node = await startNode({ ...variables, SEED_PLAYERS: String(PLAYERS) });
  const headers = {
    authorization: `Bearer ${await signIn(node.origin, 'Admin')}`,
    'Content-Type': 'application/json',
  };
  const asked = await fetch(`${node.origin}/api/matches/run`, { method: 'POST', headers, body: '{}' });
  if (!asked.ok) throw new Error(`The matcher did not run: ${await asked.text()}`);
  const { id } = (await asked.json()) as { id: string };
  for (let status = ''; status !== 'done'; ) {
    await pause(500);
    ({ status } = await (await fetch(`${node.origin}/api/matches/runs/${id}`, { headers })).json());
    if (status === 'failed') throw new Error('The run of the matcher failed.');
  }
  await node.stop();
}

/** Processor time that a process has used so far, ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

await prepare();
const node = await startNode({ ...variables, ROLE: 'web' });
const headers = { authorization: `Bearer ${await signIn(node.origin, 'Published player')}` };

async function cost(path: string): Promise<number> {
  let left = REQUESTS;
  const before = cpuOf(node.process.pid!);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const answer = await fetch(node.origin + path, { headers });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        await answer.arrayBuffer();
      }
    }),
  );
  return (cpuOf(node.process.pid!) - before) / REQUESTS;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const twoDigits = (value: number) => Number(value.toFixed(2));
const matches = (await (await fetch(`${node.origin}/api/matches`, { headers })).json()) as { matches: unknown[] };
const ratios = new Map<string, number[]>(Object.keys(BARS).map((path) => [path, []]));
const floors: number[] = [];
// The first two rounds only warm up.
for (let round = -2; round < ROUNDS; round += 1) {
  const floor = await cost(LIVE);
  if (round >= 0) floors.push(floor);
  for (const [path, seen] of ratios) {
    const used = await cost(path);
    if (round >= 0) seen.push(used / floor);
  }
}
await node.stop();
await postgres.stop();

const liveMs = twoDigits(median(floors));
const reads = [...ratios].map(([path, seen]) => {
  const ratio = twoDigits(median(seen));
  return { path, ratio, bar: BARS[path]!, pass: ratio <= BARS[path]! };
});
console.log(`${PLAYERS} players, ${matches.matches.length} matches of who asks; ${LIVE} ${liveMs} ms`);
for (const { path, ratio, bar, pass } of reads)
  console.log(`${path.padEnd(28)} ${ratio.toFixed(2).padStart(6)} × (bar ${bar}) ${pass ? '' : 'missed'}`);
mkdirSync('bench/results', { recursive: true });
const kept = { players: PLAYERS, matches: matches.matches.length, liveMs, reads };
writeFileSync('bench/results/reads.json', `${JSON.stringify(kept, null, 2)}\n`);
process.exit(reads.every(({ pass }) => pass) ? 0 : 1);
