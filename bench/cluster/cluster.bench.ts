import { existsSync, readFileSync } from 'node:fs';
import { hasPooler } from '../../db/test-pooler.ts';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { FAILURES, runFailover, waitUntilHealthy } from '../../tools/cluster/fail-over.ts';
import { listMissingPackages } from '../../tools/cluster/needed-programs.ts';
import { type Cluster, startCluster } from '../../tools/cluster/start-cluster.ts';
import { recordTraffic } from '../../tools/cluster/traffic-log.ts';
import { writeResults } from '../bench-tools.ts';
import { measurePooled } from './pooled-load.ts';

/**
 * Compares eight nodes behind a pooler with eight nodes without one, and runs failovers of a whole cluster under mixed
 * writes. `-- --failovers=20` sets the number of failovers; `--only=pooler` or `--only=failovers` runs one part. The
 * benches `outbox`, `pages` and `matcher` measure everything else a cluster needs.
 */
const readFlag = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const FAILOVERS = Number(readFlag('failovers') ?? 6);
const ONLY_SECTION = readFlag('only');
const RESULTS = 'bench/results/cluster.json';
const WRITER_COUNT = 4;
const TARGETS = { pooledRatio: 1.5, gapSeconds: 15 };

if (!hasPostgres() || !hasPooler()) {
  console.log('skipped: there is no PostgreSQL, or no PgBouncer, on this machine.');
  process.exit(0);
}
type Row = { bar: string; measured: string; how: string; pass: boolean };
// When only one part runs, keep the earlier results of the other part.
const rows: Record<string, Row> =
  ONLY_SECTION && existsSync(RESULTS)
    ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as { rows: Record<string, Row> }).rows
    : {};

if (ONLY_SECTION !== 'failovers') {
  // The direct and the pooled nodes run at the same time, and each node opens up to twenty connections plus one for
  // LISTEN.
  const postgres = await startTestPostgres({ max_connections: 500 });
  const pooledRates = await measurePooled(postgres.url);
  await postgres.stop();
  rows['8 nodes on 40 server connections, p99 against direct'] = {
    bar: `≤ ${TARGETS.pooledRatio} ×`,
    measured: `${pooledRates.ratio} × (${pooledRates.pooledMs} against ${pooledRates.directMs} ms)`,
    how: 'signed-in reads, 48 at once, the median of 5 rounds in turn',
    pass: pooledRates.ratio <= TARGETS.pooledRatio,
  };
}

const missingPackages = listMissingPackages();
if (ONLY_SECTION === 'pooler') console.log('Failovers are left out.');
else if (missingPackages.length > 0) console.log(`Failovers are skipped: ${missingPackages.join(', ')} is missing.`);
else {
  const cluster = await startCluster({
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
    DISCORD_BOT_TOKEN: 'a key',
  });
  const failovers = await measureFailovers(cluster).finally(() => cluster.stop());
  const failoverSummary = `${FAILOVERS} failovers (killed, frozen, cut off in turn), ${failovers.acknowledged} acknowledged writes`;
  const addRow = (name: string, bar: string, result: string | number, isPassed: boolean) => {
    rows[name] = { bar, measured: String(result), how: failoverSummary, pass: isPassed };
  };
  const longest = Math.max(...failovers.gaps);
  addRow(
    'longest time without an acknowledged write',
    `≤ ${TARGETS.gapSeconds} s`,
    `${longest.toFixed(1)} s`,
    longest <= TARGETS.gapSeconds,
  );
  addRow('acknowledged writes lost', '0', failovers.lost.length, failovers.lost.length === 0);
  addRow('nodes that ended', '0', failovers.exits, failovers.exits === 0);
  addRow('answers but 2xx, 4xx and 503', '0', failovers.dishonest, failovers.dishonest === 0);
  addRow(
    'kept pages that were not handed out',
    '0',
    `${failovers.pagesMissed} of ${failovers.pages}`,
    failovers.pagesMissed === 0,
  );
}
console.table(rows);
writeResults('cluster', { bars: TARGETS, rows });
process.exit(Object.values(rows).every(({ pass }) => pass) ? 0 : 1);

/** Kills the leader repeatedly, measures the impact on users and then stops the cluster. */
async function measureFailovers(cluster: Cluster) {
  const trafficLog = await recordTraffic(cluster, WRITER_COUNT);
  const gaps: number[] = [];
  for (let index = 0; index < FAILOVERS; index++) {
    const gapMs = await runFailover(cluster, trafficLog, FAILURES[index % FAILURES.length]!);
    gaps.push(gapMs / 1_000);
    console.log(`${FAILURES[index % FAILURES.length]}: ${(gapMs / 1_000).toFixed(1)} s`);
  }
  await waitUntilHealthy(cluster);
  await trafficLog.stop();
  const lostWrites = await trafficLog.lost();
  for (const lostWrite of lostWrites) console.log(lostWrite);
  return {
    gaps,
    lost: lostWrites,
    exits: cluster.plan.nodes.reduce((sum, { name }) => sum + cluster.parts.get(name)!.exits, 0),
    acknowledged: trafficLog.acknowledged(),
    dishonest: trafficLog.disallowed.size,
    pages: trafficLog.pages,
    pagesMissed: trafficLog.failedPages.size,
  };
}
