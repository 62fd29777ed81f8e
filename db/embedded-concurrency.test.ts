import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ snapshot: undefined });
  await database.pool.query('create table entries (writer int, entry int, note text)');
});
afterAll(() => database.close());

/** Runs a transaction of several statements, with pauses in which other connections try to interfere. */
async function runTransaction(writer: number, entry: number): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into entries (writer, entry, note) values ($1, $2, $3)', [writer, entry, 'first']);
    await client.query('update entries set note = $1 where writer = $2 and entry = $3', ['second', writer, entry]);
    await client.query(entry % 3 === 0 ? 'rollback' : 'commit');
  } finally {
    client.release();
  }
}

test('never mixes up statements of concurrent connections, inside or outside transactions', async () => {
  const rounds = Array.from({ length: 60 }, (_, index) => index);
  const results = await Promise.all(
    rounds.flatMap((index) => [
      runTransaction(index % 8, index),
      database.pool.query('select $1::int as one', [index]).then(({ rows }) => rows[0].one === index),
      database.pool
        .query('select $1::int as one, $2::text as two', [index, `t${index}`])
        .then(({ rows }) => rows[0].two === `t${index}`),
      database.pool
        .query('select $1::text || $2 || $3 as all', [index, '-', index])
        .then(({ rows }) => rows[0].all === `${index}-${index}`),
    ]),
  );
  expect(results.filter((answer) => answer === false)).toEqual([]);
  const { rows } = await database.pool.query(
    'select count(*) as kept, count(*) filter (where note <> $1) as torn from entries',
    ['second'],
  );
  expect(rows[0]).toEqual({ kept: rounds.filter((index) => index % 3 !== 0).length, torn: 0 });
});

test('leaves other connections unaffected when a statement fails', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0
        ? database.pool.query('select $1::int / 0', [index])
        : database.pool.query('select $1::int as value', [index]).then(({ rows }) => rows[0].value),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(10);
  expect(outcomes.filter((outcome, index) => outcome.status === 'fulfilled' && outcome.value !== index)).toEqual([]);
});

test('rolls back the transaction of a dead connection without blocking others', async () => {
  const client = await database.pool.connect();
  client.on('error', () => {});
  await client.query('begin');
  await client.query('insert into entries (writer, entry, note) values ($1, $2, $3)', [99, 99, 'lost']);
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  const { rows } = await database.pool.query('select count(*) as found from entries where writer = $1', [99]);
  expect(rows[0].found).toBe(0);
  client.release(true);
});

/** Ends a connection abruptly, like a killed process. */
const kill = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

async function connectQuietly(): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  client.on('error', () => {});
  return client;
}

test('commits all other transactions when a connection dies at any moment', async () => {
  const rounds = Array.from({ length: 24 }, (_, index) => index);
  const dying = rounds.map(async (index) => {
    const client = await connectQuietly();
    await client.query('begin');
    const unansweredQuery = client.query('insert into entries (writer, entry, note) values (200, $1, $2)', [
      index,
      'lost',
    ]);
    if (index % 2) await unansweredQuery;
    kill(client);
    await unansweredQuery.catch(() => {});
    client.release(true);
  });
  const survivors = rounds.map((index) => runTransaction(100 + (index % 4), index));
  await Promise.all([...dying, ...survivors]);
  const { rows } = await database.pool.query(
    `select count(*) filter (where writer = 200) as lost, count(*) filter (where writer < 200) as kept,
            count(*) filter (where note <> 'second') as torn
       from entries where writer between 100 and 200`,
  );
  expect(rows[0]).toEqual({ lost: 0, kept: rounds.filter((index) => index % 3 !== 0).length, torn: 0 });
});

test('keeps answering other connections when one dies before its transaction begins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const client = await connectQuietly();
    const unansweredQuery = client.query('begin').catch(() => {});
    // The connection dies at a different moment each round, from "not sent yet" to "answered".
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
    kill(client);
    await unansweredQuery;
    client.release(true);
  }
  const { rows } = await database.pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});
