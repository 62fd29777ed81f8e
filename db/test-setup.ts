import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { DAY_MS } from '../time/units.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { startTestPooler } from './test-pooler.ts';
import { startTestPostgres } from './test-postgres.ts';

const TEMPLATE = 'planet_crew_template';
const TEMPLATE_CACHE_FOLDER = 'node_modules/.cache/test-databases';

/** Migrates one template database for the whole run; every test file gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE } = process.env;
  const isPostgres = TEST_DATABASE === 'postgres' || TEST_DATABASE === 'pooler';
  return isPostgres ? createPostgresTemplate(project, TEST_DATABASE === 'pooler') : prepareEmbeddedTemplate(project);
}

/** Creates the embedded template, or reuses one from the same day, because creating it takes longer than most tests. */
async function prepareEmbeddedTemplate(project: TestProject) {
  const snapshot = join(TEMPLATE_CACHE_FOLDER, `${computeFingerprint()}.tar`);
  if (!existsSync(snapshot)) {
    mkdirSync(TEMPLATE_CACHE_FOLDER, { recursive: true });
    removeOldTemplates();
    const temporaryFile = `${snapshot}.${process.pid}`;
    writeFileSync(temporaryFile, await createMigratedSnapshot());
    renameSync(temporaryFile, snapshot);
  }
  project.provide('testDatabase', { kind: 'embedded', snapshot });
  return async () => {};
}

/**
 * Hashes everything the template is made of, and the date, because migrations may write values that depend on the
 * current day.
 */
function computeFingerprint(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const file of [...globSync('db/**/*.{sql,ts}').sort(), 'package-lock.json']) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Removes templates older than a day; newer ones may be in use by another run. */
function removeOldTemplates(): void {
  for (const file of readdirSync(TEMPLATE_CACHE_FOLDER)) {
    if (statSync(join(TEMPLATE_CACHE_FOLDER, file)).mtimeMs < Date.now() - DAY_MS)
      rmSync(join(TEMPLATE_CACHE_FOLDER, file), { force: true });
  }
}

async function createMigratedSnapshot(): Promise<Uint8Array> {
  const database = await openDatabase({ snapshot: undefined });
  await migrate(database.pool);
  await dropTemplates(database.pool);
  await flushWriteAheadLog(database.pool);
  const snapshot = await database.embedded!.dump();
  await database.close();
  return snapshot;
}

/** Drops PostgreSQL's own templates. Nothing uses them, and each test file would unpack their 600 files again. */
async function dropTemplates(pool: pg.Pool): Promise<void> {
  await pool.query("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  await pool.query('drop database template0');
  await pool.query('drop database template1');
}

/** Writes everything to the tables, so test files don't have to carry and replay the write-ahead log. */
async function flushWriteAheadLog(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('set wal_recycle = off');
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
  client.release();
}

async function createPostgresTemplate(project: TestProject, isPooled: boolean) {
  const postgres = await startTestPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${TEMPLATE}`;
  const database = await openDatabase({ url: url.href });
  await migrate(database.pool);
  await database.close();
  const pooler = isPooled ? await startTestPooler(postgres.url) : undefined;
  project.provide('testDatabase', {
    kind: 'postgres',
    adminUrl: postgres.url,
    template: TEMPLATE,
    ...(pooler ? { poolerUrl: pooler.url } : {}),
  });
  return async () => {
    await pooler?.stop();
    await postgres.stop();
  };
}
