import { useEffect } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import type { Trial, TrialSide } from '../../matches/rulebook/rulebook.schema.ts';
import { getReasonLabel } from '../run-reports.rules.ts';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

const POLL_INTERVAL_MS = 700;

/**
 * Shows how the draft would change matches for the current pool, side by side with the current rules, or the trial's
 * progress.
 */
export function TrialPanel({ id }: { id: string }) {
  const trialQuery = useAdminQuery(() => browserApi().api.admin.rules.trials[':id'].$get({ param: { id } }), id);
  const trial = trialQuery.data as Trial | undefined;
  const isRunning = trial?.status === 'queued' || trial?.status === 'running';
  const { reload, loading } = trialQuery;
  useEffect(() => {
    if (!isRunning || loading) return;
    const timer = setTimeout(reload, POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isRunning, loading, reload]);
  return (
    <Panel as="section" aria-labelledby="trial" className="stack">
      <h2 id="trial" className="text-lg">
        What the draft would change
      </h2>
      <WhenLoaded loaded={trialQuery} label="Loading the trial">
        {(value) => <TrialBody trial={value as Trial} />}
      </WhenLoaded>
    </Panel>
  );
}

function TrialBody({ trial }: { trial: Trial }) {
  if (trial.status === 'failed') {
    return (
      <Notice tone="red" title="The trial failed">
        {trial.error} Try again. If it keeps failing, the draft has something the engine can't use.
      </Notice>
    );
  }
  const { present, tried, changes } = trial;
  if (!present || !tried || !changes) return <TrialProgress trial={trial} />;
  return (
    <div className="stack">
      <p className="text-muted">
        Tested {formatTime(trial.finished_at)} on {changes.pool.toLocaleString('en')} players: everyone who's available,
        or whose match no one has answered. {changes.gained.toLocaleString('en')} would gain a spot,{' '}
        {changes.lost.toLocaleString('en')} would lose theirs, and {changes.same_groups.toLocaleString('en')} matches
        stay the same. Nothing was proposed.
      </p>
      <DataTable
        caption="Current rules and draft"
        rows={toComparisonLines(present, tried)}
        rowKey={(row) => row.label}
        columns={[
          { key: 'what', header: 'Figure', primary: true, cell: (row) => row.label },
          {
            key: 'present',
            header: 'Current rules',
            align: 'end',
            cell: (row) => formatValue(row.present, row.digits),
          },
          { key: 'draft', header: 'Draft', align: 'end', cell: (row) => formatValue(row.tried, row.digits) },
          { key: 'change', header: 'Change', align: 'end', cell: (row) => formatChange(row) },
        ]}
      />
      <p className="text-sm text-muted">Mean scores are out of 100 by each side’s own weights.</p>
    </div>
  );
}

function TrialProgress({ trial }: { trial: Trial }) {
  const { progress } = trial;
  if (!progress) return <Progress label="Waiting for a worker" />;
  return <Progress label={progress.step} value={progress.done} max={Math.max(1, progress.of)} showValue />;
}

type Line = { label: string; present: number; tried: number; digits: number };

function toComparisonLines(currentSide: TrialSide, draftSide: TrialSide): Line[] {
  const toLine = (label: string, of: (side: TrialSide) => number, digits = 0): Line => ({
    label,
    present: of(currentSide),
    tried: of(draftSide),
    digits,
  });
  const reasons = [
    ...new Set([currentSide, draftSide].flatMap((side) => Object.keys(side.left_over_by_reason))),
  ].sort();
  return [
    toLine('Squads', (side) => side.squads),
    toLine('Pairs', (side) => side.pairs),
    toLine('Mean score', (side) => side.mean_score, 1),
    toLine('Unmatched', (side) => side.left_over),
    toLine('Median wait (rounds)', (side) => side.wait.p50),
    toLine('95th percentile wait (rounds)', (side) => side.wait.p95),
    toLine('Longest wait (rounds)', (side) => side.wait.longest),
    ...reasons.map((reason) =>
      toLine(`Unmatched: ${toLowerFirst(getReasonLabel(reason))}`, (side) => side.left_over_by_reason[reason] ?? 0),
    ),
    toLine('Compute time (seconds)', (side) => side.seconds, 2),
  ];
}

const toLowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const formatValue = (value: number, digits: number) => value.toLocaleString('en', { maximumFractionDigits: digits });

function formatChange({ present, tried, digits }: Line): string {
  const difference = Number((tried - present).toFixed(digits));
  if (difference === 0) return '–';
  return `${difference > 0 ? '+' : '−'}${formatValue(Math.abs(difference), digits)}`;
}
