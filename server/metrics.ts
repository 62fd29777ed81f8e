import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds. Few of them, because each one is a time series for every route or kind of job. */
const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.1, 1, 10, 60, 300];

/** Gauges of the library that are named like counters, which promtool rejects. Their details by type stay. */
const MISNAMED = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

/**
 * What this process counts for Prometheus. Labels have few values: route templates and kinds, never IDs, paths or other
 * input.
 */
export type Metrics = ReturnType<typeof openMetrics>;

/** @param isRead whether METRICS_TOKEN is set. Otherwise, we spare the process the library's own observers. */
export function openMetrics(isRead: boolean) {
  const registry = new Registry();
  const registers = [registry];
  if (isRead) collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return {
    registry,
    requests: new Counter({
      name: 'planet_crew_http_requests_total',
      help: 'Requests, by method, route template and status; 499 when the client left first.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'planet_crew_http_request_duration_seconds',
      help: 'Time until the response was sent, without live streams.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    jobRuns: new Counter({
      name: 'planet_crew_job_runs_total',
      help: 'Runs of background jobs on this node, by kind and outcome; a failed run may be tried again.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'planet_crew_job_duration_seconds',
      help: 'Time that background jobs took on this node.',
      labelNames: ['kind'],
      buckets: JOB_SECONDS,
      registers,
    }),
    messages: new Counter({
      name: 'planet_crew_messages_total',
      help: 'Attempts to send a message from this node, by channel, purpose and outcome.',
      labelNames: ['channel', 'purpose', 'outcome'],
      registers,
    }),
    signIns: new Counter({
      name: 'planet_crew_sign_ins_total',
      help: 'Sign-ins on this node, by method.',
      labelNames: ['method'],
      registers,
    }),
    signInFailures: new Counter({
      name: 'planet_crew_sign_in_failures_total',
      help: 'Failed attempts to sign in on this node, by what was wrong.',
      labelNames: ['reason'],
      registers,
    }),
  } as const;
}
