import { stringify } from 'yaml';

type Panel = { title: string; query: string; unit: string; legend?: string };

/** Dashboard panels, in the order in which operators check them. */
const PANELS: Panel[] = [
  { title: 'Verdict (1 is GO)', query: 'min(planet_crew_go)', unit: 'none' },
  {
    title: 'Conditions of the verdict',
    query: 'min by (check) (planet_crew_check_ok)',
    unit: 'none',
    legend: '{{check}}',
  },
  {
    title: 'Database (1 answers)',
    query: 'planet_crew_database_up',
    unit: 'none',
    legend: '{{instance}}',
  },
  {
    title: 'Database, there and back',
    query: 'planet_crew_database_latency_seconds',
    unit: 's',
    legend: '{{instance}}',
  },
  { title: 'Event loop, p99', query: 'planet_crew_event_loop_delay_p99_seconds', unit: 's', legend: '{{instance}}' },
  { title: 'Memory of a node', query: 'planet_crew_process_resident_bytes', unit: 'bytes', legend: '{{instance}}' },
  { title: 'Jobs that wait', query: 'max(planet_crew_jobs_waiting)', unit: 'none' },
  { title: 'Age of the oldest job', query: 'max(planet_crew_jobs_oldest_seconds)', unit: 's' },
  { title: 'Since the last matcher run', query: 'max(planet_crew_matcher_last_run_age_seconds)', unit: 's' },
  {
    title: 'Notifications that failed in 24 hours',
    query: 'max by (channel) (planet_crew_notification_failures_24h)',
    unit: 'none',
    legend: '{{channel}}',
  },
  { title: 'Size of the database', query: 'max(planet_crew_database_bytes)', unit: 'bytes' },
  {
    title: 'Jobs that failed for good, in an hour',
    query: 'max by (kind) (increase(planet_crew_jobs_failed_total[1h])) > 0',
    unit: 'none',
    legend: '{{kind}}',
  },
  { title: 'Since the last good portable backup', query: 'max(planet_crew_last_backup_age_seconds)', unit: 's' },
  { title: 'Flags that wait for a moderator', query: 'max(planet_crew_open_flags)', unit: 'none' },
];

const WIDTH = 8;
const HEIGHT = 7;
const PANELS_PER_ROW = 3;

/** Creates a Grafana dashboard for the metrics on /metrics. */
export function createDashboard(): string {
  const datasource = { type: 'prometheus', uid: '$datasource' };
  const panels = PANELS.map(({ title, query, unit, legend }, index) => ({
    id: index + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: {
      x: (index % PANELS_PER_ROW) * WIDTH,
      y: Math.floor(index / PANELS_PER_ROW) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', expr: query, datasource, legendFormat: legend ?? '' }],
  }));
  const board = {
    uid: 'planet-crew',
    title: 'Planet Crew',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

type Alert = { name: string; query: string; duration: string; message: string; isTicket?: true };

/** Prometheus alert rules. Each has a heading with its name in docs/operations.md. */
export const ALERTS: Alert[] = [
  { name: 'NodeDown', query: 'up{job="planet-crew"} == 0', duration: '1m', message: 'A web node does not answer.' },
  {
    name: 'DatabaseDown',
    query: 'min(planet_crew_database_up) == 0',
    duration: '1m',
    message: 'The database does not answer a web node.',
  },
  { name: 'NoGo', query: 'min(planet_crew_go) == 0', duration: '10m', message: 'The verdict is NO-GO.' },
  {
    name: 'DatabaseSlow',
    query: 'max(planet_crew_database_latency_seconds) > 0.25',
    duration: '5m',
    message: 'The smallest statement takes over 250 ms.',
  },
  {
    name: 'JobsLate',
    query: 'max(planet_crew_jobs_oldest_seconds) > 300',
    duration: '5m',
    message: 'A job has waited for more than five minutes.',
  },
  {
    name: 'JobFailed',
    query: 'max by (kind) (increase(planet_crew_jobs_failed_total[15m])) > 0',
    duration: '0s',
    message: 'A background job failed for good.',
  },
  {
    name: 'BackupFailed',
    query: 'min(planet_crew_backups_ok) == 0',
    duration: '10m',
    message: 'The last backup failed, or the nightly one is overdue.',
  },
  {
    name: 'EventLoopBusy',
    query: 'max(planet_crew_event_loop_delay_p99_seconds) > 0.2',
    duration: '10m',
    message: 'A web node does not keep up.',
    isTicket: true,
  },
  {
    name: 'MemoryHigh',
    query: 'max(planet_crew_process_resident_bytes) > 600e6',
    duration: '15m',
    message: 'A web node needs more than 600 MB.',
    isTicket: true,
  },
  {
    name: 'DatabaseGrows',
    query: 'predict_linear(planet_crew_database_bytes[1d], 604800) > 200e9',
    duration: '1h',
    message: 'The database will pass 200 GB within a week.',
    isTicket: true,
  },
];

/** Creates the Prometheus file with these alert rules. */
export const createAlertsFile = (): string =>
  stringify(
    {
      groups: [
        {
          name: 'planet-crew',
          rules: ALERTS.map(({ name, query, duration, message, isTicket }) => ({
            alert: name,
            expr: query,
            for: duration,
            labels: { severity: isTicket ? 'ticket' : 'page' },
            annotations: { summary: message, runbook: `docs/operations.md#${name.toLowerCase()}` },
          })),
        },
      ],
    },
    { lineWidth: 0 },
  );

/** Creates the Prometheus scrape configuration. It lists only web nodes, because workers don't serve requests. */
export const createScrapeFile = (nodes: string[]): string =>
  stringify(
    {
      scrape_configs: [
        {
          job_name: 'planet-crew',
          scrape_interval: '30s',
          authorization: { credentials: 'CHANGE-ME' },
          static_configs: [{ targets: nodes }],
        },
      ],
    },
    { lineWidth: 0 },
  );
