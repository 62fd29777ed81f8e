import { lazy, Suspense, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireOnboarded, requireSignedIn } from '../../../web/guards.ts';
import { type KeptMark, loadOrKept } from '../../../web/load-kept.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { OfflineLine } from '../../../web/offline-line.tsx';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import type { OwnLooking } from '../../matches/looking/looking.schema.ts';
import { LookingPanel } from '../../matches/ui/looking-panel.tsx';
import * as messages from '../squads.messages.ts';
import type { OwnSquads, PastSquad, SquadCard } from '../squads.schema.ts';
import { CalendarAddress } from '../ui/calendar-address.tsx';
import { OwnSubstitutions } from '../ui/own-substitutions.tsx';
import { PastSquads } from '../ui/past-squads.tsx';
import { SquadCrest } from '../ui/squad-crest.tsx';
import { SquadInvitations } from '../ui/squad-invitations.tsx';

/** Loaded on demand, because it's rarely opened. */
const ThreadPanel = lazy(async () => ({
  default: (await import('../../threads/ui/thread-panel.tsx')).ThreadPanel,
}));

/** Page data; each part is null if it failed to load. */
type Loaded = KeptMark & { own: OwnSquads | null; looking: OwnLooking | null };

export const clientLoader = ({ request }: ClientLoaderFunctionArgs): Promise<Loaded> =>
  loadOrKept(
    'squads',
    () => load(request),
    ({ own }) => own !== null,
  );

/** Loads the data while checking access, because most users pass the check and would wait for one more response. */
async function load(request: Request): Promise<Loaded> {
  await requireSignedIn(request);
  const [parts] = await Promise.all([loadParts(), requireOnboarded(request)]);
  return parts;
}

async function loadParts(): Promise<Loaded> {
  const { api } = browserApi();
  const [own, lookingSettings] = await Promise.all([
    unwrap(api.squads.$get()).catch(() => null),
    unwrap(api.matches.looking.$get()).catch(() => null),
  ]);
  return { own, looking: lookingSettings };
}

/** Returns what to store for offline use. The calendar's address works like a password, so it stays on the server. */
const pickKept = ({ own }: Loaded) =>
  own && { own: { ...own, past: { past: [], next: null }, calendar_path: null }, looking: null };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.squadsMetaTitle),
    description: readerTranslator(messages.squadsMetaDescription),
    path: paths.squads,
    index: false,
  });
}

function Head() {
  const t = useTranslator();
  return <PageHead title={t(messages.squadsTitle)} barText />;
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page stack pt-2 pb-16 lg:pt-0">
      <Head />
      <SkeletonRegion label={t(messages.loadingSquads)}>
        <Skeleton shape="block" className="h-40" />
      </SkeletonRegion>
    </div>
  );
}

export default function SquadsPage() {
  const t = useTranslator();
  const initialData = useLoaderData<typeof clientLoader>();
  const { data, behind } = useLiveData(initialData, ['squad', 'thread', 'messages', 'person'], read);
  const { own, looking, keptAt } = data;
  return (
    <div className="page stack pt-2 pb-16 lg:pt-0">
      <Head />
      <OfflineLine page="squads" data={data} pick={pickKept} behind={behind} />
      {own ? (
        <>
          <SquadInvitations invitations={own.invitations} />
          <OwnSubstitutions substitutions={own.stand_ins} />
          {own.squads.length === 0 ? <NoSquad /> : <Squads squads={own.squads} />}
          {looking && <LookingPanel looking={looking} />}
          {own.squads.length > 0 && keptAt === undefined && (
            <Panel className="max-w-2xl">
              <CalendarAddress path={own.calendar_path} />
            </Panel>
          )}
          <PastSquads first={own.past} renderMessages={(squad) => <PastMessages squad={squad} />} />
        </>
      ) : (
        <PageLoadError title={t(messages.squadsFailed)}>{t(messages.squadsFailedHint)}</PageLoadError>
      )}
    </div>
  );
}

async function read(): Promise<Loaded> {
  const { api } = browserApi();
  const [own, lookingSettings] = await Promise.all([unwrap(api.squads.$get()), unwrap(api.matches.looking.$get())]);
  return { own, looking: lookingSettings };
}

/** An ended squad's messages, loaded on demand. */
function PastMessages({ squad: { id, name, messages_until: until } }: { squad: PastSquad }) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  if (!until) return null;
  return (
    <div className="stack mt-2">
      <p className="cluster text-sm text-muted">
        <Button size="sm" variant="secondary" icon="chat" aria-expanded={open} onClick={() => setOpen(!open)}>
          <RichMessage
            message={open ? messages.hideMessages : messages.readMessages}
            values={{ name, hidden: (children) => <span className="sr-only">{children}</span> }}
          />
        </Button>
        <span>
          <RichMessage message={messages.keptUntil} values={{ date: () => <Moment at={until} as="date" /> }} />
        </span>
      </p>
      {open && (
        <Suspense>
          <ThreadPanel
            kind="squad"
            subjectId={id}
            title={t(messages.messagesIn, { name })}
            empty={t(messages.noMessages)}
          />
        </Suspense>
      )}
    </div>
  );
}

function NoSquad() {
  const t = useTranslator();
  return (
    <EmptyState
      icon="planet"
      title={t(messages.noSquadTitle)}
      action={
        <>
          <ButtonLink to={paths.matches}>{t(messages.seeMatches)}</ButtonLink>
          <ButtonLink to={paths.lfg} variant="secondary">
            {t(messages.findGroup)}
          </ButtonLink>
        </>
      }
    >
      {t(messages.noSquadExplanation)}
    </EmptyState>
  );
}

function Squads({ squads }: { squads: SquadCard[] }) {
  const t = useTranslator();
  return (
    <ul className="card-grid" aria-label={t(messages.yourSquads)}>
      {squads.map((squad) => (
        <Panel as="li" key={squad.id} className="stack">
          <div className="flex items-center gap-4">
            <SquadCrest seed={squad.crest_seed} size={56} />
            <div className="min-w-0">
              <h2 className="text-lg wrap-anywhere">
                <Link to={paths.squad(squad.id)}>{squad.name}</Link>
              </h2>
              <p className="text-sm text-muted">
                <RichMessage
                  message={messages.since}
                  values={{ date: () => <Moment at={squad.created_at} as="date" /> }}
                />
              </p>
            </div>
          </div>
          <ul className="grid gap-2" aria-label={t(messages.membersOf, { name: squad.name })}>
            {squad.members.map((member) => (
              <li key={member.id} className="flex items-center gap-3">
                <Avatar name={member.display_name} src={member.avatar_path} size={32} decorative />
                <span className="min-w-0 truncate">{member.display_name}</span>
              </li>
            ))}
          </ul>
          {(squad.you_lead || squad.unread > 0 || squad.page_path) && (
            <div className="cluster">
              {squad.you_lead && <Badge tone="gold">{t(messages.youreCaptain)}</Badge>}
              {squad.unread > 0 && (
                <Badge tone="cyan" icon="chat">
                  {t(messages.unreadBadge, { count: squad.unread })}
                </Badge>
              )}
              {squad.page_path && (
                <Link
                  to={squad.page_path}
                  className="text-sm"
                  aria-label={t(messages.publicPageOf, { name: squad.name })}
                >
                  {t(messages.publicPageLink)}
                </Link>
              )}
            </div>
          )}
        </Panel>
      ))}
    </ul>
  );
}
