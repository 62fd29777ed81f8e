import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const source = inject('testDatabase');

test.runIf(source.kind === 'postgres')(
  'three nodes that start at once migrate an empty database exactly once',
  async () => {
    const { adminUrl } = source as { adminUrl: string };
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query('create database migrate_race');
    const url = new URL(adminUrl);
    url.pathname = '/migrate_race';
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase({ url: url.href })));
    const applied = await Promise.all(nodes.map((node) => migrate(node.pool)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
    await admin.end();
  },
);

test('an embedded folder is initialised whole, migrated once and keeps what was written', async () => {
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

test('a migration that fails leaves nothing of itself behind and is named', async () => {
  const database = await openDatabase({ snapshot: undefined });
  await database.pool.query('create table protocol_profiles (id int)');
  await expect(migrate(database.pool)).rejects.toThrow('Migration 0200_profiles.sql failed');
  const { rows } = await database.pool.query("select to_regclass('user_profiles') as left_behind");
  expect(rows[0].left_behind).toBeNull();
  await database.close();
});
