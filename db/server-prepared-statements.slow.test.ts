import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { enablePreparedStatements, prepareStatement } from './prepared-statements.ts';
import { hasPooler, startTestPooler, type TestPooler } from './test-pooler.ts';
import { hasPostgres, startTestPostgres, type TestPostgres } from './test-postgres.ts';

describe.skipIf(!hasPostgres())('the pool on PostgreSQL', () => {
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

  const countPrepared = async () =>
    (await database.db.execute<{ name: string }>(sql`select name from pg_prepared_statements`)).rows.length;

  test("uses named prepared statements only once they're enabled, and never in transactions", async () => {
    const read = prepareStatement<{ id: number }, { word: string }>(
      ({ id }) => sql`select word from things where id = ${id}`,
    );
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one' }]);
    expect(await countPrepared()).toBe(0);
    enablePreparedStatements(database.db, 'session');
    expect(await database.db.transaction((tx) => read(tx, { id: 1 }))).toEqual([{ word: 'one' }]);
    expect(await countPrepared()).toBe(0);
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one' }]);
    expect(await read(database.db, { id: 2 })).toEqual([]);
    expect(await countPrepared()).toBe(1);
  });

  test("returns rows after a migration changes a statement's result type", async () => {
    const read = prepareStatement<{ id: number }, { word: string }>(
      ({ id }) => sql`select * from things where id = ${id}`,
    );
    for (let time = 0; time < 7; time += 1) await read(database.db, { id: 1 });
    await database.db.execute(sql`alter table things add column more text default 'more'`);
    const querySpy = vi.spyOn(pg.Client.prototype, 'query');
    expect(await read(database.db, { id: 1 })).toEqual([{ word: 'one', id: 1, more: 'more' }]);
    expect(querySpy.mock.calls.length).toBe(2);
    querySpy.mockClear();
    // The connection with the old statement has left the pool.
    expect(await read(database.db, { id: 1 })).toHaveLength(1);
    expect(querySpy.mock.calls.length).toBe(1);
    querySpy.mockRestore();
  });
});

const CONNECTION_COUNT = 2;
/** More runs than the miss limit, because some runs still hit when the pooler lends the same connection again. */
const RUNS_PAST_MISS_LIMIT = 2_200;
/** Values that SQL text could misinterpret. */
const VALUES = [
  { one: "it's", many: ["it's", 'a "word"', 'back\\slash', 'a, b', '{}', ''], number: 1, truth: true, none: null },
  { one: 'back\\slash $1; drop table things --', many: [], number: -2.5, truth: false, none: null },
  { one: 'Größe 🏀\n\ttab', many: ['null', 'NULL'], number: 0, truth: true, none: null },
];

const withPooler = 'statements that PostgreSQL keeps behind a pooler';
const canRun = hasPostgres() && hasPooler();
describe.runIf(canRun)(canRun ? withPooler : `${withPooler} (skipped: no PgBouncer)`, () => {
  let postgres: TestPostgres;
  let pooler: TestPooler;
  let database: Database;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    pooler = await startTestPooler(postgres.url, CONNECTION_COUNT);
    database = await openDatabase({ url: pooler.url, connections: 3 * CONNECTION_COUNT });
    enablePreparedStatements(database.db, 'server');
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
    await postgres.stop();
  });

  type Given = (typeof VALUES)[number];
  const read = prepareStatement<Given, Given>(
    ({ one, many, number, truth, none }) => sql`
      select ${one}::text as one, ${many}::text[] as many, ${number}::float8 as number, ${truth}::boolean as truth,
             ${none}::text as none`,
  );
  const countPrepared = async () =>
    (await database.db.execute<{ name: string }>(sql`select name from pg_prepared_statements`)).rows.length;

  test('runs prepared statements on any connection that the pooler hands out', async () => {
    for (let time = 0; time < 5; time += 1) {
      const results = await Promise.all([...VALUES, ...VALUES].map((values) => read(database.db, values)));
      expect(results).toEqual([...VALUES, ...VALUES].map((values) => [values]));
    }
    expect(await countPrepared()).toBe(1);
    const querySpy = vi.spyOn(pg.Client.prototype, 'query');
    await read(database.db, VALUES[0]!);
    expect(querySpy.mock.calls.length).toBe(1);
    querySpy.mockRestore();
  });

  test('prepares statements again when a connection has lost them', async () => {
    await database.db.execute(sql`deallocate all`);
    expect(await read(database.db, VALUES[1]!)).toEqual([VALUES[1]]);
    expect(await read(database.db, VALUES[1]!)).toEqual([VALUES[1]]);
  });

  test('reports an invalid value with the same error as a regular statement', async () => {
    const number = prepareStatement<{ a: string }, { a: number }>(({ a }) => sql`select ${a}::int as a`);
    for (let time = 0; time < 3; time += 1) {
      await expect(number(database.db, { a: 'x' })).rejects.toMatchObject({ cause: { code: '22P02' } });
      await expect(number(database.db, { a: '1\0' })).rejects.toMatchObject({ cause: { code: '22021' } });
      expect(await number(database.db, { a: '7' })).toEqual([{ a: 7 }]);
    }
  });

  test('returns rows through the pooler after a migration changes their result type', async () => {
    await database.db.execute(sql`create table things (id int, word varchar(5))`);
    await database.db.execute(sql`insert into things values (1, 'one')`);
    const things = prepareStatement<{ id: number }, { word: string }>(
      ({ id }) => sql`select * from things where id = ${id}`,
    );
    for (let time = 0; time < 7; time += 1) await things(database.db, { id: 1 });
    await database.db.execute(sql`alter table things add column more text default 'more'`);
    for (let time = 0; time < 4; time += 1) {
      expect(await things(database.db, { id: 1 })).toEqual([{ word: 'one', id: 1, more: 'more' }]);
    }
  });

  test('stops using prepared statements when no connection keeps them', async () => {
    const other = await openDatabase({ url: pooler.url, connections: 1 });
    enablePreparedStatements(other.db, 'server');
    const querySpy = vi.spyOn(pg.Client.prototype, 'query');
    for (let time = 0; time < RUNS_PAST_MISS_LIMIT; time += 1) {
      await read(other.db, VALUES[0]!);
      await other.db.execute(sql`deallocate all`);
    }
    querySpy.mockClear();
    expect(await read(other.db, VALUES[0]!)).toEqual([VALUES[0]]);
    expect(querySpy.mock.calls.length).toBe(1);
    querySpy.mockRestore();
    await other.close();
  });
});
