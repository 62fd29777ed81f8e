import type { Socket } from 'node:net';
import pg from 'pg';
import { createTimeoutError, isBrokenConnection, markConnectionError } from './database-unavailable.ts';
import { startWait } from './time-budget.ts';

/**
 * Milliseconds to wait for a connection, including the pool's queue, and for one statement when the caller has no
 * deadline.
 */
export type PoolTimeouts = { connectMs: number; statementMs: number };

const CANCEL_MS = 2_000;
/**
 * How long idle connections stay open. Opening one costs PostgreSQL a process and a login. With the driver's default of
 * ten seconds, eight nodes reopened all their connections for each burst, and requests took five times as long.
 */
const IDLE_MS = 60_000;

/** Internals that the driver's types leave out. */
type DriverInternals = {
  connection: { stream: Socket };
  /** False once the connection is known to be broken. */
  _queryable: boolean;
  host: string;
  port: number;
  processID: number;
  secretKey: number;
};
type CancelConnection = pg.Connection & {
  connect: (port: number, host: string) => void;
  cancel: (processID: number, secretKey: number) => void;
};
const getDriverInternals = (client: pg.PoolClient) => client as unknown as DriverInternals;

type Query = (...args: unknown[]) => unknown;

/**
 * Creates a pool whose connections may die, freeze or be refused at any time without affecting others. A connection
 * that breaks while in use fails only its statement, one that doesn't answer in time is closed, and broken ones leave
 * the pool even if they're never released.
 * @param timeouts without them, callers wait forever. Leave them out only in tools, which people can stop, and for the
 * embedded database, which is always available
 */
export function createPool(config: pg.PoolConfig, timeouts?: PoolTimeouts): pg.Pool {
  const pool = new pg.Pool({
    idleTimeoutMillis: IDLE_MS,
    ...config,
    keepAlive: true,
    ...(timeouts ? { connectionTimeoutMillis: timeouts.connectMs } : {}),
  });
  // Ignore idle connections that die. The pool opens a new one when it needs one.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // Without a listener, losing a connection that's in use would crash the process.
    client.on('error', markConnectionError);
    client.query = withStatementTimeout(client, timeouts?.statementMs) as typeof client.query;
  });
  const takeClient = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = ((callback?: (error: Error | undefined, client?: pg.PoolClient, release?: unknown) => void) => {
    const connection = connectWithTimeout(takeClient, timeouts?.connectMs);
    if (!callback) return connection;
    connection.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error),
    );
  }) as typeof pool.connect;
  return pool;
}

/** Takes a connection from the pool, unless that takes longer than the caller can wait. */
async function connectWithTimeout(take: () => Promise<pg.PoolClient>, connectMs?: number): Promise<pg.PoolClient> {
  const connectTimeout = startTimeout(connectMs, (ms) => silence.reject(createTimeoutError(ms)));
  const silence = Promise.withResolvers<never>();
  const clientPromise = take();
  try {
    return removeFromPoolOnEnd(await Promise.race([clientPromise, silence.promise]));
  } catch (error) {
    clientPromise.then((client) => client.release()).catch(() => {});
    throw error instanceof pg.DatabaseError ? error : markConnectionError(error);
  } finally {
    connectTimeout.end();
  }
}

/** Calls back when the caller's time is up, unless the wait has already ended. */
function startTimeout(longestMs: number | undefined, onOver: (ms: number) => void): { end: () => void } {
  if (longestMs === undefined) return { end: () => {} };
  const { leftMs, end } = startWait(longestMs);
  const timer = setTimeout(() => onOver(leftMs), Math.max(leftMs, 0));
  return {
    end: () => {
      clearTimeout(timer);
      end();
    },
  };
}

/** Connections that are no longer usable, such as to a server that became read-only after a failover. */
const brokenConnections = new WeakSet<pg.PoolClient>();

/**
 * Removes a connection from its pool once it's closed, because a caller that can't even begin a transaction never
 * releases it.
 */
function removeFromPoolOnEnd(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  let isGone = false;
  const removeClient = () => {
    isGone = true;
    release(true);
  };
  client.once('end', removeClient);
  client.release = (error) => {
    if (isGone) return;
    client.off('end', removeClient);
    release(error ?? brokenConnections.has(client));
  };
  return client;
}

/** Wraps a connection's `query`, in both of its forms, with a timeout. */
function withStatementTimeout(client: pg.PoolClient, statementMs?: number): Query {
  // Look the method up on each call, so that spies on the driver's own method see the queries.
  const runQuery: Query = (...args) => (pg.Client.prototype.query as unknown as Query).apply(client, args);
  return (...args) => {
    const statementTimeout = startTimeout(statementMs, (ms) => abortConnection(client, ms));
    const getFault = (error: unknown) => {
      if (isBrokenConnection(error)) brokenConnections.add(client);
      const { connection, _queryable } = getDriverInternals(client);
      const isOfLine = connection.stream.destroyed || !_queryable;
      return isOfLine && !(error instanceof pg.DatabaseError) ? markConnectionError(error) : error;
    };
    const place = args.findIndex((one) => typeof one === 'function');
    const originalCallback = args[place] as ((error: unknown, result: unknown) => void) | undefined;
    if (originalCallback) {
      const settle = (error: unknown, result: unknown) => {
        statementTimeout.end();
        originalCallback(error && getFault(error), result);
      };
      return runQuery(...args.with(place, settle));
    }
    return (runQuery(...args) as Promise<unknown>).finally(statementTimeout.end).catch((error: unknown) => {
      throw getFault(error);
    });
  };
}

/** Closes a connection that doesn't answer, and asks the server to cancel the connection's running statement. */
function abortConnection(client: pg.PoolClient, waitedMs: number): void {
  const { connection, host, port, processID, secretKey } = getDriverInternals(client);
  const cancelConnection = new pg.Connection() as CancelConnection;
  cancelConnection.on('error', () => {});
  cancelConnection.on('connect', () => cancelConnection.cancel(processID, secretKey));
  if (host.startsWith('/')) cancelConnection.connect(`${host}/.s.PGSQL.${port}` as never, undefined as never);
  else cancelConnection.connect(port, host);
  setTimeout(() => cancelConnection.stream.destroy(), CANCEL_MS).unref();
  connection.stream.destroy(createTimeoutError(waitedMs));
}
