import { DataTable } from '../../../web/ui/data-table.tsx';
import type { Difference } from '../../matches/rulebook/rulebook.rules.ts';

/** Shows current and new values side by side, entry by entry. */
export function Changes({ caption, differences }: { caption: string; differences: readonly Difference[] }) {
  const formatText = (value: string) => <span className="whitespace-pre-line wrap-anywhere">{value || '(empty)'}</span>;
  return (
    <DataTable
      caption={caption}
      rows={differences}
      rowKey={(row) => row.path}
      empty="Same as the active rules."
      columns={[
        { key: 'entry', header: 'Entry', primary: true, cell: (row) => row.label },
        { key: 'before', header: 'Before', cell: (row) => formatText(row.before) },
        { key: 'after', header: 'After', cell: (row) => formatText(row.after) },
      ]}
    />
  );
}
