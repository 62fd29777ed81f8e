import pg from 'pg';

const PROBE_TIMEOUT_MS = 2_000;
const CONNECT_MS = 10_000;

type Probe = pg.Client & { processID: number };

/**
 * Whether a connection to this address is one session of PostgreSQL for as long as it lasts. A pooler that lends
 * connections by transaction answers LISTEN and locks of sessions without a complaint, and keeps neither.
 * @throws Error when nobody answers, or we are not let in
 */
export async function hasStableSession(url: string): Promise<boolean> {
  const own = createProbe(url);
  const other = createProbe(url);
  try {
    await own.connect();
    const first = await readBackendPid(own);
    // Who speaks to PostgreSQL itself was told this number when it was let in.
    if (first === own.processID) return true;
    await other.connect();
    // Whoever lends by transaction hands out what was used last, so that ours is another's now, or there is none left.
    await other.query('begin');
    await readBackendPid(other);
    const second = await readBackendPid(own).catch(() => undefined);
    return second === first;
  } finally {
    await Promise.all([own, other].map((client) => client.end().catch(() => {})));
  }
}

function createProbe(url: string): Probe {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  }) as Probe;
  // A connection that dies fails its question, and nothing else.
  client.on('error', () => {});
  return client;
}

async function readBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
