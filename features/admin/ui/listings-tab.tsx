import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { moderatedListingStatuses } from '../../../content/statuses.ts';
import { browserApi } from '../../../web/api-client.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { WhenLoaded } from './loading.tsx';
import { StatusLabel } from './status-label.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

export function ListingsTab() {
  const listingsQuery = useAdminQuery(() => browserApi().api.admin.listings.$get());
  return (
    <WhenLoaded loaded={listingsQuery} label="Loading listings">
      {({ listings }) => (
        <DataTable
          caption="Latest 50 listings"
          rows={listings}
          rowKey={(row) => row.id}
          empty="No listings yet."
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
              cell: (row) => <StatusLabel status={row.status} of={moderatedListingStatuses} />,
            },
            { key: 'date', header: 'Date', cell: (row) => formatTime(row.created_at) },
          ]}
        />
      )}
    </WhenLoaded>
  );
}
