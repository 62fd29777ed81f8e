import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { createPool, type PoolTimeouts } from './pool.ts';
import { fallBackToPrimary } from './replica.ts';

/** A drizzle handle: the pool, or the transaction a command opened. */
export type Db = NodePgDatabase;

export type Database = {
  db: Db;
  /** Read-only handle: a replica when one is configured, otherwise the same database. */
  reads: Db;
  pool: pg.Pool;
  kind: 'embedded' | 'postgres';
  embedded: EmbeddedDatabase | undefined;
  close: () => Promise<void>;
};

// By default, the driver returns counts (bigint) as text. All of ours fit in a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** PGlite serves one connection at a time, so additional connections would only wait. */
const EMBEDDED_CONNECTIONS = 8;
const POSTGRES_CONNECTIONS = 20;
/** Short timeouts, because the primary can answer when the replica is unavailable. */
const REPLICA_TIMEOUTS: PoolTimeouts = { connectMs: 1_000, statementMs: 2_000 };

export type DatabaseOptions =
  | {
      url: string;
      replicaUrl?: string | undefined;
      connections?: number | undefined;
      timeouts?: PoolTimeouts | undefined;
    }
  | { folder: string }
  | { snapshot: Uint8Array | undefined };

/** Opens PostgreSQL by URL, or the embedded database in a folder or in memory; both through the `pg` driver. */
export async function openDatabase(where: DatabaseOptions): Promise<Database> {
  if ('url' in where) {
    const { connections: max = POSTGRES_CONNECTIONS, timeouts } = where;
    const pool = createPool({ connectionString: where.url, max }, timeouts);
    const replica = where.replicaUrl
      ? createPool({ connectionString: where.replicaUrl, max }, timeouts && REPLICA_TIMEOUTS)
      : undefined;
    if (replica) fallBackToPrimary(replica, pool);
    return {
      db: drizzle(pool),
      reads: drizzle(replica ?? pool),
      pool,
      kind: 'postgres',
      embedded: undefined,
      close: async () => {
        await replica?.end();
        await pool.end();
      },
    };
  }
  const embeddedServer = await startEmbedded('folder' in where ? where : { snapshot: where.snapshot });
  const pool = createPool({
    host: embeddedServer.host,
    user: 'postgres',
    database: 'postgres',
    max: EMBEDDED_CONNECTIONS,
  });
  const db = drizzle(pool);
  return {
    db,
    reads: db,
    pool,
    kind: 'embedded',
    embedded: embeddedServer,
    close: async () => {
      await pool.end();
      await embeddedServer.stop();
    },
  };
}

const PROBE_TIMEOUT_MS = 10_000;

/**
 * Reads a PostgreSQL server's version over a separate connection.
 * @returns the major version, such as 17
 * @throws Error when the server doesn't respond within ten seconds or rejects the login
 */
export async function getPostgresVersion(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  // Ignore a connection that dies after it has responded.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int / 10000 as number`,
    );
    return rows[0]!.number;
  } finally {
    await client.end().catch(() => {});
  }
}

type PgError = { code?: string; constraint?: string };

/** Returns the PostgreSQL error behind a drizzle error (drizzle keeps it in `cause`). */
export function toPostgresError(error: unknown): PgError | undefined {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  return typeof (cause as PgError)?.code === 'string' ? (cause as PgError) : undefined;
}

/** Returns whether an insert or update violated a unique index, optionally a specific one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const postgresError = toPostgresError(error);
  return postgresError?.code === '23505' && (constraint === undefined || postgresError.constraint === constraint);
}

/** Returns whether an insert or update referenced a row that doesn't exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return toPostgresError(error)?.code === '23503';
}

const DEADLOCK_CODE = '40P01';
const MAX_ATTEMPTS = 6;

/**
 * Runs a transaction and retries it up to five times when the database aborts it because of a deadlock. Use it for
 * transactions that touch the rows of many users in no guaranteed order. An aborted attempt leaves nothing behind.
 */
export async function withDeadlockRetry<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (toPostgresError(error)?.code !== DEADLOCK_CODE || tries === MAX_ATTEMPTS) throw error;
    }
  }
}
