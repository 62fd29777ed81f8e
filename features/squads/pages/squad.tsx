import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { describeZone } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { loadPage, throwIfFailed, useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
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
import { FORMAT_FACTS, formatFor, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import { getThreadHeadingId, ThreadPanel } from '../../threads/ui/thread-panel.tsx';
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

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return read(params.id ?? '');
}

const read = (id: string) =>
  loadPage(() => unwrap(browserApi().api.squads[':id'].$get({ param: { id }, query: { explain: 'denied' } })));

export function meta({ matches, params }: MetaArgs) {
  return createPageMeta(matches, {
    title: 'Squad room',
    description: 'See who’s in your squad, how to reach them and when you play next.',
    path: paths.squad(params.id ?? ''),
    index: false,
  });
}

export function HydrateFallback() {
  return (
    <div className="page stack-lg pt-8 pb-16">
      <PageTitle title="Squad room" className="pb-0" />
      <SkeletonRegion label="Loading the squad" className="grid gap-8 lg:grid-cols-2">
        <Skeleton shape="block" className="h-80" />
        <Skeleton shape="block" className="h-80" />
      </SkeletonRegion>
    </div>
  );
}

/** A squad's room: its members, its sessions, and the actions for its captain and members. */
export default function SquadPage() {
  const { id = '' } = useParams();
  const first = useLoaderData<typeof clientLoader>();
  const { data: loaded, behind } = useLiveData(first, ['squad'], () => read(id).then(throwIfFailed));
  if (loaded.data) {
    return (
      <PageZone value={loaded.data.zone}>
        <Room squad={loaded.data} behind={behind} />
      </PageZone>
    );
  }
  return (
    <ClosedPage title="Squad room" what="squad" closed="You can’t open this squad room" refusal={loaded.refusal} />
  );
}

type Props = { squad: SquadRoom };

function Room({ squad, behind }: Props & { behind: boolean }) {
  const [open, setOpen] = useState<'edit' | 'invite'>();
  const close = () => setOpen(undefined);
  return (
    <div className="page stack-lg pt-8 pb-16">
      <CatchingUpNotice behind={behind} />
      <PageTitle
        className="pb-0"
        breadcrumb={[{ label: 'Your squads', to: paths.squads }, { label: squad.name }]}
        title={
          <span className="flex items-center gap-4">
            <SquadCrest seed={squad.crest_seed} size={64} />
            <span className="min-w-0 wrap-anywhere">{squad.name}</span>
          </span>
        }
        lead={`${leadOf(squad)} Times are in ${describeZone(squad.zone)}, from your profile.`}
        actions={
          <>
            {squad.run_back && <RunBack squadId={squad.id} word={squad.run_back} />}
            {squad.you_lead && (
              <Button size="sm" variant="secondary" icon="edit" onClick={() => setOpen('edit')}>
                Edit name and crest
              </Button>
            )}
          </>
        }
      />
      <MissingPlayers squad={squad} onInvite={() => setOpen('invite')} />
      <Places squad={squad} />
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="stack-lg min-w-0">
          {squad.questions.length > 0 && <Questions squad={squad} />}
          {squad.week && <Next squad={squad} />}
          <SquadFit squad={squad}>{squad.week && <MatchWeek match={squad} zoneNamed={false} />}</SquadFit>
          <PlayedSessions evenings={squad.evenings} />
        </div>
        <div className="stack-lg min-w-0 self-start">
          <ThreadPanel kind="squad" subjectId={squad.id} empty="Say hello and share when you want to play." />
          <Panel as="section" aria-labelledby="roster" className="stack min-w-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 id="roster" className="text-lg">
                Roster
              </h2>
              {squad.you_lead && (
                <Button size="sm" variant="secondary" icon="plus" onClick={() => setOpen('invite')}>
                  Invite players
                </Button>
              )}
            </div>
            <SquadCourt squad={squad} />
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Members of the squad">
              {squad.members.map((member) => (
                <MemberItem key={member.id} member={member}>
                  {member.captain && <Badge tone="gold">Captain</Badge>}
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
      {open === 'edit' && <EditSquad squad={squad} onClose={close} />}
      {open === 'invite' && <InvitePlayers squad={squad} onClose={close} />}
    </div>
  );
}

/**
 * Links to the page's sections in the single-column layout. They're native anchors, so screen readers continue from
 * there.
 */
function Places({ squad }: Props) {
  const places = [
    squad.week ? { label: 'Next', id: 'next' } : { label: 'Played', id: 'played' },
    { label: 'Chat', id: getThreadHeadingId(squad.id) },
    { label: 'Squad', id: 'roster' },
  ];
  return (
    <nav aria-label="Squad room sections" className="grid grid-cols-3 gap-2 lg:hidden">
      {places.map(({ label, id }) => (
        <a key={id} href={`#${id}`} className={getButtonClass({ size: 'sm', variant: 'secondary' })}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const PLAYING_LABELS: Record<GroupFormat, string> = {
  squad: 'Five play at a time. These are your teammates.',
  pair: 'Two play at a time. These are your teammates.',
};

function leadOf({ size, members }: SquadRoom): string {
  const format = formatFor(size);
  if (FORMAT_FACTS[format].hasPositions) return PLAYING_LABELS[format];
  if (members.length === 1) return 'You and an open spot for a teammate.';
  return members.length > size ? PLAYING_LABELS[format] : 'Just the two of you.';
}

function Questions({ squad }: Props) {
  return (
    <Panel as="section" aria-labelledby="questions" className="stack">
      <h2 id="questions" className="text-lg">
        Your last {squad.questions.length === 1 ? 'evening' : 'evenings'}
      </h2>
      {squad.questions.map((question) => (
        <SessionQuestion key={question.session_id} question={question} />
      ))}
    </Panel>
  );
}

function Next({ squad }: Props) {
  const read = () => browserApi().api.squads[':id']['calendar.ics'].$get({ param: { id: squad.id } });
  const dated = squad.next_sessions.length > 0 || squad.sessions.some(({ state }) => state !== 'called_off');
  return (
    <Panel as="section" aria-labelledby="next" className="stack">
      <h2 id="next" className="text-lg">
        When you can play next
      </h2>
      <SquadSessions squad={squad} />
      {dated && <CalendarButton read={read} />}
      <CalendarAddress squadId={squad.id} path={squad.calendar_path} />
    </Panel>
  );
}
