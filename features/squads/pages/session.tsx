import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { loadPage, throwIfFailed, useLiveData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { ContactList } from '../../../web/ui/contact-list.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { PageZone, useReader } from '../../../web/ui/viewer-zone.ts';
import { ThreadPanel } from '../../threads/ui/thread-panel.tsx';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import * as messages from '../squads.messages.ts';
import { ClosedPage } from '../ui/closed-page.tsx';
import { SessionQuestion } from '../ui/session-question.tsx';
import { formatSessionTime } from '../ui/session-times.ts';
import { SquadCrest } from '../ui/squad-crest.tsx';
import { SubstituteRequestPanel } from '../ui/substitute-request-panel.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return read(params.id ?? '');
}

const read = (id: string) =>
  loadPage(() => unwrap(browserApi().api.sessions[':id'].$get({ param: { id }, query: { explain: 'denied' } })));

export function meta({ matches, params }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.sessionMetaTitle),
    description: readerTranslator(messages.sessionMetaDescription),
    path: paths.session(params.id ?? ''),
    index: false,
  });
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle title={t(messages.sessionTitle)} className="pb-0" />
      <SkeletonRegion label={t(messages.loadingSession)}>
        <Skeleton shape="block" className="h-80" />
      </SkeletonRegion>
    </div>
  );
}

/** The page of one session: its time, its players and, for those in the lineup, the feedback question. */
export default function SessionPage() {
  const t = useTranslator();
  const { id = '' } = useParams();
  const initialData = useLoaderData<typeof clientLoader>();
  const { data: room, behind } = useLiveData(initialData, ['squad', 'person'], () => read(id).then(throwIfFailed));
  if (room.data) {
    const session = room.data;
    return (
      <PageZone value={session.zone}>
        <CatchingUpNotice behind={behind} />
        <SessionContent session={session} />
      </PageZone>
    );
  }
  return (
    <ClosedPage
      title={t(messages.sessionTitle)}
      closed={t(messages.sessionClosed)}
      failed={t(messages.sessionFailed)}
      refusal={room.refusal}
    />
  );
}

function SessionContent({ session }: { session: SessionView }) {
  const t = useTranslator();
  const { squad, zone, question, stand_in: substituteRequest } = session;
  const reader = useReader(zone);
  const crumb = squad.yours ? { label: squad.name, to: paths.squad(squad.id) } : { label: squad.name };
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={[{ label: t(messages.yourSquads), to: paths.squads }, crumb, { label: t(messages.sessionTitle) }]}
        title={
          <span className="flex items-center gap-4">
            <SquadCrest seed={squad.crest_seed} size={56} />
            <span className="min-w-0 wrap-anywhere">{squad.name}</span>
          </span>
        }
        lead={t(messages.sessionLead, { time: formatSessionTime(t, session, reader), zone: describeZone(t, zone) })}
      />
      {substituteRequest && <SubstituteRequestPanel session={session} question={substituteRequest} />}
      {question && (
        <Panel>
          <SessionQuestion question={question} level="h2" />
        </Panel>
      )}
      {substituteRequest?.state !== 'over' && <Players session={session} />}
      {substituteRequest?.state === 'in' && (
        <ThreadPanel kind="squad" subjectId={squad.id} empty={t(messages.subChatEmpty)} />
      )}
    </div>
  );
}

function Players({ session }: { session: SessionView }) {
  const t = useTranslator();
  const { state, players } = session;
  return (
    <Panel as="section" aria-labelledby="players" className="stack">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="players" className="text-lg">
          {t(messages.whosIn)}
        </h2>
        {state === 'called_off' && <Badge tone="red">{t(messages.canceled)}</Badge>}
      </div>
      {players.length === 0 ? (
        <p className="text-muted">{t(messages.noOneConfirmed)}</p>
      ) : (
        <ul className="grid gap-3" aria-label={t(messages.whosIn)}>
          {players.map((player) => (
            <li key={player.id}>
              <div className="flex flex-wrap items-center gap-3">
                <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span>{player.is_you ? t(messages.you) : player.display_name}</span>
                  {player.position && <span className="text-muted"> · {player.position}</span>}
                </span>
                {player.stand_in && <Badge tone="cyan">{t(messages.subBadge)}</Badge>}
                {player.here_at && (
                  <Badge tone="green" icon="check">
                    {t(messages.checkedIn)}
                  </Badge>
                )}
              </div>
              <ContactList name={player.display_name} contacts={player.contacts} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
