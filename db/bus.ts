import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** News between nodes: small JSON messages on named channels, at most 7,900 bytes each, best effort. */
export type Bus = {
  publish: (channel: string, payload: unknown) => Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe: (channel: string, listener: (payload: unknown) => void) => () => void;
  /** Hears that news may have been missed: the connection that listens broke and stands again. */
  onGap: (listener: () => void) => () => void;
  close: () => Promise<void>;
};

const PG_CHANNEL = 'planet_crew';
const RETRY_MS = 1_000;
/** A connection that a network has forgotten breaks nowhere: who listens asks, and takes silence for an end. */
const HEARTBEAT: Heartbeat = { everyMs: 10_000, withinMs: 5_000, connectMs: 5_000 };
type Heartbeat = { everyMs: number; withinMs: number; connectMs: number };

/** Names nobody's channel: the emitter's own word for a gap. */
const GAP_EVENT = Symbol('gap');

/**
 * PostgreSQL carries news over LISTEN/NOTIFY; the embedded database has one process, so an emitter serves. What a
 * transaction notifies (`pg_notify` of channel and payload as JSON) is heard of both after its commit, and only then.
 * @param pulse how often the connection that listens is asked whether it is there, how long it has to say so, and how
 *   long a new one has to stand
 */
export async function openBus(database: Database, url: string | undefined, pulse = HEARTBEAT): Promise<Bus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const subscribe: Bus['subscribe'] = (channel, listener) => {
    emitter.on(channel, listener);
    return () => emitter.off(channel, listener);
  };
  const onGap: Bus['onGap'] = (listener) => {
    emitter.on(GAP_EVENT, listener);
    return () => emitter.off(GAP_EVENT, listener);
  };
  if (database.kind === 'embedded' || !url) {
    await listenOnEmbedded(database.pool, PG_CHANNEL, (message) => {
      const { channel, payload } = JSON.parse(message) as { channel: string; payload: unknown };
      emitter.emit(channel, payload);
    });
    return {
      publish: async (channel, payload) => void emitter.emit(channel, payload),
      subscribe,
      onGap,
      close: async () => void emitter.removeAllListeners(),
    };
  }
  const node = randomUUID();
  const onMessage = (message: string) => {
    const { channel, payload, from } = JSON.parse(message) as { channel: string; payload: unknown; from?: string };
    if (from !== node) emitter.emit(channel, payload);
  };
  const listener = await listenOnPostgres(url, {
    channel: PG_CHANNEL,
    onMessage,
    onReconnect: () => emitter.emit(GAP_EVENT),
    pulse,
  });
  return {
    publish: async (channel, payload) => {
      // At once here, so that whoever caused the news finds it true on the page they open next.
      emitter.emit(channel, payload);
      const message = JSON.stringify({ channel, payload, from: node });
      // What the news are about is saved already: whoever caused them must not be told that it may not be.
      await database.pool.query('select pg_notify($1, $2)', [PG_CHANNEL, message]).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    },
    subscribe,
    onGap,
    close: async () => {
      emitter.removeAllListeners();
      await listener.close();
    },
  };
}

/**
 * All connections of the embedded database are one session of it: what it has to tell comes with the answer to whoever
 * commits.
 */
async function listenOnEmbedded(pool: pg.Pool, channel: string, onMessage: (message: string) => void): Promise<void> {
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('notification', (notice) => {
      if (notice.channel === channel && notice.payload) onMessage(notice.payload);
    });
  });
  await pool.query(`listen "${channel}"`);
}

/**
 * Hears what is notified on one channel of PostgreSQL itself, such as that there are jobs.
 * @param onReconnect called when something may have been missed
 */
export async function listenOnChannel(
  database: Database,
  url: string | undefined,
  channel: string,
  { onMessage, onReconnect }: Pick<ListenOptions, 'onMessage' | 'onReconnect'>,
): Promise<{ close: () => Promise<void> }> {
  if (database.kind === 'postgres' && url)
    return listenOnPostgres(url, { channel, onMessage, onReconnect, pulse: HEARTBEAT });
  let closed = false;
  await listenOnEmbedded(database.pool, channel, (message) => void (closed || onMessage(message)));
  return {
    close: async () => {
      closed = true;
    },
  };
}

type ListenOptions = {
  channel: string;
  onMessage: (message: string) => void;
  onReconnect: () => void;
  pulse: Heartbeat;
};

async function listenOnPostgres(url: string, { channel, onMessage, onReconnect, pulse }: ListenOptions) {
  let closed = false;
  let hasListened = false;
  let client: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: pulse.connectMs,
      query_timeout: pulse.withinMs,
    });
    next.on('notification', (notice) => notice.payload && onMessage(notice.payload));
    next.on('error', () => {});
    next.on('end', () => {
      if (client === next) client = undefined;
      reconnectSoon();
    });
    try {
      await next.connect();
      await next.query(`listen "${channel}"`);
    } catch (error) {
      // Whoever answers too late must not hear beside the one that comes after.
      next.end().catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    if (hasListened) onReconnect();
    hasListened = true;
  };
  let waiting = false;
  // A connection that cannot be made ends as well: both ways lead here, and one of them is enough.
  const reconnectSoon = () => {
    if (closed || waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!closed && !client) connect().catch(reconnectSoon);
    }, RETRY_MS).unref();
  };
  await connect();
  const ping = () => {
    const asked = client;
    // With a question open it does not wait for a goodbye: the end leads to a new one.
    asked?.query('select').catch(() => asked.end().catch(() => {}));
  };
  const beat = setInterval(ping, pulse.everyMs);
  beat.unref();
  return {
    close: async () => {
      closed = true;
      clearInterval(beat);
      await client?.end();
    },
  };
}
