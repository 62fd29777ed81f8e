import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Database } from './database.ts';

/** News between nodes: small JSON messages on named channels, at most 7,900 bytes each, best effort. */
export type Bus = {
  publish: (channel: string, payload: unknown) => Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe: (channel: string, listener: (payload: unknown) => void) => () => void;
  close: () => Promise<void>;
};

const PG_CHANNEL = 'planet_crew';
const RETRY_MS = 1_000;

/** PostgreSQL carries news over LISTEN/NOTIFY; the embedded database has one process, so an emitter serves. */
export async function openBus(database: Database, url: string | undefined): Promise<Bus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const subscribe: Bus['subscribe'] = (channel, listener) => {
    emitter.on(channel, listener);
    return () => emitter.off(channel, listener);
  };
  if (database.kind === 'embedded' || !url) {
    return {
      publish: async (channel, payload) => void emitter.emit(channel, payload),
      subscribe,
      close: async () => void emitter.removeAllListeners(),
    };
  }
  const node = randomUUID();
  const listener = await listen(url, (message) => {
    const { channel, payload, from } = JSON.parse(message) as { channel: string; payload: unknown; from?: string };
    if (from !== node) emitter.emit(channel, payload);
  });
  return {
    publish: async (channel, payload) => {
      // At once here, so that whoever caused the news finds it true on the page they open next.
      emitter.emit(channel, payload);
      const message = JSON.stringify({ channel, payload, from: node });
      await database.pool.query('select pg_notify($1, $2)', [PG_CHANNEL, message]);
    },
    subscribe,
    close: async () => {
      emitter.removeAllListeners();
      await listener.close();
    },
  };
}

async function listen(url: string, onMessage: (message: string) => void) {
  let closed = false;
  let client: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url });
    next.on('notification', (notice) => notice.payload && onMessage(notice.payload));
    next.on('error', () => {});
    next.on('end', again);
    await next.connect();
    await next.query(`listen ${PG_CHANNEL}`);
    client = next;
  };
  let waiting = false;
  // A connection that cannot be made ends as well: both ways lead here, and one of them is enough.
  const again = () => {
    if (closed || waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!closed) connect().catch(again);
    }, RETRY_MS).unref();
  };
  await connect();
  return {
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
