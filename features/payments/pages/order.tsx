import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, nullIfMissing, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MissingOrder } from '../ui/missing-order.tsx';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { OrderDetails } from '../ui/order-details.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const orderPromise = unwrap(browserApi().api.orders[':id'].$get({ param: { id: params.id ?? '' } }));
  return { order: (await orderPromise.catch(nullIfMissing)) as OrderView | null };
}

export function meta({ matches, params }: MetaArgs) {
  const description = readerTranslator(messages.orderMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.orderMetaTitle),
    description,
    path: paths.order(params.id ?? ''),
    index: false,
  });
}

export default function OrderPage() {
  const t = useTranslator();
  const { order } = useLoaderData<typeof clientLoader>();
  // Reload when the other party changes the booking, since that changes the order.
  const { behind } = useLive(['booking'], 'loader');
  if (!order) return <MissingOrder title={t(messages.orderNotFound)} />;
  return (
    <>
      <CatchingUpNotice behind={behind} />
      <OrderDetails order={order} />
    </>
  );
}

export { MoneySkeleton as HydrateFallback };
