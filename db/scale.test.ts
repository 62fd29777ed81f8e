import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from './test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Ties = { tables: number; foreign_keys: number; to_people: number; unique_beyond_people: number };

/** Counts tables, foreign keys and unique indexes. Those across users don't work in a cluster sharded by user. */
async function countCrossUserConstraints(): Promise<Ties> {
  const { rows } = await database.pool.query<Ties>(`
    with ours as (
      select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')),
    keys as (select k.* from pg_constraint k join ours on ours.oid = k.conrelid where k.contype = 'f'),
    of_people as (select conrelid, conkey from keys where confrelid = 'auth.users'::regclass)
    select (select count(*)::int from ours) as tables,
           (select count(*)::int from keys) as foreign_keys,
           (select count(*)::int from of_people) as to_people,
           (select count(*)::int from pg_index i join ours on ours.oid = i.indrelid
             where i.indisunique and not exists (select 1 from of_people p
                                                  where p.conrelid = i.indrelid and p.conkey <@ i.indkey::smallint[]))
             as unique_beyond_people`);
  return rows[0]!;
}

test('has the current counts of tables, foreign keys and unique indexes in docs/scale.md', async () => {
  const {
    tables,
    foreign_keys: keys,
    to_people: people,
    unique_beyond_people: unique,
  } = await countCrossUserConstraints();
  expect(readFileSync('docs/scale.md', 'utf8')).toContain(
    `${tables} tables, ${keys} foreign keys (${people} of them to users) and ${unique} unique indexes without a user column`,
  );
});
