import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import type { OrderView } from '../money.schema.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { OrderDetails } from '../ui/order-details.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  try {
    const order = await unwrap(browserApi().api.orders[':id'].$get({ param: { id: params.id ?? '' } }));
    return { order: order as OrderView };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return { order: null };
    throw error;
  }
}

export function meta({ matches, params }: MetaArgs) {
  const description = 'An order with its status, next step, deadline and every money movement.';
  return createPageMeta(matches, { title: 'Order', description, path: paths.order(params.id ?? ''), index: false });
}

export default function OrderPage() {
  const { order } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  // The other party's action on a booking changes its order.
  const { behind } = useLive(['booking'], 'loader');
  if (!order) {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState icon="search" title="Order not found" action={<ButtonLink to={paths.money}>Your money</ButtonLink>}>
          It may belong to another account.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <CatchingUpNotice behind={behind} />
      <OrderDetails order={order} onDisputed={(id) => void navigate(paths.dispute(id))} />
    </>
  );
}

export { MoneySkeleton as HydrateFallback };
