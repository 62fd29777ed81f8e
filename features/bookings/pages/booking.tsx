import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, nullIfMissing, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { SupportLink } from '../../../web/support-link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { DisputeDialog } from '../../payments/ui/dispute-dialog.tsx';
import { MissingOrder } from '../../payments/ui/missing-order.tsx';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { getStageLabel } from '../../payments/ui/order-labels.ts';
import { WaitingLine } from '../../payments/ui/waiting-line.tsx';
import { ThreadPanel } from '../../threads/ui/thread-panel.tsx';
import * as messages from '../bookings.messages.ts';
import type { BookingView } from '../bookings.schema.ts';
import { describeNextStep, getBookingStage } from '../bookings.wording.ts';
import { EvidencePanel } from '../ui/evidence-panel.tsx';
import { GamesPanel } from '../ui/games-panel.tsx';
import { HireActions } from '../ui/hire-actions.tsx';
import { BookingReview } from '../ui/review-form.tsx';
import { SessionActions } from '../ui/session-actions.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { booking: await readBooking(params.id ?? '').catch(nullIfMissing) };
}

const readBooking = async (id: string) =>
  (await unwrap(browserApi().api.bookings[':id'].$get({ param: { id } }))) as BookingView;

export function meta({ matches, params }: MetaArgs) {
  const description = readerTranslator(messages.bookingMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.bookingMetaTitle),
    description,
    path: paths.booking(params.id ?? ''),
    index: false,
  });
}

export default function BookingPage() {
  const t = useTranslator();
  const { data: booking, behind } = useLiveData(
    useLoaderData<typeof clientLoader>().booking,
    ['booking'],
    async (current) => current && readBooking(current.id),
  );
  const [disputing, setDisputing] = useState(false);
  if (!booking) return <MissingOrder title={t(messages.bookingNotFound)} />;
  const isHire = booking.type === 'hire';
  const state = getStageLabel(t, booking.status, booking.frozen);
  const next = describeNextStep(t, booking);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={
          isHire
            ? t(messages.hireBookingTitle, { games: booking.contractedGames, role: booking.role ?? '' })
            : t(messages.coachingSprint)
        }
        breadcrumb={[
          { label: t(messages.moneyCrumb), to: paths.money },
          { label: t(messages.orderCrumb), to: paths.order(booking.orderId) },
          { label: t(messages.bookingCrumb) },
        ]}
        actions={<Badge tone={state.tone}>{state.label}</Badge>}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      {booking.stopped && (
        <Notice tone="red" title={t(messages.playerBannedTitle)}>
          {booking.side === 'buyer' ? t(messages.playerBannedBuyer) : t(messages.playerBanned)}
        </Notice>
      )}
      {next && (
        <Notice tone={booking.waitsFor === booking.side ? 'gold' : 'cyan'} title={next}>
          {booking.waitsFor && booking.deadlineAt && !booking.frozen && (
            <WaitingLine
              waiter={booking.waitsFor}
              side={booking.side}
              seller={isHire ? 'player' : 'coach'}
              stage={getBookingStage(booking)}
              deadlineAt={booking.deadlineAt}
            />
          )}
        </Notice>
      )}
      {isHire ? (
        <HireActions booking={booking} onDispute={() => setDisputing(true)} />
      ) : (
        <SessionActions booking={booking} onDispute={() => setDisputing(true)} />
      )}
      <DisputeDialog orderId={booking.orderId} open={disputing} onClose={() => setDisputing(false)} />
      <Panel>
        <KeyValueList
          columns={2}
          items={[
            { label: t(messages.buyerLabel), value: booking.side === 'buyer' ? t(messages.you) : booking.buyer.name },
            { label: isHire ? t(messages.playerLabel) : t(messages.coachLabel), value: <Player booking={booking} /> },
            { label: t(messages.priceLabel), value: formatDollars(t, booking.priceCents) },
            ...(booking.creditCents > 0
              ? [{ label: t(messages.coveredByHireCredit), value: formatDollars(t, booking.creditCents) }]
              : []),
            ...(booking.startsAt ? [{ label: t(messages.startsLabel), value: <Moment at={booking.startsAt} /> }] : []),
          ]}
        />
      </Panel>
      {booking.side !== 'admin' && booking.status !== 'reserved' && (
        <ThreadPanel
          kind="booking"
          follows={['booking']}
          subjectId={booking.id}
          title={t(messages.messagesTitle, { who: booking.side === 'seller' ? 'buyer' : isHire ? 'player' : 'coach' })}
          empty={t(messages.messagesEmpty)}
        />
      )}
      <BookingReview booking={booking} />
      {isHire && <GamesPanel booking={booking} />}
      <EvidencePanel booking={booking} />
      {booking.disputeId && (
        <ButtonLink variant="secondary" to={paths.dispute(booking.disputeId)} className="self-start">
          {t(messages.seeDispute)}
        </ButtonLink>
      )}
      {booking.side !== 'admin' && (
        <SupportLink to={paths.helpAbout('booking', booking.id)} className="btn-flush self-start" />
      )}
    </div>
  );
}

/** Shows the player's name. Players for hire always have a public profile to link to. */
function Player({ booking: { side, type, player } }: { booking: BookingView }) {
  const t = useTranslator();
  if (side === 'seller') return t(messages.you);
  if (type !== 'hire' || !player.id) return player.name;
  return <Link to={paths.profile(player.id)}>{player.name}</Link>;
}

export { MoneySkeleton as HydrateFallback };
