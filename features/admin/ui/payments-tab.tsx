import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { WhenLoaded } from './loading.tsx';
import { download } from './records-download.ts';
import { queryOf, RecordFilters } from './records-filters.tsx';
import { timeOf } from './times.ts';
import { useLoaded } from './use-loaded.ts';

export function PaymentsTab() {
  const [values, setValues] = useState<Record<string, string>>({});
  const query = queryOf(values);
  const key = new URLSearchParams(query).toString();
  const loaded = useLoaded(() => unwrap(browserApi().api.admin.payments.$get({ query })), key);
  return (
    <div className="stack">
      <RecordFilters
        fields={[
          { name: 'type', label: 'Event type', type: 'select', options: loaded.value?.types ?? [] },
          { name: 'price', label: 'Price id', type: 'text' },
          { name: 'from', label: 'From', type: 'date' },
          { name: 'to', label: 'To', type: 'date' },
        ]}
        values={values}
        onChange={setValues}
        onExport={() => void download(endpoints.paymentsExport(key), 'payments.csv')}
      />
      <WhenLoaded loaded={loaded} label="Loading payments">
        {({ events }) => (
          <DataTable
            caption="Latest 50 payment events"
            rows={events}
            rowKey={(row) => row.event_id}
            empty="No payment event under these filters."
            columns={[
              { key: 'type', header: 'Event type', primary: true, cell: (row) => row.event_type },
              { key: 'price', header: 'Price id', cell: (row) => row.price_id ?? '–' },
              {
                key: 'time',
                header: 'Time',
                cell: (row) => (row.processed_at ? timeOf(row.processed_at) : (row.problem ?? 'Not processed yet')),
              },
            ]}
          />
        )}
      </WhenLoaded>
    </div>
  );
}
