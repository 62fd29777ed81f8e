import pg from 'pg';

const PROBE_TIMEOUT_MS = 2_000;
const CONNECT_MS = 10_000;

type Probe = pg.Client & { processID: number };

/**
 * Returns whether a connection to this URL is one PostgreSQL session for its whole lifetime. A pooler in transaction
 * mode accepts LISTEN and session locks without an error, but keeps neither.
 * @throws Error when the server doesn't respond or rejects the login
 */
export async function hasStableSession(url: string): Promise<boolean> {
  const probe = createProbe(url);
  const otherProbe = createProbe(url);
  try {
    await probe.connect();
    const firstPid = await readBackendPid(probe);
    // When connected directly to PostgreSQL, this is the process id from the login.
    if (firstPid === probe.processID) return true;
    await otherProbe.connect();
    // A transaction-mode pooler lends the connection that was used last. So the other client now has ours, or the pool
    // is exhausted.
    await otherProbe.query('begin');
    await readBackendPid(otherProbe);
    const secondPid = await readBackendPid(probe).catch(() => undefined);
    return secondPid === firstPid;
  } finally {
    await Promise.all([probe, otherProbe].map((client) => client.end().catch(() => {})));
  }
}

function createProbe(url: string): Probe {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  }) as Probe;
  // Ignore this event, because the query fails anyway when the connection dies.
  client.on('error', () => {});
  return client;
}

async function readBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
