import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import type { z } from 'zod';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { toShownHours } from '../../../time/week-spans.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Day, DeadlineMessage } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt, useAction } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { getStageLabel } from '../../payments/ui/order-labels.ts';
import * as messages from '../team-assembly.messages.ts';
import type { Candidate as CandidateSchema, TeamBuildView } from '../team-assembly.schema.ts';
import { SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS } from '../team-choices.schema.ts';
import { BankReviewNotice } from '../ui/bank-review-notice.tsx';
import { formatSeatRole } from '../ui/seat-role.ts';
import { canDeliver, canInvite } from '../ui/team-permissions.ts';

type Candidate = z.infer<typeof CandidateSchema>;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  try {
    const { requests } = await unwrap(browserApi().api.admin['team-builds'].$get());
    return { requests: requests as TeamBuildView[] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) throw redirect(paths.matches);
    throw error;
  }
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.adminAssembliesMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.adminAssembliesMetaTitle),
    description,
    path: paths.concierge,
    index: false,
  });
}

export default function ConciergeDesk() {
  const t = useTranslator();
  const { requests } = useLoaderData<typeof clientLoader>();
  // Refreshes on inbox events, because admins are notified of each new request.
  const { behind } = useLive(['inbox'], 'loader');
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.conciergeDesk)}
        breadcrumb={[
          { label: t(messages.admin), to: paths.admin },
          { label: t(messages.orders), to: paths.adminOrders },
          { label: t(messages.conciergeDesk) },
        ]}
        actions={
          <ButtonLink variant="secondary" size="sm" to={paths.callDesk} icon="phone">
            {t(messages.calls)}
          </ButtonLink>
        }
        lead={t(messages.conciergeDeskLead)}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      {requests.length === 0 ? (
        <EmptyState icon="check" title={t(messages.noTeams)}>
          {t(messages.noTeamsHint)}
        </EmptyState>
      ) : (
        requests.map((team) => <TeamPanel key={team.id} team={team} />)
      )}
    </div>
  );
}

function TeamPanel({ team }: { team: TeamBuildView }) {
  const t = useTranslator();
  const { run } = useAction();
  const state = getStageLabel(t, team.status, team.frozen);
  return (
    <Panel as="section" className="stack" aria-label={t(messages.teamLabel, { id: team.id.slice(0, 8) })}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">#{team.id.slice(0, 8)}</h2>
        <div className="cluster">
          <Badge tone={state.tone}>{state.label}</Badge>
          {team.deadline && !team.frozen && (
            <span className="text-muted">
              <DeadlineMessage message={messages.due} until={team.deadline} />
            </span>
          )}
        </div>
      </div>
      {team.frozen && <BankReviewNotice />}
      <KeyValueList
        columns={2}
        items={[
          { label: t(messages.tier), value: t(SKILL_TIERS[team.skill_tiers as keyof typeof SKILL_TIERS]) },
          {
            label: t(messages.where),
            value: t(messages.regionAndPlatform, {
              region: t(TEAM_REGIONS[team.region as keyof typeof TEAM_REGIONS]),
              platform: TEAM_PLATFORMS[team.platform as keyof typeof TEAM_PLATFORMS],
            }),
          },
          {
            label: t(messages.hours),
            value: t(messages.hoursInZone, { hours: team.availability_windows, zone: describeZone(t, team.timezone) }),
          },
          { label: t(messages.wantedBy), value: <Day of={team.wanted_by} /> },
          ...(team.budget_notes ? [{ label: t(messages.notes), value: team.budget_notes }] : []),
        ]}
      />
      {team.plan && (
        <div className="stack gap-1">
          <h3 className="text-base">
            {t(messages.engineLineup, { round: team.plan.wave, score: Math.round(team.plan.score) })}
          </h3>
          <ul className="list-disc ps-5 text-sm text-muted">
            {team.plan.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {!team.plan && canInvite(team) && <p className="text-sm text-muted">{t(messages.engineStart)}</p>}
      <ol className="stack gap-2">
        {team.seats.map((seat) => (
          <SeatRow key={seat.seat} team={team} seat={seat} />
        ))}
      </ol>
      {canDeliver(team) && (
        <Button
          className="self-start"
          onClick={() =>
            run(
              () => browserApi().api.admin['team-builds'][':id'].deliver.$post({ param: { id: team.id } }),
              t(messages.deliveredToast),
            )
          }
        >
          {t(messages.deliver)}
        </Button>
      )}
    </Panel>
  );
}

function SeatRow({ team, seat }: { team: TeamBuildView; seat: TeamBuildView['seats'][number] }) {
  const t = useTranslator();
  const { run } = useAction();
  const [candidates, setCandidates] = useState<Candidate[]>();
  const isFree = !seat.player && canInvite(team);
  const param = { id: team.id };
  const load = async () => {
    const query = { seat: String(seat.seat) as never };
    const response = await attempt(() =>
      browserApi().api.admin['team-builds'][':id'].candidates.$get({ param, query }),
    );
    if (response) setCandidates(response.candidates as Candidate[]);
  };
  const invite = async ({ id: playerId, name }: Candidate) => {
    const json = { seat: seat.seat, playerId };
    const result = await run(
      () => browserApi().api.admin['team-builds'][':id'].players.$post({ param, json }),
      t(messages.invitedToast, { name }),
    );
    if (result) setCandidates(undefined);
  };
  return (
    <li className="stack gap-2 rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <span className="font-display">{formatSeatRole(t, seat.role)}</span>
        {seat.player ? (
          <span className="cluster">
            <Avatar name={seat.player.name} src={seat.player.avatar_path} size={32} decorative />
            <Link to={paths.profile(seat.player.id)}>{seat.player.name}</Link>
            <Badge tone={seat.accepted ? 'green' : 'gold'}>
              {seat.accepted ? t(messages.accepted) : t(messages.asked)}
            </Badge>
          </span>
        ) : (
          isFree && (
            <Button size="sm" variant="secondary" onClick={load}>
              {t(messages.findCandidates)}
            </Button>
          )
        )}
      </div>
      {isFree && (
        <p role="status" className={candidates?.length === 0 ? 'text-muted' : 'sr-only'}>
          {candidates && t(messages.candidatesFound, { count: candidates.length })}
        </p>
      )}
      {isFree && candidates && candidates.length > 0 && (
        <ul className="stack gap-2">
          {candidates.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <Link to={paths.profile(one.id)}>{one.name}</Link>{' '}
                <span className="text-sm text-muted">
                  {t(one.availableAtShortNotice ? messages.candidateOnShortNotice : messages.candidateFacts, {
                    role: one.role,
                    rating: String(one.rating ?? '–'),
                    score: one.score,
                    hours: toShownHours(one.overlapMinutes),
                  })}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={t(messages.inviteCandidate, { name: one.name })}
                onClick={() => invite(one)}
              >
                {t(messages.invite)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export { MoneySkeleton as HydrateFallback };
