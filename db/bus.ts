import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** A message bus between nodes: small JSON messages on named channels, at most 7,900 bytes each, best effort. */
export type Bus = {
  publish: (channel: string, payload: unknown) => Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe: (channel: string, listener: (payload: unknown) => void) => () => void;
  /** Calls the listener when messages may have been missed because the listening connection was reopened. */
  onGap: (listener: () => void) => () => void;
  close: () => Promise<void>;
};

const PG_CHANNEL = 'planet_crew';
const RETRY_MS = 1_000;
/** Pings that detect a dead connection, because no error is reported when the network silently drops one. */
const HEARTBEAT: Heartbeat = { everyMs: 10_000, withinMs: 5_000, connectMs: 5_000 };
type Heartbeat = { everyMs: number; withinMs: number; connectMs: number };

/** The emitter's event for a gap. It's a symbol, so it can't clash with a channel name. */
const GAP_EVENT = Symbol('gap');

/**
 * Opens the bus. PostgreSQL carries messages over LISTEN/NOTIFY; the embedded database has one process, so an emitter
 * is enough. With both, messages a transaction sends (`pg_notify` of channel and payload as JSON) arrive only after its
 * commit.
 * @param pulse how often the listening connection is pinged, how long it has to respond, and how long a new one has
 *   to connect
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
      // Emit locally right away, so users see their own changes on the next page they open.
      emitter.emit(channel, payload);
      const message = JSON.stringify({ channel, payload, from: node });
      // Ignore the failure, because the change is already saved and an error would make its author think it wasn't.
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
 * Listens on every connection of the embedded database. They share one session, and a notification arrives with the
 * response to the connection that commits.
 */
async function listenOnEmbedded(pool: pg.Pool, channel: string, onMessage: (message: string) => void): Promise<void> {
  const seenClients = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seenClients.has(client)) return;
    seenClients.add(client);
    client.on('notification', (notice) => {
      if (notice.channel === channel && notice.payload) onMessage(notice.payload);
    });
  });
  await pool.query(`listen "${channel}"`);
}

/**
 * Listens to one channel of PostgreSQL itself, for example for new jobs.
 * @param onReconnect called when messages may have been missed
 */
export async function listenOnChannel(
  database: Database,
  url: string | undefined,
  channel: string,
  { onMessage, onReconnect }: Pick<ListenOptions, 'onMessage' | 'onReconnect'>,
): Promise<{ close: () => Promise<void> }> {
  if (database.kind === 'postgres' && url)
    return listenOnPostgres(url, { channel, onMessage, onReconnect, pulse: HEARTBEAT });
  let isClosed = false;
  await listenOnEmbedded(database.pool, channel, (message) => void (isClosed || onMessage(message)));
  return {
    close: async () => {
      isClosed = true;
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
  let isClosed = false;
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
      // A connection that opens too late must not listen alongside its replacement.
      next.end().catch(() => {});
      throw error;
    }
    if (isClosed) return next.end();
    client = next;
    if (hasListened) onReconnect();
    hasListened = true;
  };
  let isReconnecting = false;
  // A connection that fails to open also emits `end`, so this may be called twice. Only the first call reconnects.
  const reconnectSoon = () => {
    if (isClosed || isReconnecting) return;
    isReconnecting = true;
    setTimeout(() => {
      isReconnecting = false;
      if (!isClosed && !client) connect().catch(reconnectSoon);
    }, RETRY_MS).unref();
  };
  await connect();
  const ping = () => {
    const pingedClient = client;
    // While a query is pending, `end` closes the connection immediately. The `end` event then triggers the reconnect.
    pingedClient?.query('select').catch(() => pingedClient.end().catch(() => {}));
  };
  const beat = setInterval(ping, pulse.everyMs);
  beat.unref();
  return {
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      await client?.end();
    },
  };
}
