import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { createApp } from '../../server/app.ts';
import { openBenchDeps, writeResults } from '../bench-tools.ts';

/**
 * Account benchmark against PostgreSQL. Measures CPU and wall-clock time per operation through the whole application,
 * with eight concurrent requests. Also measures how long password hashing blocks the event loop for everyone else.
 */
const CONCURRENCY = 8;
const TARGETS = { 'sign-up': 20, refresh: 1.7, 'get user': 0.5, 'event loop': 20 };

type Measure = { cpuMs: number; wallMs: number };
type Session = { access_token: string; refresh_token: string };

const postgres = hasPostgres() ? await startTestPostgres() : undefined;
const database = await openDatabase(postgres ? { url: postgres.url } : { snapshot: undefined });
await migrate(database.pool);
const variables = { NODE_ENV: 'test', AUTH_AUTOCONFIRM: 'true', AUTH_LIMITS_DISABLED: 'true' };
const app = createApp(await openBenchDeps(database, undefined, variables));

async function post(path: string, body: object): Promise<Session> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Session;
}

async function measure(operations: number, run: (index: number) => Promise<unknown>): Promise<Measure> {
  let next = 0;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (next < operations) await run(next++);
    }),
  );
  const cpu = process.cpuUsage(before);
  const round = (value: number) => Number((value / operations).toFixed(3));
  return { cpuMs: round((cpu.user + cpu.system) / 1000), wallMs: round(performance.now() - startedAt) };
}

const signUp = (name: string) =>
  post('/auth/v1/signup', { email: `${name}@bench.example`, password: 'violet court lamp 42' });

const sessions = await Promise.all(Array.from({ length: 200 }, (_, index) => signUp(`warm-${index}`)));
const fetchUser = async (index: number) =>
  app.request('/auth/v1/user', {
    headers: { Authorization: `Bearer ${sessions[index % sessions.length]!.access_token}` },
  });
const refresh = async (index: number) => {
  const place = index % sessions.length;
  const { refresh_token } = sessions[place]!;
  sessions[place] = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
};

/** Returns the longest CPU time of a single event loop turn. Wall-clock time would also include other programs. */
async function measureLongestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, user + system);
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isRunning = false;
  return Number((longest / 1000).toFixed(1));
}

/**
 * Returns the median of five rounds after two warm-up rounds. The warm-up keeps out the time that V8 spends on
 * compiling the code, which says nothing about its later speed.
 */
async function measureSteadyState(operations: number, run: (index: number) => Promise<unknown>): Promise<Measure> {
  const rounds: Measure[] = [];
  for (let round = -2; round < 5; round += 1) {
    const measurement = await measure(operations, (index) => run(index + (round + 2) * operations));
    if (round >= 0) rounds.push(measurement);
  }
  return rounds.sort((a, b) => a.cpuMs - b.cpuMs)[2]!;
}

const results: Record<string, Measure> = {
  refresh: await measureSteadyState(1_500, refresh),
  'get user': await measureSteadyState(4_000, fetchUser),
  'sign-up': await measureSteadyState(150, (index) => signUp(`measured-${index}`)),
};
const controlMs = await measureLongestTurn(() => measure(3_000, fetchUser));
const blockedMs = await measureLongestTurn(() => measure(400, (index) => signUp(`watched-${index}`)));

console.log(`PostgreSQL: ${postgres ? 'yes' : 'no, embedded'}; ${CONCURRENCY} requests at once`);
console.log('operation      CPU ms   clock ms   max ms');
for (const [name, { cpuMs, wallMs }] of Object.entries(results)) {
  const bar = TARGETS[name as keyof typeof TARGETS];
  console.log(
    `${name.padEnd(12)} ${String(cpuMs).padStart(8)} ${String(wallMs).padStart(10)} ${String(bar).padStart(8)}`,
  );
}
console.log(`longest turn of the event loop during sign-ups: ${blockedMs} ms (target ${TARGETS['event loop']})`);
console.log(`the same without any hashing, as a control: ${controlMs} ms`);
writeResults('accounts', {
  postgres: Boolean(postgres),
  concurrency: CONCURRENCY,
  results,
  blockedMs,
  controlMs,
  bars: TARGETS,
});
await database.close();
await postgres?.stop();
const hasMissedBar = Object.entries(results).some(([name, { cpuMs }]) => cpuMs > TARGETS[name as keyof typeof TARGETS]);
process.exit(hasMissedBar || blockedMs > TARGETS['event loop'] ? 1 : 0);
