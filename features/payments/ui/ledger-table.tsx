import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { formatDollars } from '../orders/orders.rules.ts';
import type { LedgerLine } from '../orders/orders.schema.ts';
import { getAccountLabel } from './order-labels.ts';

/** An order's ledger entries. Each line sums to zero, so no cent can get lost. */
export function LedgerTable({ lines }: { lines: LedgerLine[] }) {
  return (
    <Panel as="section" className="stack" aria-labelledby="ledger">
      <h2 id="ledger" className="text-xl">
        Where the money went
      </h2>
      <DataTable
        caption="Every money movement of this order"
        captionHidden
        rows={lines}
        rowKey={(line) => `${line.at} ${line.memo} ${line.entries.map((entry) => entry.cents).join()}`}
        empty={<p className="text-mist">No money has moved yet.</p>}
        columns={[
          { key: 'memo', header: 'What', primary: true, cell: (line) => line.memo },
          { key: 'at', header: 'When', cell: (line) => <Moment at={line.at} /> },
          {
            key: 'entries',
            header: 'Accounts',
            cell: (line) => (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {line.entries.map((entry) => (
                  <li key={entry.account} className="whitespace-nowrap">
                    <span className="text-mist">{getAccountLabel(entry.account)}</span>{' '}
                    <span className="tabular-nums">{(entry.cents > 0 ? '+' : '') + formatDollars(entry.cents)}</span>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Panel>
  );
}
