import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { WhenLoaded } from './loading.tsx';
import { timeOf } from './times.ts';
import { useLoaded } from './use-loaded.ts';

const TONES: Record<string, 'green' | 'gold' | 'red' | 'neutral'> = {
  active: 'green',
  expired: 'gold',
  deleted: 'red',
};

export function ListingsTab() {
  const loaded = useLoaded(() => unwrap(browserApi().api.admin.listings.$get()));
  return (
    <WhenLoaded loaded={loaded} label="Loading listings">
      {({ listings }) => (
        <DataTable
          caption="Latest 50 listings"
          rows={listings}
          rowKey={(row) => row.id}
          empty="No listing has been posted yet."
          columns={[
            {
              key: 'title',
              header: 'Title',
              primary: true,
              cell: (row) => <Link to={paths.listing(row.id)}>{row.title}</Link>,
            },
            {
              key: 'status',
              header: 'Status',
              cell: (row) => <Badge tone={TONES[row.status] ?? 'neutral'}>{row.status}</Badge>,
            },
            { key: 'date', header: 'Date', cell: (row) => timeOf(row.created_at) },
          ]}
        />
      )}
    </WhenLoaded>
  );
}
