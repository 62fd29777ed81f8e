import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import type { AuditLine } from '../admin.schema.ts';
import { WhenLoaded } from './loading.tsx';
import { downloadFile } from './records-download.ts';
import { RecordFilters, toQuery } from './records-filters.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

/** Returns the code of an action or target as words: `run_matcher` becomes "Run matcher". */
const formatCode = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

const listOptions = (actions: readonly string[] = []) => actions.map((value) => ({ value, label: formatCode(value) }));

export function AuditTab() {
  const [values, setValues] = useState<Record<string, string>>({});
  const query = toQuery(values);
  const key = new URLSearchParams(query).toString();
  const auditQuery = useAdminQuery(() => browserApi().api.admin.audit.$get({ query }), key);
  return (
    <div className="stack">
      <RecordFilters
        fields={[
          { name: 'action', label: 'Action', type: 'select', options: listOptions(auditQuery.data?.actions) },
          { name: 'target', label: 'Target id', type: 'text' },
          { name: 'from', label: 'From', type: 'date' },
          { name: 'to', label: 'To', type: 'date' },
        ]}
        values={values}
        onChange={setValues}
        onExport={() => void downloadFile(endpoints.auditExport(key), 'audit.csv')}
      />
      <WhenLoaded loaded={auditQuery} label="Loading the audit log">
        {({ entries }) => (
          <DataTable
            caption="Latest 100 entries"
            rows={entries as AuditLine[]}
            rowKey={(row) => row.id}
            empty={key ? 'No results for these filters.' : 'No admin actions yet.'}
            columns={[
              {
                key: 'action',
                header: 'Action',
                primary: true,
                cell: (row) => (
                  <span className="cluster">
                    <span>{formatCode(row.action)}</span>
                    {row.undone_at && <Badge tone="gold">undone</Badge>}
                  </span>
                ),
              },
              { key: 'target', header: 'Target type', cell: (row) => formatCode(row.target_type) },
              { key: 'who', header: 'Who', cell: (row) => row.admin_name ?? row.admin_id?.slice(0, 8) ?? 'System' },
              { key: 'time', header: 'Time', cell: (row) => formatTime(row.created_at) },
              { key: 'change', header: 'Change', cell: (row) => <Change entry={row} /> },
            ]}
          />
        )}
      </WhenLoaded>
    </div>
  );
}

function Change({ entry }: { entry: AuditLine }) {
  return (
    <Disclosure summary="Before and after">
      <dl className="text-xs">
        <dt className="text-muted">Target</dt>
        <dd className="wrap-anywhere">{entry.target_id ?? '–'}</dd>
        {(['before', 'after'] as const).map((side) => (
          <div key={side}>
            <dt className="mt-2 text-muted">{side === 'before' ? 'Before' : 'After'}</dt>
            <dd>
              <pre className="max-w-80 whitespace-pre-wrap wrap-anywhere">{JSON.stringify(entry[side], null, 1)}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
