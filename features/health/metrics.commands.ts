import { createHash, timingSafeEqual } from 'node:crypto';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { countActiveListings } from '../lfg/listing-records.queries.ts';
import { countActiveBans } from '../moderation/bans.queries.ts';
import { countOpenFlags } from '../moderation/flags.queries.ts';
import { eventLoopDelayP99 } from './event-loop.commands.ts';
import { countFailuresByKind } from './failed-jobs.queries.ts';
import { readHealth, readWithTimeout } from './health.commands.ts';
import { measureDatabaseLatency } from './health.queries.ts';
import { formatMetrics, type Metric } from './metrics.rules.ts';

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Authorizes monitoring tools by METRICS_TOKEN.
 * @throws Refusal not_found while no token is set, unauthenticated with a wrong one
 */
export function requireMetricsToken(deps: Deps, authorization: string | undefined): void {
  const expectedToken = deps.env.METRICS_TOKEN;
  if (!expectedToken) throw new Refusal('not_found', 'Metrics are off. Set METRICS_TOKEN to turn them on.');
  const token = authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
  if (!timingSafeEqual(computeDigest(token), computeDigest(expectedToken))) {
    throw new Refusal('unauthenticated', 'Send METRICS_TOKEN as the bearer token to read metrics.');
  }
}

const toGauge = (name: string, help: string, value: number, labels?: Record<string, string>): Metric => ({
  name: `planet_crew_${name}`,
  help,
  type: 'gauge',
  samples: [{ value, ...(labels ? { labels } : {}) }],
});

/** Timeouts below the ten seconds after which Prometheus considers a node dead. */
const PROBE_TIMEOUT_MS = 1_000;
const FACTS_TIMEOUT_MS = 5_000;

/**
 * Returns the metrics that Prometheus scrapes. When the database doesn't respond, still returns the node's own metrics,
 * so Prometheus doesn't consider the node dead.
 */
export async function readMetrics(deps: Deps): Promise<string> {
  const latencyMs = await readWithTimeout(PROBE_TIMEOUT_MS, () => measureDatabaseLatency(deps.db));
  const facts =
    latencyMs === undefined ? undefined : await readWithTimeout(FACTS_TIMEOUT_MS, () => readDatabaseMetrics(deps));
  const { version, commit } = deps.env.release;
  return formatMetrics([
    toGauge('build_info', 'Always 1; the labels name the release that runs.', 1, { version, commit: commit ?? '' }),
    ...readProcessMetrics(),
    toGauge('database_up', '1 when the database answers the metrics queries in time.', facts ? 1 : 0),
    ...(latencyMs === undefined
      ? []
      : [toGauge('database_latency_seconds', 'Round-trip time of the smallest statement.', latencyMs / 1000)]),
    ...(facts ?? []),
  ]);
}

function readProcessMetrics(): Metric[] {
  const memory = process.memoryUsage();
  return [
    toGauge('process_resident_bytes', 'Memory of this process.', memory.rss),
    toGauge('process_heap_bytes', 'Heap in use by this process.', memory.heapUsed),
    toGauge(
      'event_loop_delay_p99_seconds',
      '99th percentile of the event loop delay: the worse of the last full minute and the current one.',
      eventLoopDelayP99(),
    ),
    toGauge('process_uptime_seconds', 'Seconds since this process started.', process.uptime()),
  ];
}

async function readDatabaseMetrics(deps: Deps): Promise<Metric[]> {
  const [health, openFlags, activeBans, openListings, failures] = await Promise.all([
    readHealth(deps),
    countOpenFlags(deps.db),
    countActiveBans(deps.db, deps.now()),
    countActiveListings(deps.db, deps.now()),
    countFailuresByKind(deps.db),
  ]).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) deps.log.error({ err: error }, 'could not read database metrics');
    throw error;
  });
  const computeAge = (at: string | null | undefined) =>
    at ? (deps.now().getTime() - Date.parse(at)) / 1000 : Number.NaN;
  const areBackupsOk = health.checks.every(({ id, ok }) => id !== 'backups' || ok);
  const groupByChannel = (key: 'attempts' | 'failed') =>
    health.channels.map((each) => ({ labels: { channel: each.channel }, value: each[key] }));
  return [
    toGauge('go', '1 when the health verdict is GO.', health.verdict === 'GO' ? 1 : 0),
    {
      name: 'planet_crew_check_ok',
      help: '1 when a condition of the verdict is met.',
      type: 'gauge',
      samples: health.checks.map((check) => ({ labels: { check: check.id }, value: check.ok ? 1 : 0 })),
    },
    toGauge(
      'matcher_last_run_age_seconds',
      'Seconds since the matcher last finished a run.',
      computeAge(health.last_run_at),
    ),
    {
      name: 'planet_crew_notification_attempts_24h',
      help: 'Attempts to send a notification in the last 24 hours.',
      type: 'gauge',
      samples: groupByChannel('attempts'),
    },
    {
      name: 'planet_crew_notification_failures_24h',
      help: 'Failed attempts to send a notification in the last 24 hours.',
      type: 'gauge',
      samples: groupByChannel('failed'),
    },
    toGauge('jobs_waiting', 'Jobs waiting to run.', health.queue.waiting),
    toGauge('jobs_active', 'Jobs running now.', health.queue.active),
    toGauge('jobs_oldest_seconds', 'Age of the oldest waiting job.', health.queue.oldest_seconds),
    {
      name: 'planet_crew_jobs_failed_total',
      help: 'Background jobs that failed permanently, by kind.',
      type: 'counter',
      samples: failures.map(({ kind, failures: value }) => ({ labels: { kind }, value })),
    },
    toGauge('database_bytes', 'Size of the database.', health.database.bytes),
    toGauge(
      'last_backup_age_seconds',
      'Seconds since the last good backup started.',
      computeAge(health.last_good_backup_at),
    ),
    toGauge(
      'last_backup_attempt_age_seconds',
      'Seconds since the last backup attempt.',
      computeAge(health.last_backup?.started_at),
    ),
    toGauge('backups_ok', '0 when the last backup failed, or the nightly one is overdue.', areBackupsOk ? 1 : 0),
    toGauge('open_flags', 'Flags waiting for a moderator.', openFlags),
    toGauge('active_bans', 'Active bans.', activeBans),
    toGauge('open_listings', 'Listings marked active.', openListings),
  ];
}
