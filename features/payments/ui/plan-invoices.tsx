import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { OrderView } from '../money.schema.ts';
import { formatDollars } from '../orders/orders.rules.ts';

const NAMES = { pro: 'Pro', premium: 'Premium' } as const;

/** The paid months of a plan, one per line. */
export function PlanInvoices({ invoices }: Pick<OrderView, 'invoices'>) {
  return (
    <Panel as="section" className="stack" aria-labelledby="invoices">
      <h2 id="invoices" className="text-xl">
        Payments
      </h2>
      <DataTable
        caption="Every payment for this plan"
        captionHidden
        rows={invoices}
        rowKey={({ id }) => id}
        empty={<p className="text-mist">No payments yet.</p>}
        columns={[
          { key: 'plan', header: 'Plan', primary: true, cell: ({ plan }) => NAMES[plan] },
          {
            key: 'period',
            header: 'Period',
            cell: ({ from, until }) => (
              <>
                <Moment at={from} as="date" /> to <Moment at={until} as="date" />
              </>
            ),
          },
          { key: 'cents', header: 'Amount', cell: ({ cents }) => formatDollars(cents) },
          { key: 'card', header: 'Card', cell: ({ card }) => card ?? 'Unknown' },
        ]}
      />
    </Panel>
  );
}
