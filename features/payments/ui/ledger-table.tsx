import { formatDollars } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { LedgerLine } from '../orders/orders.schema.ts';
import * as messages from '../payments.messages.ts';
import { getAccountLabel } from './order-labels.ts';

/** An order's ledger entries. Each line sums to zero, so no cent can get lost. */
export function LedgerTable({ lines }: { lines: LedgerLine[] }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="ledger">
      <h2 id="ledger" className="text-xl">
        {t(messages.ledgerTitle)}
      </h2>
      <DataTable
        caption={t(messages.ledgerCaption)}
        captionHidden
        rows={lines}
        rowKey={(line) => `${line.at} ${line.memo} ${line.entries.map((entry) => entry.cents).join()}`}
        empty={<p className="text-muted">{t(messages.ledgerEmpty)}</p>}
        columns={[
          { key: 'memo', header: t(messages.ledgerMemo), primary: true, cell: (line) => line.memo },
          { key: 'at', header: t(messages.ledgerTime), cell: (line) => <Moment at={line.at} /> },
          {
            key: 'entries',
            header: t(messages.ledgerAccounts),
            cell: (line) => (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {line.entries.map((entry) => (
                  <li key={entry.account} className="whitespace-nowrap">
                    <span className="text-muted">{getAccountLabel(t, entry.account)}</span>{' '}
                    <span className="tabular-nums">{(entry.cents > 0 ? '+' : '') + formatDollars(t, entry.cents)}</span>
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
