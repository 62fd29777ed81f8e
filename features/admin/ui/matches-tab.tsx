import { useState } from 'react';
import { matchStatuses, runStatuses } from '../../../content/statuses.ts';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getTypeLabel, isStrong, roundShownScore } from '../../matches/matches.rules.ts';
import { getRunPart, parseCertificate, type RunPart } from '../run-reports.rules.ts';
import { WhenLoaded } from './loading.tsx';
import { CertificateView } from './run-certificate.tsx';
import { RunShards } from './run-shards.tsx';
import { StatusLabel } from './status-label.tsx';
import { formatTime } from './times.ts';
import { UnmatchedPlayers } from './unmatched-players.tsx';
import { useAdminQuery } from './use-admin-query.ts';

async function loadMatches() {
  const { matches } = browserApi().api;
  const [latest, runs] = await Promise.all([unwrap(matches.latest.$get({ query: {} })), unwrap(matches.runs.$get())]);
  return { matches: latest.matches, runs: runs.runs };
}

export function MatchesTab() {
  const matchesQuery = useAdminQuery(loadMatches);
  const [openRunId, setOpenRunId] = useState<string>();
  return (
    <WhenLoaded loaded={matchesQuery} label="Loading matches">
      {({ matches, runs }) => {
        const shownRun = runs.find((run) => (openRunId ? run.id === openRunId : run.status === 'done'));
        return (
          <div className="stack-lg">
            <DataTable
              caption="Matching rounds"
              rows={runs}
              rowKey={(row) => row.id}
              empty="No matching rounds yet."
              columns={[
                {
                  key: 'when',
                  header: 'When',
                  primary: true,
                  cell: (row) => formatTime(row.finishedAt ?? row.requestedAt),
                },
                {
                  key: 'status',
                  header: 'Status',
                  cell: (row) => (
                    <>
                      <StatusLabel status={row.status} of={runStatuses} />
                      {row.status === 'running' && row.shards > 0 && (
                        <span>{` ${row.shardsDone} of ${row.shards} shards`}</span>
                      )}
                    </>
                  ),
                },
                { key: 'pool', header: 'Pool', align: 'end', cell: (row) => row.pool?.toLocaleString('en') ?? '–' },
                {
                  key: 'squads',
                  header: 'Squads',
                  align: 'end',
                  cell: (row) => row.squads?.toLocaleString('en') ?? '–',
                },
                { key: 'pairs', header: 'Pairs', align: 'end', cell: (row) => row.pairs?.toLocaleString('en') ?? '–' },
                {
                  key: 'rules',
                  header: 'Rules',
                  cell: (row) =>
                    row.rulesVersion === null
                      ? '–'
                      : row.rulesVersion === 0
                        ? 'Built-in'
                        : `Version ${row.rulesVersion}`,
                },
                {
                  key: 'left',
                  header: 'Unmatched',
                  align: 'end',
                  cell: (row) => row.leftOver?.toLocaleString('en') ?? '–',
                },
                {
                  key: 'certificate',
                  header: 'Certificate',
                  cell: (row) => (
                    <span className="cluster">
                      <span>{row.error}</span>
                      {getRunPart(row) && (
                        <Button
                          size="sm"
                          variant={row.id === shownRun?.id ? 'secondary' : 'ghost'}
                          icon="chart"
                          aria-pressed={row.id === shownRun?.id}
                          onClick={() => setOpenRunId(row.id)}
                        >
                          {getRunPart(row)}
                        </Button>
                      )}
                      {!row.error && !getRunPart(row) && <span>–</span>}
                    </span>
                  ),
                },
              ]}
            />
            <p className="text-sm text-muted">
              The pool includes players who already have a pair or squad and want the other. Unmatched players have
              neither.
            </p>
            {shownRun && <OpenedRun key={shownRun.id} id={shownRun.id} part={getRunPart(shownRun) ?? 'Shards'} />}
            <DataTable
              caption="Latest 50 matches"
              rows={matches}
              rowKey={(row) => row.id}
              empty="No matches yet. Run the matcher under Actions."
              columns={[
                {
                  key: 'type',
                  header: 'Type',
                  primary: true,
                  cell: (row) => english(getTypeLabel(row.type)),
                },
                {
                  key: 'score',
                  header: 'Score',
                  align: 'end',
                  cell: (row) => (
                    <Badge tone={isStrong(row.score) ? 'orange' : 'neutral'}>{roundShownScore(row.score)}</Badge>
                  ),
                },
                {
                  key: 'status',
                  header: 'Status',
                  cell: (row) => <StatusLabel status={row.status} of={matchStatuses} />,
                },
                { key: 'date', header: 'Date', cell: (row) => formatTime(row.created_at) },
              ]}
            />
          </div>
        );
      }}
    </WhenLoaded>
  );
}

type Counts = { squads: number | null; pairs: number | null };

/**
 * Explains why the list of rounds may show fewer matches than the certificate, which counts everything the matcher
 * found.
 */
function UnproposedCount({ found, run }: { found: Counts; run: Counts }) {
  const missingCount = (found.squads ?? 0) + (found.pairs ?? 0) - (run.squads ?? 0) - (run.pairs ?? 0);
  if (missingCount <= 0) return null;
  return (
    <p>
      {missingCount} of the matches found {missingCount === 1 ? 'was' : 'were'} not proposed. A player in{' '}
      {missingCount === 1 ? 'it' : 'each'} already had another match or was no longer available.
    </p>
  );
}

function OpenedRun({ id, part }: { id: string; part: RunPart }) {
  const runQuery = useAdminQuery(() => browserApi().api.matches.runs[':id'].$get({ param: { id } }));
  return (
    <Panel as="section" aria-labelledby="certificate" className="stack">
      <h2 id="certificate" className="text-lg">
        {part} of the matching round
      </h2>
      <WhenLoaded loaded={runQuery} label="Loading the certificate">
        {(run) => {
          const certificate = parseCertificate(run.certificate);
          if (!certificate) {
            if (run.shardList.length > 0) return <RunShards shards={run.shardList} />;
            return <p>This matching round has no certificate.</p>;
          }
          return (
            <>
              <UnproposedCount found={certificate} run={run} />
              <CertificateView certificate={certificate} leftOver={run.leftOver} />
              <RunShards shards={run.shardList} />
              <UnmatchedPlayers runId={id} count={run.leftOver ?? 0} />
            </>
          );
        }}
      </WhenLoaded>
    </Panel>
  );
}
