import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from './database.ts';
import { parseTextRows, prepareStatement, prepareStatementFor, toJsonList, toTextRows } from './prepared-statements.ts';
import { openTestDatabase } from './test-database.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await openTestDatabase();
  db = database.db;
  close = database.close;
});
afterAll(() => close());

test('builds a statement once and runs it with new values each time, also in transactions', async () => {
  let buildCount = 0;
  const sum = prepareStatement<{ a: number; b: number }, { sum: number }>(({ a, b }) => {
    buildCount += 1;
    return sql`select ${a}::int + ${b}::int + ${a}::int + ${100}::int as sum`;
  });
  expect(await sum(db, { a: 1, b: 2 })).toEqual([{ sum: 104 }]);
  expect(await db.transaction((tx) => sum(tx, { b: 20, a: 10 }))).toEqual([{ sum: 140 }]);
  expect(buildCount).toBe(1);
});

test('sends a value that a statement uses several times only once', async () => {
  const values = prepareStatement<{ a: number }, { mine: number[]; text: string }>(({ a }) => {
    const manyParameters = sql.join(
      Array.from({ length: 12 }, () => sql`${a}::int`),
      sql`, `,
    );
    return sql`select array[${manyParameters}, ${7}::int] as mine, '$12' as text`;
  });
  const { session } = db._;
  const queries: unknown[][] = [];
  const { prepareQuery } = session;
  session.prepareQuery = function (this: typeof session, ...args: Parameters<typeof prepareQuery>) {
    queries.push(args[0].params);
    return prepareQuery.apply(this, args);
  } as typeof prepareQuery;
  const [row] = await values(db, { a: 3 });
  session.prepareQuery = prepareQuery;
  expect(row).toEqual({ mine: [...Array.from({ length: 12 }, () => 3), 7], text: '$12' });
  expect(queries).toEqual([[3, 7]]);
});

test('builds a separate statement for each value that its text depends on', async () => {
  const read = prepareStatementFor<{ word: string }, { a: number }, { word: string; a: number }>(
    ({ a }, { word }) => sql`select ${sql.raw(`'${word}'`)} as word, ${a}::int as a`,
  );
  const [one, other] = [{ word: 'one' }, { word: 'other' }];
  expect(await read(one, db, { a: 1 })).toEqual([{ word: 'one', a: 1 }]);
  expect(await read(other, db, { a: 2 })).toEqual([{ word: 'other', a: 2 }]);
  expect(await read(one, db, { a: 3 })).toEqual([{ word: 'one', a: 3 }]);
});

test('returns rows as an ordered list, empty when there are none', async () => {
  const read = prepareStatement<{ most: number }, { some: { n: number }[]; none: unknown[] }>(
    ({ most }) => sql`
      select ${toJsonList(sql`select n from generate_series(1, ${most}::int) n order by n desc`)} as some,
             ${toJsonList(sql`select 1 where false`)} as none`,
  );
  expect(await read(db, { most: 3 })).toEqual([{ some: [{ n: 3 }, { n: 2 }, { n: 1 }], none: [] }]);
});

test('returns rows encoded as one text that parses back to the same values', async () => {
  const texts = ['plain', 'with \u001e and \u001f', 'a\nline, "quoted" \\', ''];
  const read = prepareStatement<{ words: string[]; most: number }, { found: string }>(
    ({ words, most }) => sql`
      select ${toTextRows(
        [sql`n`, sql`to_json(word)`, sql`case when n > 2 then n * 10 end`],
        sql`unnest(${words}::text[]) with ordinality w (word, n) where n <= ${most}::int`,
        sql`n desc`,
      )} as found`,
  );
  const listRows = async (most: number) => parseTextRows((await read(db, { words: texts, most }))[0]!.found);
  expect((await listRows(4)).map(([n, json, more]) => [n, JSON.parse(json!), more])).toEqual([
    ['4', texts[3], '40'],
    ['3', texts[2], '30'],
    ['2', texts[1], ''],
    ['1', texts[0], ''],
  ]);
  expect(await listRows(0)).toEqual([]);
});
