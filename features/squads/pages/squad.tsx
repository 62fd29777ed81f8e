import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { loadPage, throwIfFailed, useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { SupportLink } from '../../../web/support-link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { getButtonClass } from '../../../web/ui/button-style.ts';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { PageZone } from '../../../web/ui/viewer-zone.ts';
import { MemberItem } from '../../matches/ui/match-members.tsx';
import { CalendarButton } from '../../matches/ui/match-sessions.tsx';
import { MatchWeek } from '../../matches/ui/match-week.tsx';
import { FORMAT_FACTS, formatOfSize } from '../../profiles/group-formats.schema.ts';
import { getThreadHeadingId, ThreadPanel } from '../../threads/ui/thread-panel.tsx';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { CalendarAddress } from '../ui/calendar-address.tsx';
import { ClosedPage } from '../ui/closed-page.tsx';
import { EditSquad } from '../ui/edit-squad.tsx';
import { InviteFromPool } from '../ui/invite-from-pool.tsx';
import { InvitePlayers } from '../ui/invite-players.tsx';
import { InvitedPlayers } from '../ui/invited-players.tsx';
import { MissingPlayers } from '../ui/missing-players.tsx';
import { PlayedSessions } from '../ui/played-sessions.tsx';
import { PublicPage } from '../ui/public-page.tsx';
import { RunBack } from '../ui/run-back.tsx';
import { SessionQuestion } from '../ui/session-question.tsx';
import { SquadCourt } from '../ui/squad-court.tsx';
import { SquadCrest } from '../ui/squad-crest.tsx';
import { SquadFit } from '../ui/squad-fit.tsx';
import { SquadMembership } from '../ui/squad-membership.tsx';
import { SquadSessions } from '../ui/squad-sessions.tsx';

/** Loaded on demand, because only squads from the live queue need it. */
const LiveNow = lazy(async () => ({ default: (await import('../ui/live-now.tsx')).LiveNow }));

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return read(params.id ?? '');
}

const read = (id: string) =>
  loadPage(() => unwrap(browserApi().api.squads[':id'].$get({ param: { id }, query: { explain: 'denied' } })));

export function meta({ matches, params }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.squadMetaTitle),
    description: readerTranslator(messages.squadMetaDescription),
    path: paths.squad(params.id ?? ''),
    index: false,
  });
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack-lg pt-8 pb-16">
      <PageTitle title={t(messages.squadRoom)} className="pb-0" />
      <SkeletonRegion label={t(messages.loadingRoom)} className="grid gap-8 lg:grid-cols-2">
        <Skeleton shape="block" className="h-80" />
        <Skeleton shape="block" className="h-80" />
      </SkeletonRegion>
    </div>
  );
}

/** A squad's room: its members, its sessions, and actions for the captain and the members. */
export default function SquadPage() {
  const t = useTranslator();
  const { id = '' } = useParams();
  const initialData = useLoaderData<typeof clientLoader>();
  const { data: loaded, behind } = useLiveData(initialData, ['squad'], () => read(id).then(throwIfFailed));
  if (loaded.data) {
    return (
      <PageZone value={loaded.data.zone}>
        <Room squad={loaded.data} behind={behind} />
      </PageZone>
    );
  }
  return (
    <ClosedPage
      title={t(messages.squadRoom)}
      closed={t(messages.roomClosed)}
      failed={t(messages.roomFailed)}
      refusal={loaded.refusal}
    />
  );
}

type Props = { squad: SquadRoom };

function Room({ squad, behind }: Props & { behind: boolean }) {
  const t = useTranslator();
  const [open, setOpen] = useState<'edit' | 'invite'>();
  const close = () => setOpen(undefined);
  const live = squad.live_now;
  const editButton = (
    <Button size="sm" variant="secondary" icon="edit" onClick={() => setOpen('edit')}>
      {t(messages.editSquad)}
    </Button>
  );
  const overview = (
    <>
      <MissingPlayers squad={squad} onInvite={() => setOpen('invite')} />
      <Places squad={squad} />
    </>
  );
  return (
    <div className={live ? 'page stack pt-4 pb-16' : 'page stack-lg pt-8 pb-16'}>
      <CatchingUpNotice behind={behind} />
      {live ? <LiveHead squad={squad} /> : <Head squad={squad}>{squad.you_lead && editButton}</Head>}
      {!live && overview}
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="stack-lg min-w-0">
          {live && (
            <Suspense fallback={<Skeleton shape="block" className="h-120" />}>
              <LiveNow squad={squad} live={live} />
            </Suspense>
          )}
          {live && overview}
          {squad.questions.length > 0 && <Questions squad={squad} />}
          {squad.week && <Next squad={squad} />}
          <SquadFit squad={squad}>{squad.week && <MatchWeek match={squad} zoneNamed={false} />}</SquadFit>
          <PlayedSessions evenings={squad.evenings} />
        </div>
        <div className="stack-lg min-w-0 self-start">
          <ThreadPanel kind="squad" subjectId={squad.id} empty={t(messages.chatEmpty)} />
          <Panel as="section" aria-labelledby="roster" className="stack min-w-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 id="roster" className="text-lg">
                {t(messages.roster)}
              </h2>
              {squad.you_lead && (
                <span className="cluster">
                  {live && editButton}
                  <Button size="sm" variant="secondary" icon="plus" onClick={() => setOpen('invite')}>
                    {t(messages.invitePlayers)}
                  </Button>
                </span>
              )}
            </div>
            <SquadCourt squad={squad} />
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t(messages.membersList)}>
              {squad.members.map((member) => (
                <MemberItem key={member.id} member={member}>
                  {member.captain && <Badge tone="gold">{t(messages.captain)}</Badge>}
                </MemberItem>
              ))}
            </ul>
            <InvitedPlayers squad={squad} />
            <InviteFromPool squad={squad} />
          </Panel>
          <PublicPage squad={squad} />
        </div>
      </div>
      <SquadMembership squad={squad} />
      <SupportLink to={paths.helpAbout('squad', squad.id)} className="btn-flush self-start" />
      {open === 'edit' && <EditSquad squad={squad} onClose={close} />}
      {open === 'invite' && <InvitePlayers squad={squad} onClose={close} />}
    </div>
  );
}

/** A short head, because a live squad needs its gamertags on the first screen. */
function LiveHead({ squad }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SquadCrest seed={squad.crest_seed} size={36} />
      <h1 tabIndex={-1} className="min-w-0 flex-1 wrap-anywhere text-xl">
        {squad.name}
      </h1>
    </div>
  );
}

function Head({ squad, children }: Props & { children: ReactNode }) {
  const t = useTranslator();
  return (
    <PageTitle
      className="pb-0"
      breadcrumb={[{ label: t(messages.yourSquads), to: paths.squads }, { label: squad.name }]}
      title={
        <span className="flex items-center gap-4">
          <SquadCrest seed={squad.crest_seed} size={64} />
          <span className="min-w-0 wrap-anywhere">{squad.name}</span>
        </span>
      }
      lead={t(messages.roomLead, { lineup: getLineup(squad), zone: describeZone(t, squad.zone) })}
      actions={
        <>
          {squad.run_back && <RunBack squadId={squad.id} word={squad.run_back} others={squad.members.length - 1} />}
          {children}
        </>
      }
    />
  );
}

/** Links to the page's sections in the single-column layout. Native anchors also move the screen reader's position. */
function Places({ squad }: Props) {
  const t = useTranslator();
  const places = [
    squad.week ? { label: t(messages.nextSection), id: 'next' } : { label: t(messages.playedSection), id: 'played' },
    { label: t(messages.chatSection), id: getThreadHeadingId(squad.id) },
    { label: t(messages.squadSection), id: 'roster' },
  ];
  return (
    <nav aria-label={t(messages.sectionsLabel)} className="grid grid-cols-3 gap-2 lg:hidden">
      {places.map(({ label, id }) => (
        <a key={id} href={`#${id}`} className={getButtonClass({ size: 'sm', variant: 'secondary' })}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Returns the lineup variant that the lead text uses. */
function getLineup({ size, members }: SquadRoom): 'five' | 'two' | 'alone' | 'both' {
  if (FORMAT_FACTS[formatOfSize(size)].hasPositions) return 'five';
  if (members.length === 1) return 'alone';
  return members.length > size ? 'two' : 'both';
}

function Questions({ squad }: Props) {
  const t = useTranslator();
  return (
    <Panel as="section" aria-labelledby="questions" className="stack">
      <h2 id="questions" className="text-lg">
        {t(messages.feedbackTitle, { count: squad.questions.length })}
      </h2>
      {squad.questions.map((question) => (
        <SessionQuestion key={question.session_id} question={question} />
      ))}
    </Panel>
  );
}

function Next({ squad }: Props) {
  const t = useTranslator();
  const read = () => browserApi().api.squads[':id']['calendar.ics'].$get({ param: { id: squad.id } });
  // The session that's being played has its own section.
  const sessions = squad.sessions.filter(({ id }) => id !== squad.live_now?.session_id);
  const hasTimes = squad.next_sessions.length > 0 || squad.sessions.some(({ state }) => state !== 'called_off');
  return (
    <Panel as="section" aria-labelledby="next" className="stack">
      <h2 id="next" className="text-lg">
        {t(messages.nextTitle)}
      </h2>
      <SquadSessions squad={{ ...squad, sessions }} />
      {hasTimes && <CalendarButton read={read} />}
      <CalendarAddress squadId={squad.id} path={squad.calendar_path} />
    </Panel>
  );
}
