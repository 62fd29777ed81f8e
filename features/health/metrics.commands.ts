import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, Gauge, Registry } from 'prom-client';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { countActiveListings } from '../lfg/listing-records.queries.ts';
import { countLiveStreams } from '../live/live-hub.commands.ts';
import { countActiveBans } from '../moderation/bans.queries.ts';
import { countOpenFlags } from '../moderation/flags.queries.ts';
import { CHANNELS } from '../notifications/channels.schema.ts';
import { countDueDeliveries } from '../notifications/delivery.queries.ts';
import { countWaitingByRole } from '../queue/queue.queries.ts';
import { getCertificateExpiry } from './certificates.commands.ts';
import { eventLoopDelayP99 } from './event-loop.commands.ts';
import { countFailuresByKind } from './failed-jobs.queries.ts';
import { readHealth, readWithTimeout } from './health.commands.ts';
import { measureDatabaseLatency } from './health.queries.ts';

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

type Samples = { labels?: Record<string, string>; value: number }[];
type Metric = { name: string; help: string; samples: Samples; isCounter?: true };

const toGauge = (name: string, help: string, value: number | Samples): Metric => ({
  name,
  help,
  samples: typeof value === 'number' ? [{ value }] : value,
});

/** Adds values that were read for one scrape. A value that can't be read is left out instead of keeping its last one. */
function registerMetrics(metrics: readonly Metric[]): Registry {
  const registry = new Registry();
  for (const { name, help, samples, isCounter } of metrics) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const options = { name: `planet_crew_${name}`, help, labelNames, registers: [registry] };
    const counter = isCounter ? new Counter(options) : undefined;
    const gauge = isCounter ? undefined : new Gauge(options);
    for (const { labels = {}, value } of samples) {
      counter?.inc(labels, value);
      gauge?.set(labels, value);
    }
  }
  return registry;
}

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
  const buildLabels = { version, commit: commit ?? '', role: deps.env.ROLE };
  const metrics = registerMetrics([
    toGauge('build_info', 'Always 1; the labels name the release that runs.', [{ labels: buildLabels, value: 1 }]),
    ...readProcessMetrics(deps),
    toGauge('database_up', '1 when the database answers the metrics queries in time.', facts ? 1 : 0),
    ...(latencyMs === undefined
      ? []
      : [toGauge('database_latency_seconds', 'Round-trip time of the smallest statement.', latencyMs / 1000)]),
    ...(facts ?? []),
  ]);
  return Registry.merge([metrics, deps.metrics.registry]).metrics();
}

function readPoolMetrics({ pool, replica }: Deps['database']): Metric[] {
  const pools = Object.entries({ primary: pool, ...(replica ? { replica } : {}) });
  return [
    toGauge(
      'database_connections',
      'Open connections of this node, by pool and state.',
      pools.flatMap(([name, { totalCount, idleCount }]) => [
        { labels: { pool: name, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool: name, state: 'idle' }, value: idleCount },
      ]),
    ),
    toGauge(
      'database_connections_limit',
      'The most connections that a pool of this node opens.',
      pools.map(([name, { options }]) => ({ labels: { pool: name }, value: options.max })),
    ),
    toGauge(
      'database_connection_waiters',
      'Statements on this node that wait for a connection.',
      pools.map(([name, { waitingCount }]) => ({ labels: { pool: name }, value: waitingCount })),
    ),
  ];
}

function readProcessMetrics(deps: Deps): Metric[] {
  const memory = process.memoryUsage();
  const certificateExpiry = getCertificateExpiry(deps);
  return [
    toGauge('process_resident_bytes', 'Memory of this process.', memory.rss),
    toGauge('process_heap_bytes', 'Heap in use by this process.', memory.heapUsed),
    toGauge(
      'event_loop_delay_p99_seconds',
      '99th percentile of the event loop delay: the worse of the last full minute and the current one.',
      eventLoopDelayP99(),
    ),
    toGauge('process_uptime_seconds', 'Seconds since this process started.', process.uptime()),
    ...readPoolMetrics(deps.database),
    toGauge('streams_open', 'Live streams that are open on this node.', countLiveStreams(deps)),
    ...(certificateExpiry
      ? [
          toGauge(
            'certificate_expires_seconds',
            'Seconds until the certificate of the public address expires.',
            (certificateExpiry.getTime() - deps.now().getTime()) / 1000,
          ),
        ]
      : []),
  ];
}

async function readDatabaseMetrics(deps: Deps): Promise<Metric[]> {
  const [health, openFlags, activeBans, openListings, failures, due, queue] = await Promise.all([
    readHealth(deps),
    countOpenFlags(deps.db),
    countActiveBans(deps.db, deps.now()),
    countActiveListings(deps.db, deps.now()),
    countFailuresByKind(deps.db),
    countDueDeliveries(deps.db, deps.now()),
    countWaitingByRole(deps.db, deps.now()),
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
    toGauge(
      'check_ok',
      '1 when a condition of the verdict is met.',
      health.checks.map((check) => ({ labels: { check: check.id }, value: check.ok ? 1 : 0 })),
    ),
    toGauge(
      'matcher_last_run_age_seconds',
      'Seconds since the matcher last finished a run.',
      computeAge(health.last_run_at),
    ),
    toGauge(
      'notification_attempts_24h',
      'Attempts to send a notification in the last 24 hours.',
      groupByChannel('attempts'),
    ),
    toGauge(
      'notification_failures_24h',
      'Failed attempts to send a notification in the last 24 hours.',
      groupByChannel('failed'),
    ),
    toGauge('jobs_waiting', 'Jobs waiting to run.', health.queue.waiting),
    toGauge('jobs_active', 'Jobs running now.', health.queue.active),
    toGauge('jobs_oldest_seconds', 'Age of the oldest waiting job.', health.queue.oldest_seconds),
    {
      name: 'jobs_failed_total',
      help: 'Background jobs that failed permanently, by kind.',
      isCounter: true,
      samples: failures.map(({ kind, failures: value }) => ({ labels: { kind }, value })),
    },
    ...toOutboxMetrics(due),
    ...toQueueMetrics(queue),
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

function toOutboxMetrics(due: Awaited<ReturnType<typeof countDueDeliveries>>): Metric[] {
  const channels = [...CHANNELS, null];
  const toSamples = (key: 'waiting' | 'oldest') =>
    channels.map((channel) => ({
      labels: { channel: channel ?? 'unplanned' },
      value: due.find((one) => one.channel === channel)?.[key] ?? 0,
    }));
  return [
    toGauge(
      'outbox_due',
      'Messages that are due, by channel; "unplanned" before a channel is chosen.',
      toSamples('waiting'),
    ),
    toGauge('outbox_oldest_seconds', 'Age of the oldest message that is due, by channel.', toSamples('oldest')),
  ];
}

function toQueueMetrics(queue: Awaited<ReturnType<typeof countWaitingByRole>>): Metric[] {
  const kinds = ['now', 'tonight'] as const;
  const valuesOf = (kind: string) => queue.filter((one) => one.kind === kind);
  return [
    toGauge(
      'queue_players',
      'Players in the live queue, ready checks included, by what they look for.',
      kinds.map((kind) => ({
        labels: { kind },
        value: valuesOf(kind).reduce((sum, { waiting }) => sum + waiting, 0),
      })),
    ),
    toGauge(
      'queue_longest_seconds',
      'The longest wait of a player in the live queue, by what they look for.',
      kinds.map((kind) => ({ labels: { kind }, value: Math.max(0, ...valuesOf(kind).map(({ longest }) => longest)) })),
    ),
  ];
}
