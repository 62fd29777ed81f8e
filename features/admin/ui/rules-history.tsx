import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { listDifferences } from '../../matches/rulebook/rulebook.rules.ts';
import type { RulesVersion } from '../../matches/rulebook/rulebook.schema.ts';
import { Changes } from './rules-changes.tsx';
import { formatTime } from './times.ts';

type Props = {
  versions: readonly RulesVersion[];
  current: number;
  /** Undefined if there's already a draft. */
  onEdit: ((rules: RulesVersion['rules']) => void) | undefined;
};

/** Shows who published each version and when, with the changes from the previous version. */
export function RulesHistory({ versions, current, onEdit }: Props) {
  const findPrevious = (version: RulesVersion) =>
    versions.find((other) => other.version < version.version && other.withdrawn_at === null);
  return (
    <DataTable
      caption="Rules history"
      rows={versions}
      rowKey={(row) => String(row.version)}
      columns={[
        {
          key: 'version',
          header: 'Version',
          primary: true,
          cell: (row) => (
            <span className="cluster">
              <span>{row.version === 0 ? 'Built-in' : `Version ${row.version}`}</span>
              {row.version === current && <Badge tone="green">active</Badge>}
              {row.withdrawn_at && <Badge tone="gold">undone</Badge>}
            </span>
          ),
        },
        { key: 'when', header: 'Published', cell: (row) => formatTime(row.published_at) },
        {
          key: 'who',
          header: 'By',
          cell: (row) => row.published_by ?? (row.version === 0 ? 'The program' : 'A former admin'),
        },
        {
          key: 'what',
          header: 'What changed',
          cell: (row) => {
            const previousRow = findPrevious(row);
            if (!previousRow) return row.note;
            const differences = listDifferences(previousRow.rules, row.rules);
            return (
              <div className="grid gap-2">
                {row.note && <p className="wrap-anywhere">{row.note}</p>}
                <Disclosure summary={`${differences.length} ${differences.length === 1 ? 'entry' : 'entries'} changed`}>
                  <Changes caption={`Changes of version ${row.version}`} differences={differences} />
                </Disclosure>
              </div>
            );
          },
        },
        {
          key: 'edit',
          header: 'Draft',
          cell: (row) =>
            onEdit && row.version !== current ? (
              <Button size="sm" variant="ghost" icon="edit" onClick={() => onEdit(row.rules)}>
                Edit as new draft
              </Button>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}
