import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import type { z } from 'zod';
import { paths } from '../../../content/paths.ts';
import { describeZone } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Countdown, Day } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { formatFeeLine } from '../../payments/orders/fees.rules.ts';
import { formatDollars } from '../../payments/orders/orders.rules.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import type { AlertSettings, SeatInvitation } from '../team-assembly.schema.ts';
import { TEAM_PLATFORMS, TEAM_REGIONS } from '../team-choices.schema.ts';
import { answerSeat } from '../ui/answer-seat.ts';
import { BankReviewNotice } from '../ui/bank-review-notice.tsx';
import { canDecline, canTakeSeat } from '../ui/team-permissions.ts';

type Alerts = z.infer<typeof AlertSettings>;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [found, alerts] = await Promise.all([
    unwrap(api['team-build'].invitations.$get()),
    unwrap(api.alerts.availability.$get()),
  ]);
  return { invitations: found.invitations as SeatInvitation[], alerts };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Teams that want you, and your short-notice settings.';
  return createPageMeta(matches, { title: 'Squad requests', description, path: paths.invitations, index: false });
}

export default function InvitationsPage() {
  const { invitations, alerts } = useLoaderData<typeof clientLoader>();
  // Refreshes when the player gets an invitation while on the page.
  const { behind } = useLive(['inbox'], 'loader');
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Squad requests"
        kicker="Team Assembly"
        lead="The concierge invites you when a team needs exactly your spot. You’ll be paid for the run once the buyer confirms the team."
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      <AlertsPanel alerts={alerts} />
      <Section id="requests" title="Your invitations">
        {invitations.length === 0 ? (
          <EmptyState icon="users" title="No invitations yet">
            A complete, published profile with your availability makes one more likely.
          </EmptyState>
        ) : (
          <div className="card-grid">
            {invitations.map((one) => (
              <InvitationCard key={one.teamBuildId} invitation={one} />
            ))}
          </div>
        )}
      </Section>
    </div>
  );
}

function InvitationCard({ invitation }: { invitation: SeatInvitation }) {
  const { run } = useAction();
  const answer = (accept: boolean) => run(() => answerSeat(invitation.teamBuildId, accept));
  return (
    <Card className="stack">
      <div className="flex items-start justify-between gap-4">
        <h3 className="text-lg">A team needs a {invitation.role}</h3>
        <p className="font-display text-xl">{formatDollars(invitation.feeCents)}</p>
      </div>
      <KeyValueList
        items={[
          { label: 'Region', value: TEAM_REGIONS[invitation.region as keyof typeof TEAM_REGIONS] },
          {
            label: 'Platform',
            value: `${TEAM_PLATFORMS[invitation.platform as keyof typeof TEAM_PLATFORMS]}${invitation.crossplay ? ', you on crossplay' : ''}`,
          },
          { label: 'Hours', value: `${invitation.availability_windows} (${describeZone(invitation.timezone)})` },
          { label: 'Wanted by', value: <Day of={invitation.wanted_by} /> },
          { label: 'Our fee', value: formatFeeLine(invitation.feeCents, invitation.feePoints) },
        ]}
      />
      {invitation.frozen && invitation.accepted !== false && <BankReviewNotice />}
      {canDecline(invitation) ? (
        <>
          {invitation.deadline && !invitation.frozen && (
            <p className="text-sm text-mist">
              The team has to be complete <Countdown until={invitation.deadline} />.
            </p>
          )}
          <div className="cluster mt-auto">
            {canTakeSeat(invitation) && <Button onClick={() => answer(true)}>Accept spot</Button>}
            <Button variant="secondary" onClick={() => answer(false)}>
              Not this time
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Badge tone={invitation.accepted ? 'green' : 'neutral'}>
            {invitation.accepted
              ? 'You accepted'
              : invitation.silent
                ? 'Went to someone else'
                : invitation.accepted === false
                  ? 'Declined'
                  : 'No longer open'}
          </Badge>
        </div>
      )}
    </Card>
  );
}

function AlertsPanel({ alerts }: { alerts: Alerts }) {
  const [now, setNow] = useState(alerts);
  const { run } = useAction();
  const change = (next: Alerts) => {
    setNow(next);
    void run(() => browserApi().api.alerts.availability.$post({ json: next }), 'Saved').then(
      (saved) => saved ?? setNow(now),
    );
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="alerts">
      <h2 id="alerts" className="text-xl">
        Short notice
      </h2>
      <Switch
        label="Invite me on short notice"
        hint="You come first when a team needs your spot within hours. At most one alert every six hours."
        checked={now.availability_opt_in}
        onChange={(on) => change({ availability_opt_in: on, phone_opt_in: on && now.phone_opt_in })}
      />
      {now.availability_opt_in && (
        <Switch
          label="Also by text message"
          hint="To the phone number in your profile. We don’t show it to anyone."
          checked={now.phone_opt_in}
          onChange={(on) => change({ ...now, phone_opt_in: on })}
        />
      )}
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
