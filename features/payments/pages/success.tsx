import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { ORDER_KIND_LABELS } from '../ui/order-kind-labels.ts';
import { useCheckoutReturn } from '../ui/use-checkout-return.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { id: new URL(request.url).searchParams.get('order') ?? '' };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.successMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.successMetaTitle),
    description,
    path: paths.dealsSuccess,
    index: false,
  });
}

export default function SuccessPage() {
  const t = useTranslator();
  const { id } = useLoaderData<typeof clientLoader>();
  const { order, state } = useCheckoutReturn(id, { expected: true });
  if (state === 'missing') {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState
          icon="search"
          title={t(messages.orderNotFound)}
          action={<ButtonLink to={paths.money}>{t(messages.openMoneyPage)}</ButtonLink>}
        >
          {t(messages.checkoutNotFoundHint)}
        </EmptyState>
      </div>
    );
  }
  const isWaiting = !order || order.state === 'awaiting_payment';
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={isWaiting ? t(messages.confirmingPayment) : getHeadline(t, order)}
        kicker={t(messages.kickerDeals)}
        className="pb-0"
      />
      <Panel className="stack" aria-live="polite">
        {isWaiting ? <WaitingForPayment slow={state === 'slow'} /> : <NextSteps order={order} />}
      </Panel>
    </div>
  );
}

function getHeadline(t: Translator, order: OrderView): string {
  return order.state === 'paid' ? t(messages.paymentConfirmed) : t(messages.paymentFailed);
}

function WaitingForPayment({ slow }: { slow: boolean }) {
  const t = useTranslator();
  return (
    <>
      <Progress label={t(messages.waitingForProvider)} />
      <p>{slow ? t(messages.confirmationSlow) : t(messages.confirmationSoon)}</p>
      {slow && (
        <ButtonLink variant="secondary" to={paths.money} className="self-start">
          {t(messages.openMoneyPage)}
        </ButtonLink>
      )}
    </>
  );
}

/** Returns the next step after paying. */
function getNextStep(t: Translator, order: OrderView): { text: string; label: string; to: string } {
  if (order.state !== 'paid')
    return {
      text: t(messages.notChargedHint),
      label: t(messages.backToDeals),
      to: paths.deals,
    };
  if (order.bookingId)
    return {
      text: t(messages.bookingNext),
      label: t(messages.openBooking),
      to: paths.booking(order.bookingId),
    };
  if (order.teamBuildId)
    return {
      text: t(messages.teamNext, { hours: refundTerms.assemblyFillHours }),
      label: t(messages.followTeam),
      to: paths.assembly(order.teamBuildId),
    };
  const { text, label, to } = ORDER_KIND_LABELS[order.kind].after;
  return { text: text(t), label: t(label), to: to(order) };
}

function NextSteps({ order }: { order: OrderView }) {
  const t = useTranslator();
  const next = getNextStep(t, order);
  return (
    <>
      <p className="text-lg">{order.name}</p>
      <p>{next.text}</p>
      <div className="cluster">
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
        <ButtonLink variant="ghost" to={paths.order(order.id)}>
          {t(messages.seeOrder)}
        </ButtonLink>
      </div>
    </>
  );
}

export { MoneySkeleton as HydrateFallback };
