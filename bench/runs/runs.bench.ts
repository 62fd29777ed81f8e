import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { requirePostgres, writeResults } from '../bench-tools.ts';
import { fillPlayers } from './fill-players.ts';

/**
 * Measures a full matcher run: workers read published players from PostgreSQL, find squads and pairs, and store them
 * with a message to every member. `-- --players=1000000 --workers=2` runs in shards shared by workers;
 * `--shards-from=1` shards a community of any size. Each kind of run has its own section of the results.
 */
const RESULTS = 'bench/results/runs.json';
const SINGLE_RUN_TARGETS = { seconds: 60, peakMb: 1_024 };
const SHARDED_TARGETS = { seconds: 600, peakMb: 1_536 };

const readFlag = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const PLAYERS = Number(readFlag('players') ?? 100_000);
const WORKERS = Number(readFlag('workers') ?? 1);
const TARGETS = WORKERS > 1 || PLAYERS > 100_000 ? SHARDED_TARGETS : SINGLE_RUN_TARGETS;
const SECTION = `${PLAYERS} players, ${WORKERS === 1 ? 'one worker' : `${WORKERS} workers`}`;

requirePostgres();
// For a large community, use PostgreSQL settings for a larger machine than the defaults assume.
const settings: Record<string, string> = PLAYERS > 100_000 ? { shared_buffers: '2GB', max_wal_size: '8GB' } : {};
const postgres = await startTestPostgres(settings);
const variables = { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', NODE_ENV: 'test', ROLE: 'worker' };
const { deps, close } = await openContext(readEnv(variables));
await fillPlayers(deps.database.pool, PLAYERS);
await close();

const flags: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ').slice(1, -1);
const spawnWorker = (...args: string[]) =>
  spawn(process.execPath, [...flags, fileURLToPath(new URL('./one-run.ts', import.meta.url)), ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const helpers = Array.from({ length: WORKERS - 1 }, () => spawnWorker('help'));
const helperLines = helpers.map((helper) => listLines(helper));
await Promise.all(helpers.map((helper) => new Promise((resolve) => helper.stdout!.once('data', resolve))));
const [busy] = loadavg();
const runLines = await listLines(spawnWorker('run', readFlag('shards-from') ?? ''));
for (const helper of helpers) helper.kill('SIGTERM');
const workers = [runLines, ...(await Promise.all(helperLines))];
const peaks = workers.map((one) => one.peakMb!);
const cpuSeconds = workers.reduce((sum, one) => sum + one.cpuSeconds!, 0);
await postgres.stop();

const rows = {
  [`a run of ${runLines.pool}, database to ${runLines.letters} messages, s`]: {
    value: Number(runLines.seconds!.toFixed(1)),
    bar: TARGETS.seconds,
    pass: runLines.seconds! <= TARGETS.seconds,
  },
  ...Object.fromEntries(
    peaks.map((peak, index) => [
      WORKERS === 1 ? 'memory of the worker, MB at most' : `memory of worker ${index + 1}, MB at most`,
      { value: peak, bar: TARGETS.peakMb, pass: peak <= TARGETS.peakMb },
    ]),
  ),
  'time of cores that the workers used, s': { value: Math.round(cpuSeconds) },
  [WORKERS === 1 ? 'of that time in the matcher, s' : 'in the matcher, all shards together, s']: {
    value: Number(runLines.inMatcher!.toFixed(1)),
  },
  [`squads and pairs stored, ${runLines.leftOver} left over`]: { value: runLines.squads! + runLines.pairs! },
  ...(runLines.shards! > 0 && { shards: { value: runLines.shards } }),
  'programs that wanted one of the cores before it began': { value: Number(busy!.toFixed(1)) },
};
console.table(rows);
writeResults('runs', { ...readEarlierResults(), [SECTION]: { bars: TARGETS, rows } });
process.exit(Object.values(rows).every((row) => !('pass' in row) || row.pass) ? 0 : 1);

/**
 * Waits until a process has exited successfully.
 * @returns the JSON in the last line that it printed
 */
function listLines(child: ChildProcess): Promise<Record<string, number>> {
  let output = '';
  child.stdout!.on('data', (piece) => {
    output += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (status) => {
      if (status !== 0) reject(new Error('The matching round failed.'));
      else resolve(JSON.parse(output.trim().split('\n').at(-1)!));
    });
  });
}

/** Returns the earlier results of the other kinds of runs. */
function readEarlierResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return {};
  }
}
