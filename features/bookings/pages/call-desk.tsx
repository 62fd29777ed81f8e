import { type ClientLoaderFunctionArgs, Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getPhoneConciergeTexts } from '../../../content/phone-concierge-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, nullIfMissing, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { getStageLabel } from '../../payments/ui/order-labels.ts';
import * as messages from '../bookings.messages.ts';
import type { CallDesk, CallerAccount, DeskCall } from '../phone-calls/phone-calls.schema.ts';
import { CallStatusBadge } from '../ui/call-status.tsx';
import { DeskAccount } from '../ui/desk-account.tsx';

const UUID = /^[0-9a-f-]{36}$/;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { calls } = browserApi().api.admin;
  try {
    const desk = (await unwrap(calls.$get())) as CallDesk;
    const callId = new URL(request.url).searchParams.get('call');
    const id = callId && UUID.test(callId) ? callId : undefined;
    const account = id
      ? ((await unwrap(calls[':id'].$get({ param: { id } })).catch(nullIfMissing)) as CallerAccount | null)
      : null;
    return { desk, account };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) throw redirect(paths.matches);
    throw error;
  }
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.callDeskMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.callDeskMetaTitle),
    description,
    path: paths.callDesk,
    index: false,
  });
}

export default function CallDeskPage() {
  const t = useTranslator();
  const { desk, account } = useLoaderData<typeof clientLoader>();
  // Reload on messages, because the desk gets one when a call is booked, canceled or due.
  const { behind } = useLive(['inbox'], 'loader');
  const queue = account ? 'hidden lg:grid' : '';
  // Without any calls there's nothing to select, so don't show a panel beside the queue.
  const isIdle = !account && desk.open.length === 0 && desk.closed.length === 0;
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.callDeskTitle)}
        breadcrumb={[
          { label: t(messages.adminCrumb), to: paths.admin },
          { label: t(messages.conciergeDesk), to: paths.concierge },
          { label: t(messages.callDeskTitle) },
        ]}
        lead={t(messages.callDeskLead, { hours: getPhoneConciergeTexts(t).hours })}
        className={account ? 'pb-0 max-lg:[&_.lead]:hidden' : 'pb-0'}
      />
      <CatchingUpNotice behind={behind} />
      {!desk.offered && (
        <Notice tone="gold" title={t(messages.callsNotOfferedTitle)}>
          {t(messages.callsNotOffered)}
        </Notice>
      )}
      <div className={`grid items-start gap-8 ${isIdle ? '' : 'lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]'}`}>
        <div className={`grid gap-8 ${queue}`}>
          <Queue
            title={t(messages.callsToMake)}
            calls={desk.open}
            chosen={account?.call.id}
            emptyText={t(messages.noCallsWaiting)}
          />
          {desk.closed.length > 0 && (
            <Queue title={t(messages.recentCalls)} calls={desk.closed} chosen={account?.call.id} />
          )}
        </div>
        {account ? (
          <div className="grid gap-4">
            <ButtonLink
              to={paths.callDesk}
              variant="ghost"
              icon="arrow-left"
              className="btn-flush justify-self-start lg:hidden"
            >
              {t(messages.allCalls)}
            </ButtonLink>
            <DeskAccount key={account.call.id} account={account}>
              {account.orders.length > 0 && <LastOrders orders={account.orders} />}
            </DeskAccount>
          </div>
        ) : (
          desk.open.length > 0 && <p className="hidden text-muted lg:block">{t(messages.chooseCallHint)}</p>
        )}
      </div>
    </div>
  );
}

function LastOrders({ orders }: { orders: CallerAccount['orders'] }) {
  const t = useTranslator();
  return (
    <>
      <h3 className="text-base">{t(messages.recentOrders)}</h3>
      <ul className="stack gap-2">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <Link to={paths.adminOrder(order.id)}>{order.name}</Link>{' '}
              <span className="text-sm text-muted">
                <Moment at={order.createdAt} as="date" />
              </span>
            </span>
            <Badge tone={getStageLabel(t, order.stage).tone}>{getStageLabel(t, order.stage).label}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

type QueueProps = { title: string; calls: DeskCall[]; chosen: string | undefined; emptyText?: string };

function Queue({ title, calls, chosen, emptyText }: QueueProps) {
  const t = useTranslator();
  return (
    <section className="stack" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      {calls.length === 0 && (
        <EmptyState icon="phone" title={emptyText ?? ''}>
          {t(messages.noCallsWaitingHint)}
        </EmptyState>
      )}
      <ul className="stack gap-2">
        {calls.map((call) => (
          <li key={call.id}>
            <Link
              to={`${paths.callDesk}?call=${call.id}`}
              preventScrollReset
              aria-current={call.id === chosen || undefined}
              className="grid gap-1 rounded-control border border-line p-4 no-underline hover:border-edge aria-[current=true]:border-cyan"
            >
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-display font-semibold text-text">
                  <Moment at={call.startsAt} />
                </span>
                <CallStatusBadge call={call} />
              </span>
              <span className="min-w-0 break-words">{call.name}</span>
              <span className="line-clamp-2 text-sm break-words text-muted">{call.topic}</span>
              {call.takenBy && call.status === 'taken' && (
                <span className="text-sm text-muted">{t(messages.takenBy, { name: call.takenBy.name })}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export { MoneySkeleton as HydrateFallback };
