import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
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
import type { TeamBuildView } from '../team-assembly.schema.ts';
import { SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS } from '../team-choices.schema.ts';
import { BankReviewNotice } from '../ui/bank-review-notice.tsx';
import { TeamCourt } from '../ui/team-court.tsx';
import { canConfirm, canInvite } from '../ui/team-permissions.ts';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const pending = unwrap(browserApi().api['team-builds'][':id'].$get({ param: { id: params.id ?? '' } }));
  return { team: (await pending.catch(nullIfMissing)) as TeamBuildView | null };
}

export function meta({ matches, params }: MetaArgs) {
  const description = 'Your team with its spots, its deadline and, after delivery, the contacts.';
  return createPageMeta(matches, {
    title: 'Your team',
    description,
    path: paths.assembly(params.id ?? ''),
    index: false,
  });
}

/** The search is over, so the court would only show missing players. */
const CLOSED: TeamBuildView['status'][] = ['lapsed', 'expired', 'refunded', 'cancelled'];

/** Returns whether the order was settled before the deadline, which means the buyer canceled it. */
const hasEndedBeforeDeadline = ({ settledAt, deadline }: TeamBuildView) =>
  settledAt !== null && deadline !== null && Date.parse(settledAt) < Date.parse(deadline);

function getHeadline(team: TeamBuildView): { title: string; tone: 'gold' | 'cyan' | 'green' | 'red' | 'neutral' } {
  const taken = team.seats.filter((seat) => seat.accepted).length;
  switch (team.status) {
    case 'requested':
      return { title: 'Waiting for payment. The 48-hour clock starts when you pay.', tone: 'gold' };
    case 'assembling':
      return { title: `${taken} of ${team.seats.length} spots filled. The concierge is looking.`, tone: 'cyan' };
    case 'filled':
      return { title: 'Every spot is filled. The concierge will deliver your team.', tone: 'green' };
    case 'delivered':
      return { title: 'Your team is here. Message them and play.', tone: 'green' };
    case 'disputed':
      return { title: 'An admin will decide about the held funds.', tone: 'red' };
    case 'cancelled':
      return { title: 'This request was canceled. You get a full refund.', tone: 'neutral' };
    case 'refunded':
      return getHeadline({ ...team, status: hasEndedBeforeDeadline(team) ? 'cancelled' : 'expired' });
    case 'expired':
      return { title: 'We couldn’t fill your team in time. You get a full refund.', tone: 'neutral' };
    case 'lapsed':
      return { title: 'This request wasn’t paid and expired.', tone: 'neutral' };
    default:
      return { title: 'This order is closed.', tone: 'neutral' };
  }
}

/** Returns the roles the buyer named, and how many were left to the engine. */
function rolesOf({ desired_roles: named, seats }: TeamBuildView): string {
  const others = seats.length - named.length;
  return others > 0 ? `${named.join(', ')}, plus ${others} we choose` : named.join(', ');
}

export default function DeliveryPage() {
  const { team } = useLoaderData<typeof clientLoader>();
  // Refreshes when the buyer is notified about this team.
  const { behind } = useLive(['inbox'], 'loader');
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  if (!team) return <MissingOrder title="Request not found" />;
  const state = getStageLabel(team.status, team.frozen);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={`Team #${team.id.slice(0, 8)}`}
        breadcrumb={[{ label: 'Your money', to: paths.money }, { label: 'Team Assembly' }]}
        actions={<Badge tone={state.tone}>{state.label}</Badge>}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      {team.frozen ? <BankReviewNotice /> : <State team={team} />}
      <Actions team={team} />
      {CLOSED.includes(team.status) ? (
        <Seats team={team} />
      ) : (
        <div className="grid gap-8 lg:grid-cols-2">
          <TeamCourt team={team} />
          <Seats team={team} />
        </div>
      )}
      <Panel as="section" className="stack" aria-labelledby="asked">
        <h2 id="asked" className="text-xl">
          What you requested
        </h2>
        <KeyValueList
          columns={2}
          items={[
            { label: 'Roles', value: rolesOf(team) },
            { label: 'Skill tier', value: SKILL_TIERS[team.skill_tiers as keyof typeof SKILL_TIERS] },
            { label: 'Region', value: TEAM_REGIONS[team.region as keyof typeof TEAM_REGIONS] },
            { label: 'Platform', value: TEAM_PLATFORMS[team.platform as keyof typeof TEAM_PLATFORMS] },
            { label: 'Availability', value: team.availability_windows },
            ...(team.windows.length > 0
              ? [
                  {
                    label: 'Availability we use',
                    value: `${spansToLines(toSpans(team.windows), clock, weekStart).join('; ')} (${describeZone(team.timezone)})`,
                  },
                ]
              : [{ label: 'Time zone', value: describeZone(team.timezone) }]),
            { label: 'Wanted by', value: <Day of={team.wanted_by} /> },
            ...(team.budget_notes ? [{ label: 'Notes', value: team.budget_notes }] : []),
          ]}
        />
      </Panel>
    </div>
  );
}

/** Returns the label for a seat without a named player. */
function getSeatLabel(team: TeamBuildView, { accepted }: TeamBuildView['seats'][number]): string {
  if (accepted) return 'Former player';
  return accepted === null && canInvite(team) ? 'Looking' : 'Open';
}

/** Shows the current status, and what happens by when. */
function State({ team }: { team: TeamBuildView }) {
  const head = getHeadline(team);
  return (
    <Notice tone={head.tone} title={head.title}>
      {team.status === 'assembling' && team.deadline && (
        <span>
          Filled by <Moment at={team.deadline} /> (<Countdown until={team.deadline} />
          ), or you get a full refund automatically.
        </span>
      )}
      {team.status === 'delivered' && team.deadlineAt && (
        <span>
          If something’s wrong, tell us by <Moment at={team.deadlineAt} />. After that, we pay the players.
        </span>
      )}
    </Notice>
  );
}

function Seats({ team }: { team: TeamBuildView }) {
  return (
    <Panel as="section" className="stack" aria-labelledby="seats">
      <h2 id="seats" className="text-xl">
        Spots
      </h2>
      <ol className="stack gap-2">
        {team.seats.map((seat) => (
          <li key={seat.seat} className="stack gap-2 rounded-control border border-line p-4">
            <div className="flex items-center justify-between gap-4">
              <span className="font-display">{seat.role}</span>
              {seat.player && seat.accepted ? (
                <span className="flex items-center gap-2">
                  <Avatar name={seat.player.name} src={seat.player.avatar_path} size={32} decorative />
                  <Link to={paths.profile(seat.player.id)}>{seat.player.name}</Link>
                </span>
              ) : (
                <span className="text-mist">{getSeatLabel(team, seat)}</span>
              )}
            </div>
            {seat.contact.map((one) => (
              <div key={one.label} className="flex items-center justify-between gap-4">
                <span>
                  <span className="text-mist">{one.label}</span> {one.value}
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
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const param = { id: team.id };
  return (
    <div className="cluster">
      {team.status === 'requested' && (
        <BuyButton purchase={{ priceId: 'PRICE_TEAM_ASSEMBLY' }}>Pay ${team.total_price}</BuyButton>
      )}
      {canConfirm(team) && (
        <Button
          onClick={() =>
            run(
              () => browserApi().api['team-builds'][':id'].confirm.$post({ param }),
              'Thank you. The players will be paid.',
            )
          }
        >
          Confirm team
        </Button>
      )}
      {team.status === 'delivered' && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Open a dispute
        </Button>
      )}
      {team.disputeId && (
        <ButtonLink variant="secondary" to={paths.dispute(team.disputeId)}>
          See the dispute
        </ButtonLink>
      )}
      {team.orderId && (
        <ButtonLink variant="ghost" className="first:-ms-5.5" to={paths.order(team.orderId)}>
          See the order
        </ButtonLink>
      )}
      <DisputeDialog orderId={team.orderId!} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
