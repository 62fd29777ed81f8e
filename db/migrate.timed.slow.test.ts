import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { hasPostgres, startTestPostgres, type TestPostgres } from './test-postgres.ts';

/** A migration that adds a column to a table that every page reads. */
const PROFILES_MIGRATION = '0840_clock_hours.sql';
const LOOK_BUDGET = 60;
const LONGEST_WAIT_MS = 2_500;

describe.runIf(hasPostgres())('migrating on PostgreSQL', () => {
  let postgres: TestPostgres;
  let admin: pg.Pool;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    admin = new pg.Pool({ connectionString: postgres.url });
    // The server may end idle connections before the pool has closed them.
    admin.on('error', () => {});
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });
  async function createDatabase(name: string): Promise<string> {
    await admin.query(`create database ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  test('migrates an empty database exactly once when three nodes start at once', async () => {
    const url = await createDatabase('migrate_race');
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
    const appliedNames = await Promise.all(nodes.map((node) => migrate(node.pool)));
    expect(appliedNames.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('lets other connections read a table while its migration waits for a backup', async () => {
    const url = await createDatabase('migrate_beside_backup');
    const node = await openDatabase({ url });
    await migrate(node.pool);
    await node.pool.query('alter table user_profiles drop column clock_hours');
    await node.pool.query(`delete from schema_migrations where name = '${PROFILES_MIGRATION}'`);
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('begin; lock table user_profiles in access share mode');
    let isOver = false;
    const migrating = migrate(node.pool).finally(() => {
      isOver = true;
    });
    const delays: number[] = [];
    for (let look = 0; look < LOOK_BUDGET; look++) {
      const startedAt = performance.now();
      await backup.query('select pg_sleep(0.05)');
      await node.pool.query('select count(*) from user_profiles');
      delays.push(performance.now() - startedAt);
    }
    expect(isOver).toBe(false);
    expect(Math.max(...delays)).toBeLessThan(LONGEST_WAIT_MS);
    await backup.query('commit');
    expect(await migrating).toEqual([PROFILES_MIGRATION]);
    await backup.end();
    await node.close();
  });
});

test('initializes an embedded folder completely, migrates it once and keeps its data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-migrate-'));
  const first = await openDatabase({ folder });
  expect((await migrate(first.pool)).length).toBeGreaterThan(2);
  await first.pool.query("insert into auth.users (email) values ('kept@planet.example')");
  await first.close();
  const second = await openDatabase({ folder });
  expect(await migrate(second.pool)).toEqual([]);
  const { rows } = await second.pool.query('select email from auth.users');
  expect(rows).toEqual([{ email: 'kept@planet.example' }]);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

test('rolls back a failed migration completely and names it in the error', async () => {
  const database = await openDatabase({ snapshot: undefined });
  await database.pool.query('create table protocol_profiles (id int)');
  await expect(migrate(database.pool)).rejects.toThrow('Migration 0200_profiles.sql failed');
  const { rows } = await database.pool.query("select to_regclass('user_profiles') as left_behind");
  expect(rows[0].left_behind).toBeNull();
  await database.close();
});
