import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { getReasonLabel } from '../run-reports.rules.ts';
import { WhenLoaded } from './loading.tsx';
import { useAdminQuery } from './use-admin-query.ts';

/** Shows who was left over in a round and why. Loaded on demand because the list may be long. */
export function UnmatchedPlayers({ runId, count }: { runId: string; count: number }) {
  const [open, setOpen] = useState(false);
  if (count === 0) return null;
  if (open) return <Players runId={runId} />;
  return (
    <Button variant="secondary" size="sm" icon="users" className="self-start" onClick={() => setOpen(true)}>
      Show unmatched players
    </Button>
  );
}

function Players({ runId }: { runId: string }) {
  const leftOverQuery = useAdminQuery(() => {
    const run = browserApi().api.matches.runs[':id'];
    return unwrap(run['left-over'].$get({ param: { id: runId } }));
  });
  return (
    <WhenLoaded loaded={leftOverQuery} label="Loading unmatched players">
      {({ players }) => (
        <DataTable
          caption="Unmatched players, longest wait first (up to 200)"
          rows={players}
          rowKey={(row) => row.id}
          empty="We delete a run's reasons after twelve newer runs."
          columns={[
            {
              key: 'player',
              header: 'Player',
              primary: true,
              cell: (row) => <Link to={`${paths.admin}?tab=players&player=${row.id}`}>{row.display_name}</Link>,
            },
            { key: 'reason', header: 'Reason', cell: (row) => getReasonLabel(row.reason) },
            { key: 'waiting', header: 'Runs in a row', align: 'end', cell: (row) => row.waiting },
          ]}
        />
      )}
    </WhenLoaded>
  );
}
