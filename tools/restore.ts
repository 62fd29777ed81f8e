import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { getLocalFolder } from '../features/assets/file-store.commands.ts';
import {
  type BackupContent,
  checkBackup,
  type RestoreOptions,
  readBackup,
} from '../features/health/backup.commands.ts';
import { withLocalBackup } from '../features/health/backup-targets.commands.ts';
import { BackupError } from '../features/health/backups.rules.ts';
import { readEnv } from '../server/env.ts';

const MIGRATIONS = new URL('../db/migrations/', import.meta.url);

/**
 * Restores a backup into an empty database. Migrates it to the backup's version, fills it and then migrates it to the
 * latest version, so newer migrations apply to the restored rows.
 * @param options.inspect called with the restored rows, before newer migrations
 * @returns the number of rows and of files
 */
export async function restoreBackup(
  database: Database,
  file: string,
  { objects, identity, inspect }: RestoreOptions & { inspect?: () => Promise<void> } = {},
): Promise<BackupContent> {
  const { migrations } = await checkBackup(file, identity);
  const unknownMigrations = migrations.filter((name) => !existsSync(new URL(name, MIGRATIONS)));
  if (unknownMigrations.length > 0) {
    throw new BackupError(
      `The backup was made by a newer version: this one does not know ${unknownMigrations.join(', ')}.`,
    );
  }
  await assertFreshDatabase(database, migrations);
  await migrateTo(database, migrations);
  const content = await readBackup({ db: database.db }, file, { objects, identity });
  await inspect?.();
  await migrate(database.pool);
  return content;
}

async function assertFreshDatabase(database: Database, migrations: string[]): Promise<void> {
  const { rows: found } = await database.pool.query(`select to_regclass('schema_migrations') is not null as known`);
  if (!found[0].known) return;
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations');
  const newerRows = rows.filter(({ name }) => !migrations.includes(name));
  if (newerRows.length > 0) {
    throw new BackupError('This database is newer than the backup. Restore into a new, empty one.');
  }
}

async function migrateTo(database: Database, migrations: string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    for (const name of migrations) {
      const { rowCount } = await client.query('select 1 from schema_migrations where name = $1', [name]);
      if (rowCount) continue;
      await client.query('begin');
      await client.query(readFileSync(new URL(name, MIGRATIONS), 'utf8'));
      await client.query('insert into schema_migrations (name) values ($1)', [name]);
      await client.query('commit');
    }
  } finally {
    client.release();
  }
}

/** `npm run restore -- <file>`: restores into the database of DATABASE_URL, or the embedded one in DATA_DIR. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { identity: { type: 'string' } }, allowPositionals: true });
  const [place] = positionals;
  if (!place) {
    console.error('Say which backup: npm run restore -- backups/planet-crew-….ndjson.gz [--identity <file>]');
    process.exit(1);
  }
  const env = readEnv(process.env);
  try {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    const database = await openDatabase(url ? { url } : { folder: env.DATA_DIR });
    const objects = getLocalFolder(env);
    const { rows, files } = await withLocalBackup({ env, fetch }, place, (file) =>
      restoreBackup(database, file, { objects, identity: values.identity }),
    );
    await database.close();
    const filesText = objects ? ` and ${files} uploaded files into ${objects}` : '; uploaded files are in the bucket';
    console.log(`${rows} rows restored${filesText}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await main();
