import { sql } from 'drizzle-orm';
import { runMatcherNow } from '../../features/matches/matcher-runs/matcher-runs.commands.ts';
import { SHARD_JOB } from '../../features/matches/matcher-runs/run-shards.commands.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';

/**
 * Runs one worker in its own process. The worker that gets `run` runs the matcher and prints its cost and the number of
 * stored rows as one line of JSON. Any other worker is a helper: it processes shards until it's stopped, and then
 * prints its cost.
 */
const SAMPLE_MS = 100;
const MIB = 1024 * 1024;
const [part, shardsFrom] = process.argv.slice(2);

const { deps, close } = await openContext(readEnv(process.env));
await deps.jobs.start(jobKinds, deps, false);
let peak = 0;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, SAMPLE_MS);
const runResult = part === 'help' ? await processShards() : await runRound();
clearInterval(sampler);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ ...runResult, peakMb: Math.round(peak / MIB), cpuSeconds: (user + system) / 1e6 }));
await close();
process.exit(0);

async function runRound() {
  const startedAt = performance.now();
  const { pool, squads, pairs, leftOver, certificate } = await runMatcherNow(
    deps,
    'admin',
    shardsFrom ? Number(shardsFrom) : undefined,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await deps.db.execute<{ letters: number; shards: number }>(sql`
    select (select count(*)::int from notification_outbox) as letters,
           (select count(*)::int from matcher_run_shards) as shards`);
  const matcherSeconds = (certificate as { seconds: number } | null)?.seconds ?? 0;
  return { seconds, inMatcher: matcherSeconds, pool, squads, pairs, leftOver, ...rows[0]! };
}

async function processShards() {
  await deps.jobs.start(
    jobKinds.filter((kind) => kind.name === SHARD_JOB),
    deps,
    true,
  );
  console.log('ready');
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  const { rows } = await deps.db.execute<{ running: number }>(
    sql`select count(*)::int as running from matcher_runs where status = 'running'`,
  );
  return rows[0]!;
}
