import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { browserApi, take } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { paths } from '../../../web/paths.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { OrderView } from '../money/schema.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { PayButton } from '../ui/pay-button.tsx';
import { useAction } from '../ui/use-action.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const id = new URL(request.url).searchParams.get('order') ?? '';
  const order = await take(browserApi().api.orders[':id'].$get({ param: { id } })).catch(() => null);
  return { order: order as OrderView | null };
}

export function meta({ matches }: MetaArgs) {
  const description = 'You left the payment page. Nothing was charged.';
  return pageMeta(matches, { title: 'Not paid', description, path: '/protocol/deals/cancel', index: false });
}

export default function CancelPage() {
  const { order } = useLoaderData<typeof clientLoader>();
  const { busy, run } = useAction();
  const open = order?.state === 'awaiting_payment' && order.payUrl;
  const giveUp = () =>
    void run(
      'cancel',
      () => take(browserApi().api.orders[':id'].cancel.$post({ param: { id: order!.id } })),
      'The order is cancelled',
    );
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle title="Nothing was charged" kicker="Deals" className="pb-0" />
      <Panel className="stack">
        <p>
          {open
            ? `Your ${order.name} is kept for half an hour. Go on where you left, or cancel it now.`
            : 'You left the payment page.'}
        </p>
        <div className="cluster">
          {open && (
            <>
              <PayButton url={order.payUrl!}>Continue to payment</PayButton>
              <Button variant="secondary" loading={busy === 'cancel'} onClick={giveUp}>
                Cancel the order
              </Button>
            </>
          )}
          <ButtonLink variant="ghost" to={paths.deals}>
            Back to the deals
          </ButtonLink>
        </div>
      </Panel>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
