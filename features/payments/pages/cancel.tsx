import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
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
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { PayButton } from '../ui/pay-button.tsx';
import { useCheckoutReturn } from '../ui/use-checkout-return.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { id: new URL(request.url).searchParams.get('order') ?? '' };
}

export function meta({ matches }: MetaArgs) {
  const description = 'You left the payment page. Nothing was charged.';
  return createPageMeta(matches, { title: 'Not paid', description, path: paths.dealsCancel, index: false });
}

export default function CancelPage() {
  const { id } = useLoaderData<typeof clientLoader>();
  // The buyer may have paid in another tab, or the page may have expired. We only know once the webhook arrives.
  const { order } = useCheckoutReturn(id, { expected: false });
  const paid = order?.state === 'paid';
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle title={paid ? 'We got your payment' : 'Nothing was charged'} kicker="Deals" className="pb-0" />
      <Panel className="stack" aria-live="polite">
        <p>{lineOf(order)}</p>
        <Actions order={order} />
      </Panel>
    </div>
  );
}

function lineOf(order: OrderView | undefined): ReactNode {
  if (order?.state === 'paid')
    return `Your payment for ${order.name} went through after all. The order page shows what happens next.`;
  if (order?.state === 'awaiting_payment' && order.payUrl && order.deadlineAt) {
    return (
      <>
        Your {order.name} order is open until <Moment at={order.deadlineAt} as="clock" />. Pick up where you left off,
        or cancel it now.
      </>
    );
  }
  return order ? 'This order is closed. You can buy it again anytime.' : 'You left the payment page.';
}

function Actions({ order }: { order: OrderView | undefined }) {
  const { run } = useAction();
  const open = order?.state === 'awaiting_payment' && order.payUrl;
  const giveUp = () =>
    run(() => browserApi().api.orders[':id'].cancel.$post({ param: { id: order!.id } }), 'Order canceled');
  return (
    <div className="cluster">
      {open && (
        <>
          <PayButton url={order.payUrl!}>Continue to payment</PayButton>
          <Button variant="secondary" onClick={giveUp}>
            Cancel the order
          </Button>
        </>
      )}
      {order?.state === 'paid' && <ButtonLink to={paths.order(order.id)}>Open the order</ButtonLink>}
      <ButtonLink variant="ghost" to={paths.deals}>
        Back to deals
      </ButtonLink>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
