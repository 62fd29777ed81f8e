import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { moneyMoves } from '../../../content/payment-events.ts';
import { browserApi } from '../../../web/api-client.ts';
import { fetchAndSave } from '../../../web/save-file.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { attempt, useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import { formatFeePercent } from '../orders/fees.rules.ts';
import { formatDollars, getSellerLabel } from '../orders/orders.rules.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { ORDER_KIND_LABELS } from './order-kind-labels.ts';
import { describeOrderStep, getStateLabel } from './order-labels.ts';
import { PayButton } from './pay-button.tsx';
import { PlanInvoices } from './plan-invoices.tsx';
import { WaitingLine } from './waiting-line.tsx';

const getReceiptName = ({ id }: OrderView) => `planet-crew-${id.slice(0, 8)}.pdf`;

const getLink = ({ side }: OrderView) =>
  side === 'admin'
    ? [
        { label: 'Admin', to: paths.admin },
        { label: 'Orders', to: paths.adminOrders },
      ]
    : [{ label: 'Your money', to: paths.money }];

function formatCounterpart({ side, people, kind }: OrderView): string {
  if (side === 'admin') return `Bought by ${people[0]}${people[1] ? `, from ${people[1]}` : ''}.`;
  if (side === 'seller') return `Bought by ${people[0]}.`;
  return `With ${people[0]} as your ${getSellerLabel(kind)}.`;
}

const isOnItsWay = ({ state }: OrderView['underWay'][number]) => state === 'pending' || state === 'stuck';

/** We pay the payment provider's fee. It's in the ledger but not part of the order's amounts. */
function formatProviderFee({ ledger }: OrderView): string {
  const entries = ledger.flatMap((line) => line.entries).filter(({ account }) => account === 'processor_fee');
  const cents = entries.reduce((sum, entry) => sum + entry.cents, 0);
  return cents === 0 ? 'We cover the payment provider’s' : `We cover the payment provider’s ${formatDollars(cents)}`;
}

/** Everything about one order: next step, money, history, ledger. */
export function OrderDetails({ order }: { order: OrderView }) {
  const state = getStateLabel(order);
  const next = describeOrderStep(order);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={order.name}
        breadcrumb={[...getLink(order), { label: `Order ${order.id.slice(0, 8)}` }]}
        {...(order.people.length > 0 ? { lead: formatCounterpart(order) } : {})}
        actions={<Badge tone={state.tone}>{state.label}</Badge>}
        className="pb-0"
      />
      {next && order.waitsFor && (
        <Notice tone={order.waitsFor === order.side ? 'gold' : 'cyan'} title={next}>
          <WaitingLine
            waiter={order.waitsFor}
            side={order.side}
            seller={getSellerLabel(order.kind)}
            stage={order.stage}
            deadlineAt={order.deadlineAt}
          />
        </Notice>
      )}
      <Actions order={order} />
      <section aria-label="Where the money is" className="grid grid-cols-2 gap-4 md:grid-cols-5">
        <StatTile label="Charged" value={formatDollars(order.balance.charged)} />
        <StatTile label="Held" value={formatDollars(order.balance.held)} />
        <StatTile label="Released" value={formatDollars(order.balance.released)} />
        <StatTile label="Refunded" value={formatDollars(order.balance.refunded)} />
        {order.feePoints !== null && (
          <StatTile label="Our fee" value={formatDollars(order.feeCents)} hint={formatProviderFee(order)} />
        )}
      </section>
      {order.feePoints !== null && order.state !== 'expired' && order.state !== 'failed' && (
        <p className="text-sm text-mist">
          Our fee is {formatFeePercent(order.feePoints)} of released funds, {formatDollars(order.feeCents)} so far.
          Buyers pay nothing extra.
        </p>
      )}
      {order.underWay
        .filter(({ failed }) => failed)
        .map((one) => (
          <Notice key={one.id} tone="gold" title={`The refund of ${formatDollars(one.cents ?? 0)} didn't arrive`}>
            {order.side === 'buyer'
              ? "Your card couldn't take it. We're holding the money for you and will contact you about another way."
              : "The card couldn't take it. We're holding the money until there's another way."}
          </Notice>
        ))}
      {order.underWay.some(isOnItsWay) && (
        <Notice tone="cyan" title="On its way">
          {order.underWay
            .filter(isOnItsWay)
            .map(
              (one) =>
                `${moneyMoves[one.kind]} of ${formatDollars(one.cents ?? 0)}${one.problem ? `: ${one.problem}` : ''}`,
            )
            .join(' · ')}
        </Notice>
      )}
      {order.history.length > 0 && (
        <Panel as="section" className="stack" aria-labelledby="history">
          <h2 id="history" className="text-xl">
            What happened
          </h2>
          <ol className="stack gap-2">
            {order.history.map(({ at, line }) => (
              <li key={at + line} className="flex flex-col gap-x-4 sm:flex-row">
                <span className="w-48 shrink-0 text-sm text-mist">
                  <Moment at={at} />
                </span>
                <span>{line}</span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {order.invoices.length > 0 && <PlanInvoices invoices={order.invoices} />}
      <LedgerTable lines={order.ledger} />
    </div>
  );
}

function Actions({ order }: { order: OrderView }) {
  const { run } = useAction();
  const [asking, setAsking] = useState<'return' | 'dispute' | 'withdraw'>();
  const param = { id: order.id };
  const { choice, after } = ORDER_KIND_LABELS[order.kind];
  const choose =
    order.side === 'buyer' && order.state === 'paid' && !order.settledAt && !order.stage && order.waitsFor === 'buyer';
  return (
    <div className="cluster">
      {order.payUrl && (
        <PayButton url={order.payUrl}>Pay {formatDollars(order.amountCents - order.creditCents)}</PayButton>
      )}
      {order.payUrl && (
        <Button
          variant="ghost"
          onClick={() => run(() => browserApi().api.orders[':id'].cancel.$post({ param }), 'Order canceled')}
        >
          Cancel the order
        </Button>
      )}
      {choose && choice && <ButtonLink to={after.to(order)}>{after.label}</ButtonLink>}
      {order.bookingId && <ButtonLink to={paths.booking(order.bookingId)}>Open the booking</ButtonLink>}
      {order.teamBuildId && order.side !== 'seller' && (
        <ButtonLink to={paths.assembly(order.teamBuildId)}>Open the team</ButtonLink>
      )}
      {order.disputeId && (
        <ButtonLink variant="secondary" to={paths.dispute(order.disputeId)}>
          See the dispute
        </ButtonLink>
      )}
      {order.state === 'paid' && (
        <Button
          variant="secondary"
          icon="download"
          onClick={() =>
            attempt(() => fetchAndSave(endpoints.receipt(order.id), getReceiptName(order)), 'Receipt downloaded')
          }
        >
          Receipt (PDF)
        </Button>
      )}
      {order.guaranteeUntil && (
        <Button variant="ghost" onClick={() => setAsking('return')}>
          Use the 7-day guarantee
        </Button>
      )}
      {order.mayWithdraw && (
        <Button variant="ghost" onClick={() => setAsking('withdraw')}>
          Cancel the order
        </Button>
      )}
      {order.mayDispute && (
        <Button variant="ghost" onClick={() => setAsking('dispute')}>
          Open a dispute
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'return'}
        title="End Founders Premium?"
        confirmLabel="End and refund"
        tone="danger"
        onConfirm={() =>
          run(
            () => browserApi().api.orders[':id'].return.$post({ param }),
            `We're refunding ${formatDollars(order.refundableCents)}`,
          ).then(() => setAsking(undefined))
        }
        onCancel={() => setAsking(undefined)}
      >
        We&apos;ll refund {formatDollars(order.refundableCents)} to your card. Your seat and everything that comes with
        it end right away.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'withdraw'}
        title="Cancel this order?"
        confirmLabel="Cancel the order"
        tone="danger"
        onConfirm={() =>
          run(
            () => browserApi().api.orders[':id'].cancel.$post({ param }),
            order.refundableCents > 0 ? `We're refunding ${formatDollars(order.refundableCents)}` : 'Order canceled',
          ).then(() => setAsking(undefined))
        }
        onCancel={() => setAsking(undefined)}
      >
        <span>
          {order.refundableCents > 0
            ? `It hasn't started, so we'll refund ${formatDollars(order.refundableCents)} to your card`
            : "It hasn't started, and nothing was charged to a card"}
        </span>
        {order.creditCents > 0 && <span>, and you get your hire credit back</span>}
        <span>.</span>
      </ConfirmDialog>
      <DisputeDialog orderId={order.id} open={asking === 'dispute'} onClose={() => setAsking(undefined)} />
    </div>
  );
}
