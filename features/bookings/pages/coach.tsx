import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { getCoaches } from '../../../content/coaches-content.ts';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { prices } from '../../../content/prices.ts';
import { getCoachingSprint } from '../../../content/protocol/coaching-sprint.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import { formatFeeLine } from '../../payments/orders/fees.rules.ts';
import { CheckoutTerms } from '../../payments/ui/checkout-terms.tsx';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { goToCheckout } from '../../payments/ui/start-checkout.ts';
import { PurchaseQuestion, usePurchaseConfirmation } from '../../payments/ui/use-purchase-confirmation.tsx';
import * as messages from '../bookings.messages.ts';
import type { Slot } from '../bookings.schema.ts';
import { Reviews } from '../ui/reviews.tsx';
import { SellerLine } from '../ui/seller-line.tsx';
import { SlotPicker } from '../ui/slot-picker.tsx';
import { useSellerRatings } from '../ui/use-seller-ratings.ts';

// Free slots change by the minute, so the browser fetches them instead of caching them with the page.
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  try {
    const { slots, feePoints, unpaid } = await unwrap(browserApi().api.coaches[':id'].calendar.$get({ param: { id } }));
    return { slots: slots as Slot[] | null, feePoints, unpaid, problem: undefined };
  } catch (error) {
    const isClosed = error instanceof ApiError && error.status === 404;
    const problem = isClosed ? undefined : toErrorMessage(error, readerTranslator(messages.calendarErrorHint));
    return { slots: null, feePoints: 0, unpaid: [], problem };
  }
}
clientLoader.hydrate = true as const;

const findCoachFace = (t: Translator, id: string | undefined) => getCoaches(t).find((coach) => coach.id === id);

export function meta({ matches, params }: MetaArgs) {
  const face = findCoachFace(readerTranslator, params.id);
  const { price, terms } = getCoachingSprint(readerTranslator);
  return createPageMeta(matches, {
    title: face
      ? readerTranslator(messages.coachMetaTitle, { name: face.name })
      : readerTranslator(messages.coachMetaTitleMissing),
    description: face
      ? readerTranslator(messages.coachMetaDescription, { title: face.title, price, terms })
      : readerTranslator(messages.coachMetaDescriptionMissing),
    path: paths.coach(params.id ?? ''),
    index: Boolean(face),
  });
}

export default function CoachPage() {
  const t = useTranslator();
  const { slots, feePoints, unpaid, problem } = useLoaderData<typeof clientLoader>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [startsAt, setStartsAt] = useState<string>();
  const [busy, setBusy] = useLeaveState(false);
  const coachingSprint = getCoachingSprint(t);
  const { confirm, question } = usePurchaseConfirmation();
  const face = findCoachFace(t, pathname.split('/').at(-1));
  const order = address.get('order');
  const ratings = useSellerRatings(endpoints.coachRatings);
  if (face && problem) {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <PageLoadError title={t(messages.calendarErrorTitle)}>{problem}</PageLoadError>
      </div>
    );
  }
  if (!face || !slots) {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState
          icon="calendar"
          title={t(messages.calendarClosedTitle)}
          action={<ButtonLink to={paths.coaches}>{t(messages.allCoaches)}</ButtonLink>}
        >
          {t(messages.calendarClosed)}
        </EmptyState>
      </div>
    );
  }
  const book = async () => {
    if (!startsAt) return;
    setBusy(true);
    if (!order) {
      const purchase = { priceId: coachingSprint.priceId, coachId: face.id, startsAt };
      const signIn = () => void navigate(paths.authReturningTo(pathname + search));
      const isLeaving = await goToCheckout(t, purchase, { signIn, confirm });
      if (!isLeaving) setBusy(false);
      return;
    }
    const choice = { param: { id: order }, json: { coachId: face.id, startsAt } };
    const booking = await attempt(() => browserApi().api.coaching.orders[':id'].session.$post(choice));
    if (booking) await navigate(paths.booking(booking.bookingId));
    else setBusy(false);
  };
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title={t(messages.bookCoachTitle, { name: face.name })}
        breadcrumb={[{ label: t(messages.coachesCrumb), to: paths.coaches }, { label: face.name }]}
        lead={t(messages.coachLead, {
          title: face.title,
          price: coachingSprint.price,
          terms: coachingSprint.terms,
        })}
        className="pb-0"
      />
      <SellerLine rating={ratings.get(face.id)} />
      {unpaid.map(({ orderId, startsAt: start }) => (
        <Notice
          key={orderId}
          tone="gold"
          icon="clock"
          title={t(messages.unpaidSessionTitle)}
          action={
            <ButtonLink size="sm" variant="secondary" to={paths.order(orderId)}>
              {t(messages.payOrCancel)}
            </ButtonLink>
          }
        >
          <RichMessage message={messages.unpaidSession} values={{ time: () => <Moment at={start} /> }} />
        </Notice>
      ))}
      <Panel className="stack">
        <SlotPicker slots={slots} value={startsAt} onChange={setStartsAt} />
      </Panel>
      {slots.length > 0 && (
        <div className="stack gap-2">
          <Button
            className="self-start"
            disabled={!startsAt}
            loading={busy}
            loadingLabel={t(messages.paymentLoading)}
            onClick={() => book()}
          >
            {order ? t(messages.bookThisTime) : t(messages.continueToPayment)}
          </Button>
          <p className="text-sm text-muted">
            {formatFeeLine(t, prices[coachingSprint.priceId].cents, feePoints, 'coach')} {coachingSprint.refund}
          </p>
          {!order && (
            <p className="text-sm text-muted">
              <CheckoutTerms />
            </p>
          )}
        </div>
      )}
      <Reviews subject={{ coach: face.id }} />
      <PurchaseQuestion question={question} />
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
