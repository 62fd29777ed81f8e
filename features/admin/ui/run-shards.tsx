import { runStatuses } from '../../../content/statuses.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { StatusLabel } from './status-label.tsx';

type Shard = {
  number: number;
  regions: string[];
  platforms: string[];
  status: keyof typeof runStatuses;
  players: number;
  squads: number;
  pairs: number;
  seconds: number | null;
  gap: number | null;
};

/** Shows the shards of a round that several workers share. Renders nothing for an unsharded round. */
export function RunShards({ shards }: { shards: Shard[] }) {
  if (shards.length === 0) return null;
  return (
    <DataTable
      caption="Shards: players in a shard can only play with each other"
      rows={shards}
      rowKey={(row) => String(row.number)}
      empty="This run used a single shard."
      columns={[
        { key: 'regions', header: 'Regions', primary: true, cell: (row) => row.regions.join(', ') },
        { key: 'platforms', header: 'Platforms', cell: (row) => row.platforms.join(', ') },
        { key: 'status', header: 'Status', cell: (row) => <StatusLabel status={row.status} of={runStatuses} /> },
        { key: 'players', header: 'Players', align: 'end', cell: (row) => row.players.toLocaleString('en') },
        { key: 'squads', header: 'Squads', align: 'end', cell: (row) => row.squads.toLocaleString('en') },
        { key: 'pairs', header: 'Pairs', align: 'end', cell: (row) => row.pairs.toLocaleString('en') },
        { key: 'seconds', header: 'Seconds', align: 'end', cell: (row) => row.seconds?.toFixed(1) ?? '–' },
        {
          key: 'gap',
          header: 'Gap to the bound',
          align: 'end',
          cell: (row) => (row.gap === null ? '–' : `${(row.gap * 100).toFixed(1)} %`),
        },
      ]}
    />
  );
}
