import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { PayButton } from '../ui/pay-button.tsx';
import { useCheckoutReturn } from '../ui/use-checkout-return.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { id: new URL(request.url).searchParams.get('order') ?? '' };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.cancelMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.cancelMetaTitle),
    description,
    path: paths.dealsCancel,
    index: false,
  });
}

export default function CancelPage() {
  const t = useTranslator();
  const { id } = useLoaderData<typeof clientLoader>();
  // The buyer may have paid in another tab, or the page may have expired. We only know once the webhook arrives.
  const { order } = useCheckoutReturn(id, { expected: false });
  const isPaid = order?.state === 'paid';
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={isPaid ? t(messages.paidAfterAll) : t(messages.notCharged)}
        kicker={t(messages.kickerDeals)}
        className="pb-0"
      />
      <Panel className="stack" aria-live="polite">
        <OrderLine order={order} />
        <Actions order={order} />
      </Panel>
    </div>
  );
}

function OrderLine({ order }: { order: OrderView | undefined }) {
  const t = useTranslator();
  if (!order) return <p>{t(messages.leftCheckout)}</p>;
  const { name, deadlineAt } = order;
  if (order.state === 'paid') return <p>{t(messages.paidAfterAllHint, { order: name })}</p>;
  if (order.state === 'awaiting_payment' && order.payUrl && deadlineAt) {
    const renderDeadline = () => <Moment at={deadlineAt} as="clock" />;
    return (
      <p>
        <span>
          <RichMessage message={messages.checkoutOpen} values={{ order: name, deadline: renderDeadline }} />
        </span>
      </p>
    );
  }
  return <p>{t(messages.orderClosed)}</p>;
}

function Actions({ order }: { order: OrderView | undefined }) {
  const t = useTranslator();
  const { run } = useAction();
  const payUrl = order?.state === 'awaiting_payment' && order.payUrl;
  const cancelOrder = () =>
    run(
      () => browserApi().api.orders[':id'].cancel.$post({ param: { id: order!.id } }),
      t(messages.orderCanceledToast),
    );
  return (
    <div className="cluster">
      {payUrl && (
        <>
          <PayButton url={order.payUrl!}>{t(messages.continuePayment)}</PayButton>
          <Button variant="secondary" onClick={cancelOrder}>
            {t(messages.cancelOrder)}
          </Button>
        </>
      )}
      {order?.state === 'paid' && <ButtonLink to={paths.order(order.id)}>{t(messages.openOrder)}</ButtonLink>}
      <ButtonLink variant="ghost" to={paths.deals}>
        {t(messages.backToDeals)}
      </ButtonLink>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
