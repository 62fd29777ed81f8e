import { readFileSync } from 'node:fs';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { makeUser } from '../../features/accounts/accounts.factory.ts';
import { runMatcherNow } from '../../features/matches/matcher-runs/matcher-runs.commands.ts';
import { makePlayer } from '../../features/profiles/profiles.factory.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';
import { listDescendants, readPostmasterPid } from '../../tools/cluster/processes.ts';
import { startNode } from '../../tools/node-under-test.ts';
import { requirePostgres, roundToTwoDigits, writeResults } from '../bench-tools.ts';
import { fillPlayers } from '../runs/fill-players.ts';

/**
 * Measures the inputs for docs/scale.md: how many bytes PostgreSQL stores (indexes included) per row of each kind that
 * grows with the community, and how much CPU time PostgreSQL needs for a signed-in read. There are no pass/fail limits.
 */
const PLAYER_COUNT = 20_000;
const ACCOUNT_COUNT = 1_000;
const CHAT_COUNT = 20_000;
const REQUEST_COUNT = 1_000;
const CONCURRENCY = 8;
const READS = ['/api/matches', '/api/dashboard', '/api/profiles', '/api/lfg/listings', '/api/notifications'];

requirePostgres();
const postgres = await startTestPostgres();
const variables = { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', NODE_ENV: 'test' };
const { deps, close } = await openContext(readEnv({ ...variables, ROLE: 'worker' }));
const { pool } = deps.database;
await deps.jobs.start(jobKinds, deps, false);

const OUTBOX = 'notification_outbox';

/** Returns the bytes of all tables, or of the outbox only. */
async function measureBytes(table: '%' | typeof OUTBOX = '%'): Promise<number> {
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname like $1`,
    [table],
  );
  return Number(rows[0]!.bytes);
}

/**
 * Returns by how many bytes all tables together grow per item.
 * @param write writes the items and returns how many it wrote
 */
async function measureBytesPerItem(write: () => Promise<number>): Promise<number> {
  const before = await measureBytes();
  const count = await write();
  return Math.round(((await measureBytes()) - before) / count);
}

const insert = async (text: string) => (await pool.query(text)).rowCount!;

const player = await makePlayer(deps);
const bytes: Record<string, number> = {};
bytes['published player'] = await measureBytesPerItem(async () => {
  await fillPlayers(pool, PLAYER_COUNT);
  return PLAYER_COUNT;
});
bytes['account with a session'] = await measureBytesPerItem(async () => {
  for (let n = 0; n < ACCOUNT_COUNT; n += 1) await makeUser(deps);
  return ACCOUNT_COUNT;
});
const emptyOutbox = await measureBytes(OUTBOX);
const seatWithMessage = await measureBytesPerItem(async () => {
  await runMatcherNow(deps, 'admin');
  const { rows } = await pool.query<{ seats: number }>('select count(*)::int as seats from match_members');
  return rows[0]!.seats;
});
const { rows: outbox } = await pool.query<{ messages: number }>(`select count(*)::int as messages from ${OUTBOX}`);
bytes.message = Math.round(((await measureBytes(OUTBOX)) - emptyOutbox) / outbox[0]!.messages);
bytes['seat of a proposal'] = seatWithMessage - bytes.message;
bytes['mail with its attempt'] = await measureBytesPerItem(async () => {
  await insert(`insert into notifications (outbox_id, user_id, kind, channel, status, attempt, created_at)
                select id, user_id, kind, 'email', 'sent', 1, now() from notification_outbox`);
  return insert(`insert into notification_deliveries (outbox_id, channel, status, attempts, due_at, settled_at, provider_id, lane)
                 select id, 'email', 'sent', 1, now(), now(), gen_random_uuid() || '@planet.example', lane
                   from notification_outbox on conflict do nothing`);
});
bytes['chat message of 80 letters'] = await measureBytesPerItem(() =>
  insert(`with rooms as (insert into threads (kind, subject_id, last_seq, created_at)
                         select 'squad', gen_random_uuid(), 100, now() from generate_series(1, ${CHAT_COUNT / 100}) returning id)
          insert into thread_messages (thread_id, seq, author_id, client_id, body, created_at)
          select id, n, '${player.userId}', gen_random_uuid(), repeat('a word ', 11) || n, now()
            from rooms cross join generate_series(1, 100) n`),
);

const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
const postmaster = readPostmasterPid(rows[0]!.folder)!;

/** Returns the CPU time used so far by all PostgreSQL processes, in ms. */
const databaseCpu = () =>
  listDescendants([postmaster]).reduce(
    (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );

const node = await startNode({ ...variables, ROLE: 'web' });
const headers = { authorization: `Bearer ${player.accessToken}` };

async function sendRequests(path: string, times: number): Promise<void> {
  let remainingCount = times;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remainingCount-- > 0) {
        const response = await fetch(node.origin + path, { headers });
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      }
    }),
  );
}

const databaseMs: Record<string, number> = {};
for (const path of READS) {
  await sendRequests(path, CONCURRENCY * 20);
  const before = databaseCpu();
  await sendRequests(path, REQUEST_COUNT);
  databaseMs[path] = roundToTwoDigits((databaseCpu() - before) / REQUEST_COUNT);
}
await node.stop();
await deps.jobs.stop();
await close();
await postgres.stop();

console.table(bytes);
console.table(databaseMs);
writeResults('capacity', { players: PLAYER_COUNT, bytes, databaseMs });
process.exit(0);
