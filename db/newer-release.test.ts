import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { findNewerRelease, formatNewerRelease, migrate, NewerDatabaseError } from './migrate.ts';
import { openTestDatabase } from './test-database.ts';

let database: Database | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});

/** Opens a migrated database, in which a newer release has run one more migration. */
async function openNewer(release: string | null, stopsOlder: boolean): Promise<Database> {
  database = await openTestDatabase();
  await database.pool.query(
    "insert into schema_migrations (name, release, stops_older) values ('99991231T0000_later.sql', $1, $2)",
    [release, stopsOlder],
  );
  return database;
}

describe('a node that is older than its database', () => {
  it('finds which release has migrated it further', async () => {
    const { pool } = await openNewer('9.1.0', false);
    expect(await findNewerRelease(pool)).toEqual({ release: '9.1.0', stopsOlder: false });
    expect(await migrate(pool, '0.3.0')).toEqual([]);
  });

  it('refuses to migrate when older releases must stop, and names the version', async () => {
    const { pool } = await openNewer('9.1.0', true);
    const refusal = migrate(pool, '0.3.0');
    await expect(refusal).rejects.toThrow(NewerDatabaseError);
    await expect(refusal).rejects.toThrow('This node is version 0.3.0, but version 9.1.0 has migrated the database');
  });

  it('still refuses when a compatible migration came last', async () => {
    const { pool } = await openNewer('9.1.0', true);
    await pool.query(`insert into schema_migrations (name, release) values ('99991231T0001_last.sql', '9.2.0')`);
    expect(await findNewerRelease(pool)).toEqual({ release: '9.2.0', stopsOlder: true });
  });

  it.each([
    ['9.1.0', 'version 9.1.0 has'],
    ['0.3.0', 'a newer build has'],
    [null, 'a newer build has'],
  ])('says what to do after a migration of release %s', (release, newer) => {
    expect(formatNewerRelease({ release, stopsOlder: false }, '0.3.0')).toBe(
      `This node is version 0.3.0, but ${newer} migrated the database. It runs, but upgrade it soon.`,
    );
  });
});

describe('a node of the same release as its database', () => {
  it('finds no newer release', async () => {
    database = await openTestDatabase();
    expect(await findNewerRelease(database.pool)).toBeUndefined();
  });

  it('names itself with the migrations that it runs', async () => {
    database = await openDatabase({ snapshot: undefined });
    expect(await findNewerRelease(database.pool)).toBeUndefined();
    await migrate(database.pool, '9.1.0');
    const { rows } = await database.pool.query(
      'select release, stops_older from schema_migrations order by name desc limit 1',
    );
    expect(rows).toEqual([{ release: '9.1.0', stops_older: false }]);
  });
});
