import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSquadProposal } from '../features/matches/matches.factory.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations, type OperationUnderTest } from './test-operations.ts';
import { createSamples } from './test-samples.ts';

let context: TestContext;
let tokens: string[];
let places: string[];
let operations: OperationUnderTest[];
beforeAll(async () => {
  context = await openTestContext({ LOG_LEVEL: 'silent' });
  const { matchId, members } = await makeSquadProposal(context.deps);
  tokens = [members[0]!.accessToken, (await makeAdmin(context.deps)).accessToken];
  places = [matchId, members[1]!.userId];
  operations = (await listOperations(context.app)).filter(({ method, path }) => method === 'GET' && !isStream(path));
});
afterAll(() => context.close());

/** Returns whether a path is a stream, which only ends on disconnect. */
const isStream = (path: string) => path === '/api/live' || path === '/api/live/public';

/**
 * Rows that read operations write, and why. None of them records a user's decision, and no link leads to these
 * operations.
 */
const WRITTEN_TABLES: Record<string, string[]> = {
  // The account protocol sends a code on this GET, which requires a bearer token.
  '/auth/v1/reauthenticate': ['auth.rate_limits', 'auth.users'],
  // Security activity records every download.
  '/api/account/export/file': ['auth.security_events'],
  // The keys are created on first request.
  '/api/notifications/push': ['public.push_keys'],
  '/api/notifications/preferences': ['public.notification_settings'],
};

/** Returns a checksum of all rows for each table. */
async function readChecksums(): Promise<Map<string, string>> {
  const { rows: tables } = await context.deps.db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`);
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
  );
  const { rows } = await context.deps.db.execute<{ name: string; sum: string }>(sql.raw(sums.join(' union all ')));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

const PROGRAMS: [string, RequestInit][] = [
  ['GET', {}],
  ['HEAD', { method: 'HEAD' }],
  ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' } }],
  ['a prerender', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
];

it.each(PROGRAMS)(
  'changes no row on %s of any operation',
  async (_name, init) => {
    const writes: string[] = [];
    let before = await readChecksums();
    for (const operation of operations) {
      for (const { path } of createSamples(operation, places)) {
        for (const token of tokens) {
          const headers = { ...init.headers, Authorization: `Bearer ${token}` };
          const response = await context.app.request(path, { ...init, headers });
          await response.body?.cancel();
        }
      }
      const after = await readChecksums();
      const writtenTables = WRITTEN_TABLES[operation.path] ?? [];
      const tables = [...after.keys()].filter(
        (name) => before.get(name) !== after.get(name) && !writtenTables.includes(name),
      );
      if (tables.length > 0) writes.push(`${operation.path}: ${tables.join(', ')}`);
      before = after;
    }
    expect(writes).toEqual([]);
    expect(operations.length).toBeGreaterThan(100);
  },
  300_000,
);
