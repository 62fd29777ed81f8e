import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serveConnections } from './embedded-connections.ts';

/**
 * Time limit for an answer. The socket server's own queue makes everyone wait forever in two cases: issues 985 and 1046
 * of electric-sql/pglite, both open in version 0.2.17, which we pin.
 */
const DEADLINE_MS = 10_000;

let folder: string;
let db: PGlite;
let end: () => Promise<void>;
const clients: pg.Client[] = [];
/** A fault to inject: runs before the database sees the next messages that include this type. */
let fault: { type: string; act: () => Promise<void> } | undefined;

/** Lists the types of protocol messages. The first message of a connection has no type and is left out. */
function listTypes(messages: Uint8Array): string[] {
  const view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength);
  const types: string[] = [];
  for (let index = 0; messages[index] && index + 5 <= messages.length; index += 1 + view.getInt32(index + 1)) {
    types.push(String.fromCharCode(messages[index]!));
  }
  return types;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planet-crew-locks-'));
  db = await PGlite.create();
  const speak = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = async (message, options) => {
    const { type, act } = fault ?? {};
    if (type && listTypes(message).includes(type)) {
      fault = undefined;
      await act!();
    }
    return speak(message, options);
  };
  end = await serveConnections(db, join(folder, '.s.PGSQL.5432'));
});
afterEach(() => {
  fault = undefined;
  for (const client of clients.splice(0)) kill(client);
});
afterAll(async () => {
  // If a connection hangs forever, closing would too.
  await Promise.race([end().then(() => db.close()), pause(1_000)]);
  rmSync(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host: folder, user: 'postgres', database: 'postgres' },
    connectionTimeoutMillis: DEADLINE_MS,
  });
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  return client;
}

/** Ends a connection abruptly, like a killed process. */
const kill = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();

/** Returns the response, or gives up at the deadline. */
const answerInTime = <T>(query: Promise<T>): Promise<T | 'waits for ever'> =>
  Promise.race([query, pause(DEADLINE_MS, 'waits for ever' as const, { ref: false })]);

const selectOne = async (client: pg.Client) => (await client.query('select $1::int as one', [1])).rows[0].one;

test('answers other connections when one dies while idle in its transaction', async () => {
  const [holder, waitingClient, laterClient] = [await connect(), await connect(), await connect()];
  await holder.query('begin');
  await holder.query('set local statement_timeout = 1000');
  const queries = [selectOne(waitingClient), selectOne(laterClient)];
  await pause(100);
  kill(holder);
  expect(await answerInTime(Promise.all(queries))).toEqual([1, 1]);
  expect(await answerInTime(selectOne(await connect()))).toBe(1);
});

test('answers other connections when one dies while its transaction is starting', async () => {
  const [dying, waitingClient] = [await connect(), await connect()];
  const connectionLost = new Promise<void>((resolve) => {
    fault = {
      type: 'Q',
      act: async () => {
        kill(dying);
        await pause(200);
        resolve();
      },
    };
  });
  void dying.query('begin').catch(() => {});
  await connectionLost;
  expect(await answerInTime(selectOne(waitingClient))).toBe(1);
  // The next connection isn't inside the dead connection's transaction.
  const { rows } = await waitingClient.query('select now() = statement_timestamp() as outside');
  expect(rows).toEqual([{ outside: true }]);
});

test.each([
  ['statement', 'P'],
  ['values', 'B'],
  ['execution', 'E'],
])("answers other connections when the database crashes on one connection's %s", async (_, type) => {
  const [interrupted, waitingClient, laterClient] = [await connect(), await connect(), await connect()];
  fault = {
    type,
    act: async () => {
      throw new Error('It broke down.');
    },
  };
  const failedQuery = selectOne(interrupted).catch((error: Error) => error.message);
  const queries = [selectOne(waitingClient), selectOne(laterClient)];
  expect(await answerInTime(failedQuery)).toMatch(/terminated/);
  expect(await answerInTime(Promise.all(queries))).toEqual([1, 1]);
  expect(await answerInTime(selectOne(await connect()))).toBe(1);
});

test('rolls back a transaction and answers other connections when the database crashes inside it', async () => {
  const [interrupted, waitingClient] = [await connect(), await connect()];
  await waitingClient.query('create table entries (value int)');
  await interrupted.query('begin');
  await interrupted.query('insert into entries values (1)');
  fault = {
    type: 'P',
    act: async () => {
      throw new Error('It broke down.');
    },
  };
  const query = waitingClient.query('select count(*)::int as found from entries');
  const failedQuery = selectOne(interrupted).catch((error: Error) => error.message);
  expect(await answerInTime(failedQuery)).toMatch(/terminated/);
  expect(await answerInTime(query.then(({ rows }) => rows))).toEqual([{ found: 0 }]);
});

test('never mixes up statements of concurrent connections', async () => {
  const manyClients = await Promise.all(Array.from({ length: 6 }, connect));
  const queries = manyClients.map(async (client, number) => {
    for (let round = 0; round < 20; round += 1) {
      const text = number % 2 ? 'select $1::int as value' : 'select $1::int as value, $2::text as word';
      const { rows } = await client.query(text, number % 2 ? [round] : [round, 'word']);
      if (rows[0].value !== round) return rows;
    }
    return 'its own';
  });
  expect(await answerInTime(Promise.all(queries))).toEqual(manyClients.map(() => 'its own'));
});
