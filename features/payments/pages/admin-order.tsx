import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MarkRefundedElsewhere } from '../ui/mark-refunded-elsewhere.tsx';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { MovementDecision } from '../ui/movement-decision.tsx';
import { OrderDetails } from '../ui/order-details.tsx';
import { describeMoneyMove } from '../ui/order-labels.ts';
import { RefundForm } from '../ui/refund-form.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return {
    order: (await unwrap(browserApi().api.orders[':id'].$get({ param: { id: params.id ?? '' } }))) as OrderView,
  };
}

export function meta({ matches, params }: MetaArgs) {
  const description = readerTranslator(messages.adminOrderMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.adminOrderMetaTitle),
    description,
    path: paths.adminOrder(params.id ?? ''),
    index: false,
  });
}

export default function AdminOrder() {
  const t = useTranslator();
  const { order } = useLoaderData<typeof clientLoader>();
  const { run } = useAction();
  const stuckActions = order.underWay.filter(({ maySend, whyNot }) => maySend || whyNot !== null);
  const isOwnCase = !order.mayDecide;
  return (
    <>
      <OrderDetails order={order} />
      {isOwnCase && (
        <div className="page pb-8">
          <Notice tone="neutral" title={t(messages.ownCase)}>
            {t(messages.ownCaseHint)}
          </Notice>
        </div>
      )}
      {!isOwnCase && order.moved.length > 0 && <MovementDecision order={order} />}
      {!isOwnCase && order.moved.length === 0 && order.refundableCents > 0 && !order.frozen && (
        <RefundPart order={order} />
      )}
      {!isOwnCase && stuckActions.length > 0 && (
        <div className="page pb-16">
          <Panel as="section" className="stack" aria-labelledby="stuck">
            <h2 id="stuck" className="text-xl">
              {t(messages.refusedTitle)}
            </h2>
            {stuckActions.map((one) => (
              <div key={one.id} className="flex flex-wrap items-center justify-between gap-4">
                <p>
                  <span>{describeMoneyMove(t, one)}</span>
                  {one.whyNot && (
                    <span className="block text-muted">{t(messages.cantSendAgain, { reason: one.whyNot })}</span>
                  )}
                </p>
                {one.maySend && one.failed && <MarkRefundedElsewhere id={one.id} />}
                {one.maySend && (
                  <Button
                    variant="secondary"
                    onClick={() =>
                      run(
                        () => browserApi().api.admin['money-actions'][':id'].retry.$post({ param: { id: one.id } }),
                        t(messages.sentAgainToast),
                      )
                    }
                  >
                    {t(messages.sendAgain)}
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

/** Shows the refund form unless a refund bounced, because a second refund must not go to the same card. */
function RefundPart({ order }: { order: OrderView }) {
  const t = useTranslator();
  if (!order.refundFailed) return <RefundForm key={order.refundableCents} order={order} />;
  return (
    <div className="page pb-8">
      <Notice tone="gold" title={t(messages.refundBounced)}>
        {t(messages.refundBouncedHint)}
      </Notice>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
