import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Key of the advisory lock. The number is arbitrary, but every node must use the same one. */
const LOCK = 7_302_025;
/**
 * Lock timeout of one attempt. A schema change waits until no one else holds the table, and all later statements wait
 * behind it. Without the timeout, nodes of the previous version would hang for minutes during a backup. The pauses
 * between the attempts let their statements through.
 */
const ATTEMPT_LOCK_TIMEOUT = '1s';
const MAX_ATTEMPTS = 150;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
const BUSY_MESSAGE =
  'for five minutes others held a table that it changes, as a backup does. Nothing was changed: start again when they are done.';

/** The migration after which the table of migrations names the release that ran each of them. */
const RELEASES_MIGRATION = '20261130T2356_migration_releases.sql';
const STOPS_OLDER = /^-- Older nodes stop first/m;

/** Thrown when a newer release has migrated the database in a way that this release can't run with. */
export class NewerDatabaseError extends Error {}

/** The newest release that has migrated the database further than this one knows; null if it left no name. */
export type NewerRelease = { release: string | null; stopsOlder: boolean };

/** Returns which newer release has migrated the database, or undefined if none has. */
export async function findNewerRelease(pool: Pick<pg.Pool, 'query'>): Promise<NewerRelease | undefined> {
  const { rows: columns } = await pool.query(
    "select 1 from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'stops_older'",
  );
  if (columns.length === 0) return undefined;
  const { rows } = await pool.query<NewerRelease>(
    `select release, bool_or(stops_older) over () as "stopsOlder" from schema_migrations
      where not name = any($1) order by applied_at desc, name desc limit 1`,
    [listMigrations()],
  );
  return rows[0];
}

/** Says which release a node needs that is older than its database. */
export const formatNewerRelease = ({ release, stopsOlder }: NewerRelease, own: string): string => {
  const newer = release && release !== own ? `version ${release}` : 'a newer build';
  return stopsOlder
    ? `This node is version ${own}, but ${newer} has migrated the database, and older ones can't run with that. Start ${newer}, or restore a backup from before the upgrade into a new database.`
    : `This node is version ${own}, but ${newer} has migrated the database. It runs, but upgrade it soon.`;
};

const listMigrations = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort();

/**
 * Migrates the database to the newest schema. Forward only, each file in its own transaction, in order of file names.
 * Several nodes may start at once: the first one takes an advisory lock and the others find nothing left to do. If
 * other sessions hold a table for a long time, it retries for about five minutes.
 * @param release the version of this release, which nodes that are older than the database name
 * @returns the names of the files applied now
 * @throws NewerDatabaseError
 */
export async function migrate(pool: pg.Pool, release = 'unknown'): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const newerRelease = await findNewerRelease(client);
    if (newerRelease?.stopsOlder) throw new NewerDatabaseError(formatNewerRelease(newerRelease, release));
    const appliedNames = new Set(
      (await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name),
    );
    const newNames: string[] = [];
    for (const name of listMigrations()) {
      if (appliedNames.has(name)) continue;
      const namesRelease = appliedNames.has(RELEASES_MIGRATION) || name === RELEASES_MIGRATION;
      const statements = readFileSync(new URL(name, FOLDER), 'utf8');
      await applyMigration(client, { name, statements, release: namesRelease ? release : undefined });
      appliedNames.add(name);
      newNames.push(name);
    }
    return newNames;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** A migration, and the release to name with it once the table of migrations can. */
type Migration = { name: string; statements: string; release: string | undefined };

async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { name } = migration;
  for (let tries = 1; ; tries++) {
    try {
      return await tryMigration(client, migration);
    } catch (error) {
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
      if (isLocked && tries < MAX_ATTEMPTS) await pause(PAUSE_MS);
      else
        throw new Error(`Migration ${name} failed: ${isLocked ? BUSY_MESSAGE : (error as Error).message}`, {
          cause: error,
        });
    }
  }
}

async function tryMigration(client: pg.PoolClient, { name, statements, release }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${ATTEMPT_LOCK_TIMEOUT}'`);
    await client.query(statements);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    if (release) {
      await client.query('update schema_migrations set release = $2, stops_older = $3 where name = $1', [
        name,
        release,
        STOPS_OLDER.test(statements),
      ]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
