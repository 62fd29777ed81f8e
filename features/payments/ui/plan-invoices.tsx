import { formatDollars } from '../../../messages/amounts.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { PLAN_NAMES } from '../entitlements.rules.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';

/** The paid months of a plan, one per line. */
export function PlanInvoices({ invoices }: Pick<OrderView, 'invoices'>) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="invoices">
      <h2 id="invoices" className="text-xl">
        {t(messages.invoicesTitle)}
      </h2>
      <DataTable
        caption={t(messages.invoicesCaption)}
        captionHidden
        rows={invoices}
        rowKey={({ id }) => id}
        empty={<p className="text-muted">{t(messages.invoicesEmpty)}</p>}
        columns={[
          { key: 'plan', header: t(messages.invoicePlan), primary: true, cell: ({ plan }) => PLAN_NAMES[plan] },
          {
            key: 'period',
            header: t(messages.invoicePeriod),
            cell: ({ from, until }) => (
              <RichMessage
                message={messages.invoicePeriodDates}
                values={{ from: () => <Moment at={from} as="date" />, until: () => <Moment at={until} as="date" /> }}
              />
            ),
          },
          { key: 'cents', header: t(messages.invoiceAmount), cell: ({ cents }) => formatDollars(t, cents) },
          { key: 'card', header: t(messages.invoiceCard), cell: ({ card }) => card ?? t(messages.invoiceCardUnknown) },
        ]}
      />
    </Panel>
  );
}
