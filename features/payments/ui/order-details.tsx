import { useState } from 'react';
import { Link } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { fetchAndSave } from '../../../web/save-file.ts';
import { SupportLink } from '../../../web/support-link.tsx';
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
import { getSellerLabel } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { ORDER_KIND_LABELS } from './order-kind-labels.ts';
import { describeMoneyMove, describeOrderStep, getStateLabel } from './order-labels.ts';
import { PayButton } from './pay-button.tsx';
import { PlanInvoices } from './plan-invoices.tsx';
import { WaitingLine } from './waiting-line.tsx';

const getReceiptName = ({ id }: OrderView) => `planet-crew-${id.slice(0, 8)}.pdf`;

const getLink = (t: Translator, { side }: OrderView) =>
  side === 'admin'
    ? [
        { label: t(messages.breadcrumbAdmin), to: paths.admin },
        { label: t(messages.breadcrumbOrders), to: paths.adminOrders },
      ]
    : [{ label: t(messages.yourMoney), to: paths.money }];

/** Names the other party. Admins see both people. */
function formatLead(t: Translator, { side, people, kind }: OrderView): { lead?: string } {
  const [first, second] = people;
  if (!first) return {};
  if (side === 'buyer') return { lead: t(messages.leadBoughtFrom, { seller: getSellerLabel(kind), name: first }) };
  if (side === 'admin' && second) return { lead: t(messages.leadBoughtByFrom, { buyer: first, seller: second }) };
  return { lead: t(messages.leadBoughtBy, { buyer: first }) };
}

const isOnItsWay = ({ state }: OrderView['underWay'][number]) => state === 'pending' || state === 'stuck';

/** Formats the payment provider's fee, which we pay. It's in the ledger but not part of the order's amounts. */
function formatProviderFee(t: Translator, { ledger }: OrderView): string {
  const entries = ledger.flatMap((line) => line.entries).filter(({ account }) => account === 'processor_fee');
  const cents = entries.reduce((sum, entry) => sum + entry.cents, 0);
  return cents === 0 ? t(messages.ourFeeHint) : t(messages.ourFeeHintAmount, { amount: formatDollars(t, cents) });
}

/** Shows everything about one order: next step, money, history and ledger. */
export function OrderDetails({ order }: { order: OrderView }) {
  const t = useTranslator();
  const state = getStateLabel(t, order);
  const next = describeOrderStep(t, order);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={order.name}
        breadcrumb={[...getLink(t, order), { label: t(messages.orderNumber, { number: order.id.slice(0, 8) }) }]}
        {...formatLead(t, order)}
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
      <section aria-label={t(messages.balanceTitle)} className="grid grid-cols-2 gap-4 md:grid-cols-5">
        <StatTile label={t(messages.balanceCharged)} value={formatDollars(t, order.balance.charged)} />
        <StatTile label={t(messages.balanceHeld)} value={formatDollars(t, order.balance.held)} />
        <StatTile label={t(messages.balanceReleased)} value={formatDollars(t, order.balance.released)} />
        <StatTile label={t(messages.balanceRefunded)} value={formatDollars(t, order.balance.refunded)} />
        {order.feePoints !== null && (
          <StatTile
            label={t(messages.ourFee)}
            value={formatDollars(t, order.feeCents)}
            hint={formatProviderFee(t, order)}
          />
        )}
      </section>
      {order.feePoints !== null && order.state !== 'expired' && order.state !== 'failed' && (
        <p className="text-sm text-muted">
          {t(messages.ourFeeExplanation, {
            percent: formatFeePercent(t, order.feePoints),
            amount: formatDollars(t, order.feeCents),
          })}
        </p>
      )}
      {order.underWay
        .filter(({ failed }) => failed)
        .map((one) => (
          <Notice
            key={one.id}
            tone="gold"
            title={t(messages.refundFailed, { amount: formatDollars(t, one.cents ?? 0) })}
          >
            {order.side === 'buyer' ? t(messages.refundFailedBuyer) : t(messages.refundFailedOthers)}
          </Notice>
        ))}
      {order.underWay.some(isOnItsWay) && (
        <Notice tone="cyan" title={t(messages.onItsWay)}>
          {order.underWay
            .filter(isOnItsWay)
            .map((one) => describeMoneyMove(t, one))
            .join(' · ')}
        </Notice>
      )}
      {order.history.length > 0 && (
        <Panel as="section" className="stack" aria-labelledby="history">
          <h2 id="history" className="text-xl">
            {t(messages.historyTitle)}
          </h2>
          <ol className="stack gap-2">
            {order.history.map(({ at, line }) => (
              <li key={at + line} className="flex flex-col gap-x-4 sm:flex-row">
                <span className="w-48 shrink-0 text-sm text-muted">
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
      <OrderTerms order={order} />
    </div>
  );
}

/** Says which versions of the legal texts apply to the order. */
function OrderTerms({ order: { termsVersion, refundsVersion } }: { order: OrderView }) {
  const t = useTranslator();
  return (
    <p className="text-sm text-muted">
      {termsVersion === null || refundsVersion === null ? (
        t(messages.orderTermsUnknown)
      ) : (
        <RichMessage
          message={messages.orderTerms}
          values={{
            terms: termsVersion,
            refunds: refundsVersion,
            link: (children) => <Link to={paths.termsChanges}>{children}</Link>,
          }}
        />
      )}
    </p>
  );
}

/** Says what the buyer gets back for canceling an order that hasn't started. */
function explainCancellation(t: Translator, { refundableCents, creditCents }: OrderView): string {
  const amount = formatDollars(t, refundableCents);
  if (creditCents > 0) {
    return refundableCents > 0 ? t(messages.cancelRefundsBoth, { amount }) : t(messages.cancelRefundsCredit);
  }
  return refundableCents > 0 ? t(messages.cancelRefundsCard, { amount }) : t(messages.cancelRefundsNothing);
}

function Actions({ order }: { order: OrderView }) {
  const t = useTranslator();
  const { run } = useAction();
  const [openDialog, setOpenDialog] = useState<'return' | 'dispute' | 'withdraw'>();
  const param = { id: order.id };
  const { choice, after } = ORDER_KIND_LABELS[order.kind];
  const canChoose =
    order.side === 'buyer' && order.state === 'paid' && !order.settledAt && !order.stage && order.waitsFor === 'buyer';
  return (
    <div className="cluster">
      {order.payUrl && (
        <PayButton url={order.payUrl}>
          {t(messages.payAmount, { amount: formatDollars(t, order.amountCents - order.creditCents) })}
        </PayButton>
      )}
      {order.payUrl && (
        <Button
          variant="ghost"
          onClick={() =>
            run(() => browserApi().api.orders[':id'].cancel.$post({ param }), t(messages.orderCanceledToast))
          }
        >
          {t(messages.cancelOrder)}
        </Button>
      )}
      {canChoose && choice && <ButtonLink to={after.to(order)}>{t(after.label)}</ButtonLink>}
      {order.bookingId && <ButtonLink to={paths.booking(order.bookingId)}>{t(messages.openBooking)}</ButtonLink>}
      {order.teamBuildId && order.side !== 'seller' && (
        <ButtonLink to={paths.assembly(order.teamBuildId)}>{t(messages.openTeam)}</ButtonLink>
      )}
      {order.disputeId && (
        <ButtonLink variant="secondary" to={paths.dispute(order.disputeId)}>
          {t(messages.seeDispute)}
        </ButtonLink>
      )}
      {order.state === 'paid' && (
        <Button
          variant="secondary"
          icon="download"
          onClick={() =>
            attempt(() => fetchAndSave(endpoints.receipt(order.id), getReceiptName(order)), t(messages.receiptToast))
          }
        >
          {t(messages.receipt)}
        </Button>
      )}
      {order.guaranteeUntil && (
        <Button variant="ghost" onClick={() => setOpenDialog('return')}>
          {t(messages.useGuarantee)}
        </Button>
      )}
      {order.mayWithdraw && (
        <Button variant="ghost" onClick={() => setOpenDialog('withdraw')}>
          {t(messages.cancelOrder)}
        </Button>
      )}
      {order.mayDispute && (
        <Button variant="ghost" onClick={() => setOpenDialog('dispute')}>
          {t(messages.openDispute)}
        </Button>
      )}
      {order.side !== 'admin' && <SupportLink to={paths.helpAbout('order', order.id)} />}
      <ConfirmDialog
        open={openDialog === 'return'}
        title={t(messages.endFoundersTitle)}
        confirmLabel={t(messages.endAndRefund)}
        tone="danger"
        onConfirm={() =>
          run(
            () => browserApi().api.orders[':id'].return.$post({ param }),
            t(messages.refundingToast, { amount: formatDollars(t, order.refundableCents) }),
          ).then(() => setOpenDialog(undefined))
        }
        onCancel={() => setOpenDialog(undefined)}
      >
        {t(messages.endFoundersExplanation, { amount: formatDollars(t, order.refundableCents) })}
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'withdraw'}
        title={t(messages.cancelOrderTitle)}
        confirmLabel={t(messages.cancelOrder)}
        tone="danger"
        onConfirm={() =>
          run(
            () => browserApi().api.orders[':id'].cancel.$post({ param }),
            order.refundableCents > 0
              ? t(messages.refundingToast, { amount: formatDollars(t, order.refundableCents) })
              : t(messages.orderCanceledToast),
          ).then(() => setOpenDialog(undefined))
        }
        onCancel={() => setOpenDialog(undefined)}
      >
        {explainCancellation(t, order)}
      </ConfirmDialog>
      <DisputeDialog orderId={order.id} open={openDialog === 'dispute'} onClose={() => setOpenDialog(undefined)} />
    </div>
  );
}
