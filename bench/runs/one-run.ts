import { sql } from 'drizzle-orm';
import { runMatcherNow } from '../../features/matches/matcher-runs/matcher-runs.commands.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';

/** One run as a worker does it, in a process of its own: what it took and what was stored, as one line of JSON. */
const SAMPLE_MS = 100;
const MIB = 1024 * 1024;

const { deps, close } = await openContext(readEnv(process.env));
await deps.jobs.start(jobKinds, deps, false);
let peak = 0;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, SAMPLE_MS);
const began = performance.now();
const run = await runMatcherNow(deps);
const seconds = (performance.now() - began) / 1_000;
clearInterval(sampler);
const { rows } = await deps.db.execute<{ letters: number }>(
  sql`select count(*)::int as letters from notification_outbox`,
);
await close();
const { pool, squads, pairs, leftOver, certificate } = run;
const inMatcher = (certificate as { seconds: number } | null)?.seconds ?? 0;
const said = { seconds, inMatcher, peakMb: Math.round(peak / MIB), letters: rows[0]!.letters };
console.log(JSON.stringify({ ...said, pool, squads, pairs, leftOver }));
process.exit(0);
