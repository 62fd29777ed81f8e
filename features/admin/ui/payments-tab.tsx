import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { paymentEvents } from '../../../content/payment-events.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi } from '../../../web/api-client.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { getOffer } from '../../payments/orders/orders.rules.ts';
import { WhenLoaded } from './loading.tsx';
import { downloadFile } from './records-download.ts';
import { RecordFilters, toQuery } from './records-filters.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

/** Returns an event type's label. Types we don't handle have none. */
const formatEventType = (type: string): string | undefined =>
  (paymentEvents as Record<string, string | undefined>)[type];
const toTypeOption = (type: string) => {
  const label = formatEventType(type);
  return { value: type, label: label ? `${label} (${type})` : type };
};

function formatPriceId(id: string | null) {
  if (id === null) return { label: '–' };
  const offer = getOffer(id);
  return { label: offer && `${offer.name}, ${formatDollars(english, offer.cents)}`, code: id };
}

const Code = ({ children }: { children: string }) => (
  <span className="font-normal text-muted text-sm wrap-anywhere">{children}</span>
);

/** Shows the display name with its code beneath. */
function NameOrDash({ label, code }: { label: string | undefined; code?: string | undefined }) {
  if (!label) return code;
  return (
    <span className="grid">
      <span>{label}</span>
      {code && <Code>{code}</Code>}
    </span>
  );
}

export function PaymentsTab() {
  const [values, setValues] = useState<Record<string, string>>({});
  const query = toQuery(values);
  const key = new URLSearchParams(query).toString();
  const paymentsQuery = useAdminQuery(() => browserApi().api.admin.payments.$get({ query }), key);
  return (
    <div className="stack">
      <RecordFilters
        fields={[
          {
            name: 'type',
            label: 'Event type',
            type: 'select',
            options: (paymentsQuery.data?.types ?? []).map(toTypeOption),
          },
          { name: 'price', label: 'Price id', type: 'text' },
          { name: 'from', label: 'From', type: 'date' },
          { name: 'to', label: 'To', type: 'date' },
        ]}
        values={values}
        onChange={setValues}
        onExport={() => void downloadFile(endpoints.paymentsExport(key), 'payments.csv')}
      />
      <WhenLoaded loaded={paymentsQuery} label="Loading payments">
        {({ events }) => (
          <DataTable
            caption="Latest 50 payment events"
            rows={events}
            rowKey={(row) => row.event_id}
            empty="No payment events for these filters."
            columns={[
              {
                key: 'type',
                header: 'Event type',
                primary: true,
                cell: (row) => <NameOrDash label={formatEventType(row.event_type)} code={row.event_type} />,
              },
              { key: 'price', header: 'Price id', cell: (row) => <NameOrDash {...formatPriceId(row.price_id)} /> },
              {
                key: 'time',
                header: 'Time',
                cell: (row) =>
                  row.processed_at ? (
                    formatTime(row.processed_at)
                  ) : (
                    <NameOrDash label="Not processed yet" code={row.problem ?? undefined} />
                  ),
              },
              { key: 'id', header: 'Payment provider ID', cell: (row) => <Code>{row.event_id}</Code> },
            ]}
          />
        )}
      </WhenLoaded>
    </div>
  );
}
