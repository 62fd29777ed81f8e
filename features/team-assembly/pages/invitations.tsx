import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import type { z } from 'zod';
import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
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
import { Day, DeadlineMessage } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { formatFeeLine } from '../../payments/orders/fees.rules.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import * as messages from '../team-assembly.messages.ts';
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
  return { invitations: found.invitations as SeatInvitation[], isReady: found.profile_ready, alerts };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.invitationsMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.invitationsMetaTitle),
    description,
    path: paths.invitations,
    index: false,
  });
}

export default function InvitationsPage() {
  const t = useTranslator();
  const { invitations, isReady, alerts } = useLoaderData<typeof clientLoader>();
  // Refreshes when the player gets an invitation while on the page.
  const { behind } = useLive(['inbox'], 'loader');
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.squadRequests)}
        kicker={t(messages.teamAssembly)}
        lead={t(messages.squadRequestsLead)}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      <AlertsPanel alerts={alerts} />
      <Section id="requests" title={t(messages.yourInvitations)}>
        {invitations.length === 0 ? (
          <EmptyState icon="users" title={t(messages.noInvitations)}>
            {t(isReady ? messages.noInvitationsWait : messages.noInvitationsHint)}
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
  const t = useTranslator();
  const { run } = useAction();
  const platform = TEAM_PLATFORMS[invitation.platform as keyof typeof TEAM_PLATFORMS];
  const answer = (accepts: boolean) => run(() => answerSeat(t, invitation.teamBuildId, accepts));
  return (
    <Card className="stack">
      <div className="flex items-start justify-between gap-4">
        <h3 className="text-lg">{t(messages.invitationTitle, { role: invitation.role })}</h3>
        <p className="font-display text-xl">{formatDollars(t, invitation.feeCents)}</p>
      </div>
      <KeyValueList
        items={[
          { label: t(messages.region), value: t(TEAM_REGIONS[invitation.region as keyof typeof TEAM_REGIONS]) },
          {
            label: t(messages.platform),
            value: invitation.crossplay ? t(messages.platformCrossplay, { platform }) : platform,
          },
          {
            label: t(messages.hours),
            value: t(messages.hoursInZone, {
              hours: invitation.availability_windows,
              zone: describeZone(t, invitation.timezone),
            }),
          },
          { label: t(messages.wantedBy), value: <Day of={invitation.wanted_by} /> },
          { label: t(messages.ourFee), value: formatFeeLine(t, invitation.feeCents, invitation.feePoints) },
        ]}
      />
      {invitation.frozen && invitation.accepted !== false && <BankReviewNotice />}
      {canDecline(invitation) ? (
        <>
          {invitation.deadline && !invitation.frozen && (
            <p className="text-sm text-muted">
              <DeadlineMessage message={messages.invitationDeadline} until={invitation.deadline} />
            </p>
          )}
          <div className="cluster mt-auto">
            {canTakeSeat(invitation) && <Button onClick={() => answer(true)}>{t(messages.acceptSpot)}</Button>}
            <Button variant="secondary" onClick={() => answer(false)}>
              {t(messages.declineSpot)}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Badge tone={invitation.accepted ? 'green' : 'neutral'}>
            {invitation.accepted
              ? t(messages.youAccepted)
              : invitation.silent
                ? t(messages.wentToSomeoneElse)
                : invitation.accepted === false
                  ? t(messages.declined)
                  : t(messages.noLongerOpen)}
          </Badge>
        </div>
      )}
    </Card>
  );
}

function AlertsPanel({ alerts }: { alerts: Alerts }) {
  const t = useTranslator();
  const [now, setNow] = useState(alerts);
  const { run } = useAction();
  const change = (next: Alerts) => {
    setNow(next);
    void run(() => browserApi().api.alerts.availability.$post({ json: next }), t(messages.savedToast)).then(
      (saved) => saved ?? setNow(now),
    );
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="alerts">
      <h2 id="alerts" className="text-xl">
        {t(messages.shortNotice)}
      </h2>
      <Switch
        label={t(messages.shortNoticeSwitch)}
        hint={t(messages.shortNoticeHint)}
        checked={now.availability_opt_in}
        onChange={(on) => change({ availability_opt_in: on, phone_opt_in: on && now.phone_opt_in })}
      />
      {now.availability_opt_in && (
        <Switch
          label={t(messages.byText)}
          hint={t(messages.byTextHint)}
          checked={now.phone_opt_in}
          onChange={(on) => change({ ...now, phone_opt_in: on })}
        />
      )}
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
