import { english } from '../../../messages/lazy-text.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { MarkedWords } from '../../../web/ui/marked-words.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import type { Query } from '../../../web/use-query.ts';
import { toMarkBadges } from '../../accounts/security-events/security-events.wording.ts';
import type { MarkedLine } from '../admin.schema.ts';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';

type Line = Pick<MarkedLine, 'id' | 'words' | 'times' | 'marks' | 'device' | 'place' | 'created_at'>;
type Column<L> = Parameters<typeof DataTable<L>>[0]['columns'][number];
type SecurityEventLinesProps<L> = {
  loaded: Query<{ lines: L[]; before: number | null }>;
  /** The accessible name, for screen readers. */
  label: string;
  caption: string;
  captionHidden?: boolean;
  empty: string;
  /** Columns after the description. */
  more?: readonly Column<L>[];
  /** @param before the cursor where older entries start */
  onOlder: (before: number) => void;
};

/** Lists security events with a description, device, location and time. Loads older ones on demand. */
export function SecurityEventLines<L extends Line>({
  loaded,
  label,
  more = [],
  onOlder,
  ...table
}: SecurityEventLinesProps<L>) {
  return (
    <WhenLoaded loaded={loaded} label={label}>
      {({ lines, before }) => (
        <>
          <DataTable
            {...table}
            rows={lines}
            rowKey={(row) => String(row.id)}
            columns={[
              {
                key: 'what',
                header: 'What',
                primary: true,
                cell: (row) => (
                  <MarkedWords words={row.words} times={row.times} marks={toMarkBadges(english, row.marks)} />
                ),
              },
              ...more,
              { key: 'device', header: 'Device', cell: (row) => row.device ?? '–' },
              { key: 'place', header: 'Approximate location', cell: (row) => row.place ?? '–' },
              { key: 'time', header: 'Time', cell: (row) => formatTime(row.created_at) },
            ]}
          />
          <Pagination
            {...(before ? { onNext: () => onOlder(before) } : {})}
            loading={loaded.loading}
            nextLabel="Older activity"
          />
        </>
      )}
    </WhenLoaded>
  );
}
