import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { formatList } from '../../../messages/lists.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { browserApi, nullIfMissing, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { spansToLines } from '../../../web/ui/drawn-spans.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Countdown, Day, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { toSpans } from '../../../web/ui/week-cells.ts';
import { useAction } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { BuyButton } from '../../payments/ui/buy-button.tsx';
import { DisputeDialog } from '../../payments/ui/dispute-dialog.tsx';
import { MissingOrder } from '../../payments/ui/missing-order.tsx';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { getStageLabel } from '../../payments/ui/order-labels.ts';
import * as messages from '../team-assembly.messages.ts';
import type { TeamBuildView } from '../team-assembly.schema.ts';
import { SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS } from '../team-choices.schema.ts';
import { BankReviewNotice } from '../ui/bank-review-notice.tsx';
import { formatSeatRole } from '../ui/seat-role.ts';
import { TeamCourt } from '../ui/team-court.tsx';
import { canConfirm, canInvite } from '../ui/team-permissions.ts';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const teamPromise = unwrap(browserApi().api['team-builds'][':id'].$get({ param: { id: params.id ?? '' } }));
  return { team: (await teamPromise.catch(nullIfMissing)) as TeamBuildView | null };
}

export function meta({ matches, params }: MetaArgs) {
  const description = readerTranslator(messages.deliveryMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.deliveryMetaTitle),
    description,
    path: paths.assembly(params.id ?? ''),
    index: false,
  });
}

/** Statuses for which we hide the court, because it would only show missing players. */
const CLOSED_STATUSES: TeamBuildView['status'][] = ['lapsed', 'expired', 'refunded', 'cancelled'];

/** Returns whether the order was settled before the deadline, which means the buyer canceled it. */
const hasEndedBeforeDeadline = ({ settledAt, deadline }: TeamBuildView) =>
  settledAt !== null && deadline !== null && Date.parse(settledAt) < Date.parse(deadline);

type Headline = { title: string; tone: 'gold' | 'cyan' | 'green' | 'red' | 'neutral' };

function getHeadline(t: Translator, team: TeamBuildView): Headline {
  const filledSeats = team.seats.filter((seat) => seat.accepted).length;
  switch (team.status) {
    case 'requested':
      return { title: t(messages.statusRequested), tone: 'gold' };
    case 'assembling':
      return { title: t(messages.statusAssembling, { taken: filledSeats, total: team.seats.length }), tone: 'cyan' };
    case 'filled':
      return { title: t(messages.statusFilled), tone: 'green' };
    case 'delivered':
      return { title: t(messages.statusDelivered), tone: 'green' };
    case 'disputed':
      return { title: t(messages.statusDisputed), tone: 'red' };
    case 'cancelled':
      return { title: t(messages.statusCanceled), tone: 'neutral' };
    case 'refunded':
      return getHeadline(t, { ...team, status: hasEndedBeforeDeadline(team) ? 'cancelled' : 'expired' });
    case 'expired':
      return { title: t(messages.statusExpired), tone: 'neutral' };
    case 'lapsed':
      return { title: t(messages.statusLapsed), tone: 'neutral' };
    default:
      return { title: t(messages.statusClosed), tone: 'neutral' };
  }
}

/** Returns the roles the buyer named, and how many were left to the engine. */
function formatRoles(t: Translator, { desired_roles: desiredRoles, seats }: TeamBuildView): string {
  const roles = formatList(t, desiredRoles, 'commas');
  const count = seats.length - desiredRoles.length;
  return count > 0 ? t(messages.rolesAndOthers, { roles, count }) : roles;
}

export default function DeliveryPage() {
  const t = useTranslator();
  const { team } = useLoaderData<typeof clientLoader>();
  // Refreshes when the buyer is notified about this team.
  const { behind } = useLive(['inbox'], 'loader');
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  if (!team) return <MissingOrder title={t(messages.requestNotFound)} />;
  const state = getStageLabel(t, team.status, team.frozen);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.teamTitle, { id: team.id.slice(0, 8) })}
        breadcrumb={[{ label: t(messages.yourMoney), to: paths.money }, { label: t(messages.teamAssembly) }]}
        actions={<Badge tone={state.tone}>{state.label}</Badge>}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      {team.frozen ? <BankReviewNotice /> : <State team={team} />}
      <Actions team={team} />
      {CLOSED_STATUSES.includes(team.status) ? (
        <Seats team={team} />
      ) : (
        <div className="grid gap-8 lg:grid-cols-2">
          <TeamCourt team={team} />
          <Seats team={team} />
        </div>
      )}
      <Panel as="section" className="stack" aria-labelledby="asked">
        <h2 id="asked" className="text-xl">
          {t(messages.whatYouRequested)}
        </h2>
        <KeyValueList
          columns={2}
          items={[
            { label: t(messages.roles), value: formatRoles(t, team) },
            { label: t(messages.requestedTier), value: t(SKILL_TIERS[team.skill_tiers as keyof typeof SKILL_TIERS]) },
            { label: t(messages.region), value: t(TEAM_REGIONS[team.region as keyof typeof TEAM_REGIONS]) },
            { label: t(messages.platform), value: TEAM_PLATFORMS[team.platform as keyof typeof TEAM_PLATFORMS] },
            { label: t(messages.availability), value: team.availability_windows },
            ...(team.windows.length > 0
              ? [
                  {
                    label: t(messages.availabilityWeUse),
                    value: t(messages.hoursInZone, {
                      hours: spansToLines(t, toSpans(team.windows), clock, weekStart).join('; '),
                      zone: describeZone(t, team.timezone),
                    }),
                  },
                ]
              : [{ label: t(messages.timeZone), value: describeZone(t, team.timezone) }]),
            { label: t(messages.wantedBy), value: <Day of={team.wanted_by} /> },
            ...(team.budget_notes ? [{ label: t(messages.notes), value: team.budget_notes }] : []),
          ]}
        />
      </Panel>
    </div>
  );
}

/** Returns the label for a seat without a named player. */
function getSeatLabel(t: Translator, team: TeamBuildView, { accepted }: TeamBuildView['seats'][number]): string {
  if (accepted) return t(messages.formerPlayer);
  return accepted === null && canInvite(team) ? t(messages.lookingForPlayer) : t(messages.openSpot);
}

/** Shows the current status, and what happens next by when. */
function State({ team }: { team: TeamBuildView }) {
  const t = useTranslator();
  const headline = getHeadline(t, team);
  return (
    <Notice tone={headline.tone} title={headline.title}>
      {team.status === 'assembling' && team.deadline && (
        <span>
          <RichMessage
            message={messages.fillDeadline}
            values={{
              time: () => <Moment at={team.deadline!} />,
              countdown: () => <Countdown until={team.deadline!} />,
            }}
          />
        </span>
      )}
      {team.status === 'delivered' && team.deadlineAt && (
        <span>
          <RichMessage message={messages.disputeDeadline} values={{ time: () => <Moment at={team.deadlineAt!} /> }} />
        </span>
      )}
    </Notice>
  );
}

function Seats({ team }: { team: TeamBuildView }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="seats">
      <h2 id="seats" className="text-xl">
        {t(messages.spots)}
      </h2>
      <ol className="stack gap-2">
        {team.seats.map((seat) => (
          <li key={seat.seat} className="stack gap-2 rounded-control border border-line p-4">
            <div className="flex items-center justify-between gap-4">
              <span className="font-display">{formatSeatRole(t, seat.role)}</span>
              {seat.player && seat.accepted ? (
                <span className="flex items-center gap-2">
                  <Avatar name={seat.player.name} src={seat.player.avatar_path} size={32} decorative />
                  <Link to={paths.profile(seat.player.id)}>{seat.player.name}</Link>
                </span>
              ) : (
                <span className="text-muted">{getSeatLabel(t, team, seat)}</span>
              )}
            </div>
            {seat.contact.map((one) => (
              <div key={one.label} className="flex items-center justify-between gap-4">
                <span>
                  <span className="text-muted">{one.label}</span> {one.value}
                </span>
                <CopyButton text={one.value} />
              </div>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Actions({ team }: { team: TeamBuildView }) {
  const t = useTranslator();
  const { run } = useAction();
  const [isConfirming, setConfirming] = useState(false);
  const param = { id: team.id };
  return (
    <div className="cluster">
      {team.status === 'requested' && (
        <BuyButton purchase={{ priceId: 'PRICE_TEAM_ASSEMBLY' }}>
          {t(messages.pay, { price: formatDollars(t, team.total_price * 100) })}
        </BuyButton>
      )}
      {canConfirm(team) && (
        <Button
          onClick={() =>
            run(() => browserApi().api['team-builds'][':id'].confirm.$post({ param }), t(messages.confirmedToast))
          }
        >
          {t(messages.confirmTeam)}
        </Button>
      )}
      {team.status === 'delivered' && (
        <Button variant="ghost" onClick={() => setConfirming(true)}>
          {t(messages.openDispute)}
        </Button>
      )}
      {team.disputeId && (
        <ButtonLink variant="secondary" to={paths.dispute(team.disputeId)}>
          {t(messages.seeDispute)}
        </ButtonLink>
      )}
      {team.orderId && (
        <ButtonLink variant="ghost" className="first:-ms-5.5" to={paths.order(team.orderId)}>
          {t(messages.seeOrder)}
        </ButtonLink>
      )}
      <DisputeDialog orderId={team.orderId!} open={isConfirming} onClose={() => setConfirming(false)} />
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
