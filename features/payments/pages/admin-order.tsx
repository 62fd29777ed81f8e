import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { moneyMoves } from '../../../content/payment-events.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import { formatDollars } from '../orders/orders.rules.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { MovedOutside } from '../ui/moved-outside.tsx';
import { OrderDetails } from '../ui/order-details.tsx';
import { PaidOtherwise } from '../ui/paid-otherwise.tsx';
import { RefundForm } from '../ui/refund-form.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return {
    order: (await unwrap(browserApi().api.orders[':id'].$get({ param: { id: params.id ?? '' } }))) as OrderView,
  };
}

export function meta({ matches, params }: MetaArgs) {
  const description = 'An order as admins see it, with the refunds and payouts the payment provider refused.';
  return createPageMeta(matches, {
    title: 'Order',
    description,
    path: paths.adminOrder(params.id ?? ''),
    index: false,
  });
}

export default function AdminOrder() {
  const { order } = useLoaderData<typeof clientLoader>();
  const { run } = useAction();
  const stuck = order.underWay.filter(({ maySend, whyNot }) => maySend || whyNot !== null);
  const ownCase = !order.mayDecide;
  return (
    <>
      <OrderDetails order={order} />
      {ownCase && (
        <div className="page pb-8">
          <Notice tone="neutral" title="You're a party to this order">
            Another admin has to decide what happens to its money.
          </Notice>
        </div>
      )}
      {!ownCase && order.moved.length > 0 && <MovedOutside order={order} />}
      {!ownCase && order.moved.length === 0 && order.refundableCents > 0 && !order.frozen && (
        <RefundPart order={order} />
      )}
      {!ownCase && stuck.length > 0 && (
        <div className="page pb-16">
          <Panel as="section" className="stack" aria-labelledby="stuck">
            <h2 id="stuck" className="text-xl">
              Refused by the payment provider
            </h2>
            {stuck.map((one) => (
              <div key={one.id} className="flex flex-wrap items-center justify-between gap-4">
                <p>
                  <span>
                    {moneyMoves[one.kind]} of {formatDollars(one.cents ?? 0)}: {one.problem}
                  </span>
                  {one.whyNot && <span className="block text-mist">It can't be sent again. {one.whyNot}</span>}
                </p>
                {one.maySend && one.failed && <PaidOtherwise id={one.id} />}
                {one.maySend && (
                  <Button
                    variant="secondary"
                    onClick={() =>
                      run(
                        () => browserApi().api.admin['money-actions'][':id'].retry.$post({ param: { id: one.id } }),
                        'Sent again',
                      )
                    }
                  >
                    Send again
                  </Button>
                )}
              </div>
            ))}
          </Panel>
        </div>
      )}
    </>
  );
}

/** A second refund must not go to the card that couldn't take the first. */
function RefundPart({ order }: { order: OrderView }) {
  if (!order.refundFailed) return <RefundForm key={order.refundableCents} order={order} />;
  return (
    <div className="page pb-8">
      <Notice tone="gold" title="A refund didn't arrive">
        Send it again or record how it was paid before you refund anything else.
      </Notice>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
