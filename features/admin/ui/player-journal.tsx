import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { JournalLine, JournalQuery } from '../../accounts/security-events/security-events.schema.ts';
import { EventWords } from './event-words.tsx';
import { WhenLoaded } from './loading.tsx';
import { timeOf } from './times.ts';
import { useLoaded } from './use-loaded.ts';

const PARTS = [
  { value: 'all', label: 'Sign-ins and changes' },
  { value: 'changes', label: 'Changes only' },
  { value: 'failures', label: 'Failed attempts' },
  { value: 'reports', label: 'Reported by browsers' },
] satisfies { value: JournalQuery['show']; label: string }[];

/** The security journal of one player. */
export function PlayerJournal({ id }: { id: string }) {
  const [show, setShow] = useState<JournalQuery['show']>('all');
  const [before, setBefore] = useState<number>();
  const query = { show, ...(before ? { before: String(before) } : {}) };
  const loaded = useLoaded(
    () => unwrap(browserApi().api.admin.accounts[':id'].journal.$get({ param: { id }, query })),
    new URLSearchParams(query).toString(),
  );
  return (
    <Panel as="section" className="stack" aria-labelledby="player-journal">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="player-journal" className="text-lg">
          Security journal
        </h2>
        <Field label="Show" className="w-full sm:w-72">
          <Select
            options={PARTS}
            value={show}
            onChange={(event) => {
              setBefore(undefined);
              setShow(event.target.value as JournalQuery['show']);
            }}
          />
        </Field>
      </div>
      <WhenLoaded loaded={loaded} label="Loading the security journal">
        {(page) => (
          <>
            <DataTable
              caption="Security journal"
              captionHidden
              rows={page.lines as JournalLine[]}
              rowKey={(row) => String(row.id)}
              empty="Nothing here."
              columns={[
                { key: 'what', header: 'What', primary: true, cell: (row) => <EventWords line={row} /> },
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
    </Panel>
  );
}
