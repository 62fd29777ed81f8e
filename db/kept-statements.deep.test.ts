import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { keepStatements, prepared } from './prepared.ts';
import { hasPostgres, startTestPostgres, type TestPostgres } from './test-postgres.ts';

describe.skipIf(!hasPostgres())('statements that PostgreSQL keeps', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = await openDatabase({ url: postgres.url, connections: 1 });
    await database.db.execute(sql`create table things (id int, word varchar(5))`);
    await database.db.execute(sql`insert into things values (1, 'one')`);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const names = async () =>
    (await database.db.execute<{ name: string }>(sql`select name from pg_prepared_statements`)).rows.length;

  test('have a name only where connections are sessions, and none in transactions', async () => {
    const read = prepared<{ id: number }, { word: string }>(({ id }) => sql`select word from things where id = ${id}`);
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one' }]);
    expect(await names()).toBe(0);
    keepStatements(database.db);
    expect(await database.db.transaction((tx) => read(tx, { id: 1 }))).toEqual([{ word: 'one' }]);
    expect(await names()).toBe(0);
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one' }]);
    expect(await read(database.db, { id: 2 })).toEqual([]);
    expect(await names()).toBe(1);
  });

  test('are answered all the same when a migration changes what they return', async () => {
    const read = prepared<{ id: number }, { word: string }>(({ id }) => sql`select * from things where id = ${id}`);
    for (let time = 0; time < 7; time += 1) await read(database.db, { id: 1 });
    await database.db.execute(sql`alter table things add column more text default 'more'`);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one', id: 1, more: 'more' }]);
    expect(asked.mock.calls.length).toBe(2);
    asked.mockClear();
    // The connection that kept the old one has left the pool.
    expect(await read(database.db, { id: 1 })).toHaveLength(1);
    expect(asked.mock.calls.length).toBe(1);
    asked.mockRestore();
  });
});
