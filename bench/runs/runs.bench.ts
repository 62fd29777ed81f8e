import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { fillPlayers } from './fill-players.ts';

/**
 * A matcher run of the product: published players in PostgreSQL, a worker that reads them, finds squads and pairs, and
 * stores each with a message to every member. `-- --players=10000` for another number.
 */
const flag = process.argv.find((word) => word.startsWith('--players='));
const PLAYERS = Number(flag?.split('=')[1] ?? 100_000);
const BARS = { seconds: 60, peakMb: 1_024 };

if (!hasPostgres()) {
  console.log('skipped: there is no PostgreSQL on this machine.');
  process.exit(0);
}
const postgres = await startTestPostgres();
const variables = { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', NODE_ENV: 'test', ROLE: 'worker' };
const { deps, close } = await openContext(readEnv(variables));
await fillPlayers(deps.database.pool, PLAYERS);
await close();

const flags: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ').slice(1, -1);
const { stdout, status } = spawnSync(
  process.execPath,
  [...flags, fileURLToPath(new URL('./one-run.ts', import.meta.url))],
  {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  },
);
await postgres.stop();
if (status !== 0) throw new Error('The run failed.');
const found = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, number>;
const rows = {
  [`a run of ${found.pool}, database to ${found.letters} messages, s`]: {
    value: Number(found.seconds!.toFixed(1)),
    bar: BARS.seconds,
    pass: found.seconds! <= BARS.seconds,
  },
  'memory of the worker, MB at most': { value: found.peakMb, bar: BARS.peakMb, pass: found.peakMb! <= BARS.peakMb },
  'of that time in the matcher, s': { value: Number(found.inMatcher!.toFixed(1)) },
  [`squads and pairs stored, ${found.leftOver} left over`]: { value: found.squads! + found.pairs! },
};
console.table(rows);
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/runs.json', `${JSON.stringify({ bars: BARS, rows }, null, 2)}\n`);
process.exit(Object.values(rows).every((row) => !('pass' in row) || row.pass) ? 0 : 1);
