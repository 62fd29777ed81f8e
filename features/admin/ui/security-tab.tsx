import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { MARKS, type Mark } from '../../accounts/security-events/security-events.schema.ts';
import { MARK_LABELS } from '../../accounts/security-events/security-events.wording.ts';
import type { MarkedLine } from '../admin.schema.ts';
import { EventWords } from './event-words.tsx';
import { WhenLoaded } from './loading.tsx';
import { timeOf } from './times.ts';
import { useLoaded } from './use-loaded.ts';

/** What stands out in the security journals of all accounts. */
export function SecurityTab({ onPlayer }: { onPlayer: (id: string) => void }) {
  const [mark, setMark] = useState<Mark | ''>('');
  const [before, setBefore] = useState<number>();
  const query = { ...(mark ? { mark } : {}), ...(before ? { before: String(before) } : {}) };
  const loaded = useLoaded(
    () => unwrap(browserApi().api.admin.journals.$get({ query })),
    new URLSearchParams(query).toString(),
  );
  return (
    <div className="stack">
      <Field label="What stands out" className="w-full sm:w-72">
        <Select
          placeholder="Everything"
          options={MARKS.map((value) => ({ value, label: MARK_LABELS[value] }))}
          value={mark}
          onChange={(event) => {
            setBefore(undefined);
            setMark(event.target.value as Mark | '');
          }}
        />
      </Field>
      <WhenLoaded loaded={loaded} label="Loading the journals">
        {(page) => (
          <>
            <DataTable
              caption="Lines that stand out, newest first"
              rows={page.lines as MarkedLine[]}
              rowKey={(row) => String(row.id)}
              empty="Nothing stands out."
              columns={[
                { key: 'what', header: 'What', primary: true, cell: (row) => <EventWords line={row} /> },
                {
                  key: 'who',
                  header: 'Who',
                  cell: (row) => (
                    <Button variant="ghost" size="sm" onClick={() => onPlayer(row.user_id)}>
                      {row.name ?? row.user_id.slice(0, 8)}
                    </Button>
                  ),
                },
                { key: 'device', header: 'Device', cell: (row) => row.device ?? '–' },
                { key: 'place', header: 'Rough place', cell: (row) => row.place ?? '–' },
                { key: 'time', header: 'Time', cell: (row) => timeOf(row.created_at) },
              ]}
            />
            <Pagination
              {...(page.before ? { onNext: () => setBefore(page.before ?? undefined) } : {})}
              loading={loaded.loading}
              nextLabel="Older lines"
            />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
