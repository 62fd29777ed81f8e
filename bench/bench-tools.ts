import { mkdirSync, writeFileSync } from 'node:fs';
import { openBus } from '../db/bus.ts';
import type { Database } from '../db/database.ts';
import { hasPostgres } from '../db/test-postgres.ts';
import { resolveHost } from '../integrations/public-address.ts';
import { openPictures } from '../pictures/pictures.ts';
import type { Deps } from '../server/deps.ts';
import { readEnv } from '../server/env.ts';
import { openLog } from '../server/log.ts';
import { wiring } from '../server/wiring.ts';

/** Writes `bench/results/<name>.json`. */
export function writeResults(name: string, results: object): void {
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(results, null, 2)}\n`);
}

export const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const roundToTwoDigits = (value: number): number => Number(value.toFixed(2));

/** Exits if PostgreSQL isn't installed. */
export function requirePostgres(): void {
  if (hasPostgres()) return;
  console.log('skipped: there is no PostgreSQL on this machine.');
  process.exit(0);
}

const NO_JOBS: Deps['jobs'] = {
  send: async () => {},
  sendAll: async () => {},
  depth: async () => ({ waiting: 0, active: 0, oldestSeconds: 0 }),
  start: async () => {},
  retry: async () => false,
  discard: async () => {},
  stop: async () => {},
};

/** Returns the dependencies of the product's commands, on this database and without jobs. */
export async function openBenchDeps(
  database: Database,
  url: string | undefined,
  variables: Record<string, string>,
): Promise<Deps> {
  const log = openLog('error');
  return {
    db: database.db,
    reads: database.reads,
    database,
    env: readEnv(variables),
    bus: await openBus(database, url),
    jobs: NO_JOBS,
    log,
    pictures: openPictures(log),
    wiring,
    now: () => new Date(),
    fetch: globalThis.fetch,
    resolve: resolveHost,
  };
}
