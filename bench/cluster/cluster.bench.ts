import { mkdirSync, writeFileSync } from 'node:fs';
import { hasPooler } from '../../db/test-pooler.ts';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { keepDiary } from '../../tools/cluster/diary.ts';
import { failOver, untilWhole, WAYS } from '../../tools/cluster/fail-over.ts';
import { missingPackages } from '../../tools/cluster/needed-programs.ts';
import { startCluster } from '../../tools/cluster/start-cluster.ts';
import { measurePooled } from './pooled-load.ts';

/**
 * Eight nodes behind a pooler against the same eight without one, and failovers of a whole cluster under mixed writes.
 * `-- --failovers=20` plays as many; what else issue and quality ask of a cluster is measured by the benches of its parts
 * (`outbox`, `pages`, `matcher`).
 */
const flag = process.argv.find((word) => word.startsWith('--failovers='));
const FAILOVERS = Number(flag?.split('=')[1] ?? 6);
const WRITERS = 4;
const BARS = { pooledRatio: 1.5, gapSeconds: 15 };

if (!hasPostgres() || !hasPooler()) {
  console.log('skipped: there is no PostgreSQL, or no PgBouncer, on this machine.');
  process.exit(0);
}
type Row = { bar: string; seen: string; how: string; pass: boolean };
const rows: Record<string, Row> = {};

const postgres = await startTestPostgres({ max_connections: 300 });
const pooled = await measurePooled(postgres.url);
await postgres.stop();
rows['8 nodes on 40 server connections, p99 against direct'] = {
  bar: `≤ ${BARS.pooledRatio} ×`,
  seen: `${pooled.ratio} × (${pooled.pooledMs} against ${pooled.directMs} ms)`,
  how: 'signed-in reads, 48 at once, the median of 5 rounds in turn',
  pass: pooled.ratio <= BARS.pooledRatio,
};

const missing = missingPackages();
if (missing.length > 0) console.log(`Failovers are skipped: ${missing.join(', ')} is missing.`);
else {
  const cluster = await startCluster({
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
    DISCORD_BOT_TOKEN: 'a key',
  });
  const diary = await keepDiary(cluster, WRITERS);
  const gaps: number[] = [];
  for (let index = 0; index < FAILOVERS; index++) {
    const gapMs = await failOver(cluster, diary, WAYS[index % WAYS.length]!);
    gaps.push(gapMs / 1_000);
    console.log(`${WAYS[index % WAYS.length]}: ${(gapMs / 1_000).toFixed(1)} s`);
  }
  await untilWhole(cluster);
  const lost = await diary.lost();
  const exits = cluster.plan.nodes.reduce((sum, { name }) => sum + cluster.parts.get(name)!.exits, 0);
  await diary.stop();
  await cluster.stop();
  const how = `${FAILOVERS} failovers (killed, frozen, cut off in turn), ${diary.acknowledged()} acknowledged writes`;
  const row = (name: string, bar: string, seen: string | number, pass: boolean) => {
    rows[name] = { bar, seen: String(seen), how, pass };
  };
  const longest = Math.max(...gaps);
  row(
    'longest time without an acknowledged write',
    `≤ ${BARS.gapSeconds} s`,
    `${longest.toFixed(1)} s`,
    longest <= BARS.gapSeconds,
  );
  row('acknowledged writes lost', '0', lost.length, lost.length === 0);
  row('nodes that ended', '0', exits, exits === 0);
  row('answers but 2xx, 4xx and 503', '0', diary.dishonest.size, diary.dishonest.size === 0);
  row(
    `kept pages that were not handed out, of ${diary.pages}`,
    '0',
    diary.pagesMissed.size,
    diary.pagesMissed.size === 0,
  );
}
console.table(rows);
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/cluster.json', `${JSON.stringify({ bars: BARS, rows }, null, 2)}\n`);
process.exit(Object.values(rows).every(({ pass }) => pass) ? 0 : 1);
