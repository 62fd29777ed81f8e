import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import type { HealthReport } from '../../health/health.schema.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { GoingLiveList } from './going-live.tsx';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { WeekOverview } from './week-overview.tsx';

const FAILURE = 'Failed to load health status';
const MEGABYTE = 1_048_576;

export function HealthTab() {
  return (
    <div className="stack-lg">
      <WeekOverview />
      <HealthNow />
    </div>
  );
}

function HealthNow() {
  const healthQuery = useAdminQuery(() => browserApi().api.admin.health.$get(), '', FAILURE);
  if (healthQuery.failed && !healthQuery.data) {
    return (
      <ErrorState title="Unable to load health status" onRetry={healthQuery.reload} retrying={healthQuery.loading}>
        The server didn't answer. If this keeps happening, check its log.
      </ErrorState>
    );
  }
  return (
    <WhenLoaded loaded={healthQuery} label="Loading the health status">
      {(report) => <Report report={report as HealthReport} loading={healthQuery.loading} reload={healthQuery.reload} />}
    </WhenLoaded>
  );
}

function Report({ report, loading, reload }: { report: HealthReport; loading: boolean; reload: () => void }) {
  const isGo = report.verdict === 'GO';
  return (
    <div className="stack-lg">
      <Panel as="section" tone={isGo ? 'green' : 'red'} className="stack" aria-labelledby="verdict">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="verdict" className={`text-3xl ${isGo ? 'text-green' : 'text-red'}`}>
            {report.verdict}
          </h2>
          <Button variant="secondary" size="sm" icon="refresh" loading={loading} onClick={reload}>
            Check again
          </Button>
        </div>
        <ul className="stack">
          {report.checks.map((check) => (
            <li key={check.id} className="flex gap-2">
              <Icon
                name={check.ok ? 'check' : 'warning'}
                label={check.ok ? 'Met' : 'Not met'}
                className={`flex-none ${check.ok ? 'text-green' : 'text-red'}`}
              />
              <div>
                <p>
                  <strong>{check.label}.</strong> {check.found}
                </p>
                {check.todo && <p className="mt-1 text-sm">What to do: {check.todo}</p>}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <Facts report={report} />
      <FailedJobs jobs={report.unfinished_jobs} onChange={reload} />
      <Channels report={report} />
      <DataTable
        caption="Latest 10 notification failures"
        rows={report.failures.map((failure, index) => ({ ...failure, key: `${failure.created_at}-${index}` }))}
        rowKey={(row) => row.key}
        empty="No failed notifications."
        columns={[
          { key: 'status', header: 'Status', cell: (row) => <Badge tone="red">{row.status}</Badge> },
          { key: 'channel', header: 'Channel', primary: true, cell: (row) => row.channel },
          { key: 'error', header: 'Error', cell: (row) => <span className="wrap-anywhere">{row.error ?? '–'}</span> },
          { key: 'time', header: 'Time', cell: (row) => formatTime(row.created_at) },
        ]}
      />
      <GoingLiveList />
      <Secrets report={report} />
    </div>
  );
}

function Facts({ report }: { report: HealthReport }) {
  const { release, queue, database, last_backup, last_good_backup_at } = report;
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
      <StatTile
        label="Waiting jobs"
        icon="clock"
        value={queue.waiting}
        hint={
          queue.waiting > 0 ? `oldest ${queue.oldest_seconds} s, ${queue.active} running` : `${queue.active} running`
        }
      />
      <StatTile
        label="Version"
        icon="info"
        value={release.version}
        hint={release.commit?.slice(0, 8) ?? 'commit unknown'}
      />
      <StatTile label="Database" icon="bolt" value={`${database.latency_ms} ms`} hint={database.kind} />
      <StatTile label="Database size" icon="chart" value={`${Math.round(database.bytes / MEGABYTE)} MB`} />
      <StatTile
        label="Last good backup"
        icon="download"
        tone={last_backup?.error ? 'red' : 'violet'}
        value={last_good_backup_at ? formatTime(last_good_backup_at) : 'None'}
        hint={
          last_backup?.error
            ? `Last attempt failed: ${last_backup.error}`
            : report.backups_configured
              ? 'every night'
              : 'Set BACKUP_DIR or BACKUP_S3_BUCKET for nightly backups'
        }
      />
    </div>
  );
}

function Channels({ report }: { report: HealthReport }) {
  return (
    <DataTable
      caption="Failure rate by channel, 24 hours"
      rows={report.channels}
      rowKey={(row) => row.channel}
      empty="Nothing was sent in the last 24 hours."
      columns={[
        { key: 'channel', header: 'Channel', primary: true, cell: (row) => row.channel },
        { key: 'attempts', header: 'Attempts', align: 'end', cell: (row) => row.attempts },
        { key: 'failed', header: 'Failed', align: 'end', cell: (row) => row.failed },
        {
          key: 'rate',
          header: 'Rate',
          align: 'end',
          cell: (row) => `${((row.failed / Math.max(1, row.attempts)) * 100).toFixed(1)}%`,
        },
      ]}
    />
  );
}

function Secrets({ report }: { report: HealthReport }) {
  return (
    <section className="stack" aria-labelledby="secrets">
      <h2 id="secrets" className="text-lg">
        Secrets, as the server sees them
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {report.secrets.map((secret) => (
          <li key={secret.name} className="flex items-center gap-2">
            <Icon
              name={secret.stand_in ? 'planet' : secret.present ? 'check' : 'minus'}
              label={secret.stand_in ? 'Sandbox' : secret.present ? 'Present' : 'Absent'}
              className={secret.stand_in ? 'text-gold' : secret.present ? 'text-green' : 'text-muted'}
            />
            <span>
              <code className="text-sm">{secret.name}</code>
              <span className="block text-xs text-muted">
                <span>{secret.for}</span>
                {secret.stand_in && <span>{`: the sandbox “${secret.stand_in}” answers`}</span>}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
