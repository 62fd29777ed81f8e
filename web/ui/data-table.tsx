import type { ReactNode } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** Marks the column that identifies the row; on phones, it's the heading of the row's card. */
  primary?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  className?: string;
};

// Sets the roles explicitly, because the phone layout (display: block) makes browsers drop the table semantics.
export function DataTable<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  rowKey,
  empty,
  className = '',
}: DataTableProps<Row>) {
  const t = useTranslator();
  return (
    <div className={`table-wrap ${className}`}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <table className="table" role="table">
        <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
          <tr role="row">
            {columns.map((column) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <th key={column.key} scope="col" role="columnheader" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <tr key={rowKey(row)} role="row">
              {columns.map((column) =>
                column.primary ? (
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  <th key={column.key} scope="row" role="rowheader">
                    {column.cell(row)}
                  </th>
                ) : (
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  <td key={column.key} role="cell" data-label={column.header} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <div className="table-empty">{empty ?? t(messages.tableEmpty)}</div>}
    </div>
  );
}
