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

/**
 * Migrates the database to the newest schema. Forward only, each file in its own transaction, in order of file names.
 * Several nodes may start at once: the first one takes an advisory lock and the others find nothing left to do. If
 * other sessions hold a table for a long time, it retries for about five minutes.
 * @returns the names of the files applied now
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const appliedNames = new Set(
      (await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name),
    );
    const newNames: string[] = [];
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      if (appliedNames.has(name)) continue;
      await applyMigration(client, name, readFileSync(new URL(name, FOLDER), 'utf8'));
      newNames.push(name);
    }
    return newNames;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

async function applyMigration(client: pg.PoolClient, name: string, statements: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryMigration(client, name, statements);
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

async function tryMigration(client: pg.PoolClient, name: string, statements: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${ATTEMPT_LOCK_TIMEOUT}'`);
    await client.query(statements);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
