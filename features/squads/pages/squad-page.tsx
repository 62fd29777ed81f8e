import { lazy, Suspense } from 'react';
import { data, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { isMissing, serverApi, toPageError, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { POSITIONS } from '../../profiles/game.schema.ts';
import { formatOfSize } from '../../profiles/group-formats.schema.ts';
import { useHiddenPlayers } from '../../profiles/ui/use-hidden.ts';
import { formatLookingFor, formatOtherMembers, formatPageSummary } from '../public-page/squad-pages.rules.ts';
import type { SquadPage } from '../public-page/squad-pages.schema.ts';
import * as messages from '../squads.messages.ts';
import { SquadCrest } from '../ui/squad-crest.tsx';

/** Loaded on demand, because only signed-in players can report. */
const ReportPage = lazy(async () => ({ default: (await import('../ui/report-page.tsx')).ReportPage }));

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const param = { id: params.id ?? '' };
    return data<SquadPage | null>(await unwrap(serverApi(context).api['squad-pages'][':id'].$get({ param })));
  } catch (error) {
    if (isMissing(error)) return data<SquadPage | null>(null, { status: 404 });
    throw toPageError(error);
  }
}

export function meta({ matches, params, loaderData: squad }: MetaArgs<typeof loader>) {
  const path = paths.squadPage(params.id ?? '');
  if (!squad) {
    const description = readerTranslator(messages.squadPageMetaDescription);
    return createPageMeta(matches, {
      title: readerTranslator(messages.squadPageMetaTitle),
      description,
      path,
      index: false,
    });
  }
  return createPageMeta(matches, {
    title: squad.name,
    description: formatPageSummary(readerTranslator, squad),
    path,
    image: squad.picture,
    jsonLd: createStructuredData(squad),
  });
}

const createStructuredData = (squad: SquadPage) => ({
  '@context': 'https://schema.org',
  '@type': 'SportsTeam',
  identifier: squad.id,
  name: squad.name,
  sport: 'Basketball (video game)',
  foundingDate: squad.created_at.slice(0, 10),
  member: squad.members.map(({ id, display_name: name }) => ({ '@type': 'Person', identifier: id, name })),
});

/** A squad's public page: crest, name, record, and the members who agreed to be named. */
export default function SquadPublicPage() {
  const squad = useLoaderData<typeof loader>();
  return squad ? <Shown squad={squad} /> : <SquadNotFound />;
}

const createBreadcrumb = (t: Translator, label: string) => [
  { label: t(messages.findBreadcrumb), to: paths.find },
  { label },
];

function Shown({ squad: initialSquad }: { squad: SquadPage }) {
  const t = useTranslator();
  const squad = useVisibleSquad(initialSquad);
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={createBreadcrumb(t, squad.name)}
        title={
          <span className="flex items-center gap-4">
            <SquadCrest seed={squad.crest_seed} size={88} />
            <span className="min-w-0 wrap-anywhere">{squad.name}</span>
          </span>
        }
        lead={
          <RichMessage
            message={messages.publicPageLead}
            values={{
              format: formatOfSize(squad.size),
              played: squad.sessions_played,
              date: () => <Moment at={squad.created_at} as="date" />,
            }}
          />
        }
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <Roster squad={squad} />
        <div className="stack-lg min-w-0 self-start">
          {squad.looking_for && <Looking looking={squad.looking_for} />}
          <Start />
          <Report squad={squad} />
        </div>
      </div>
    </div>
  );
}

/** Returns the page for this viewer. Members separated from them by a block are counted but not named. */
function useVisibleSquad(squad: SquadPage): SquadPage {
  const hiddenIds = useHiddenPlayers(squad.members.map(({ id }) => id));
  const members = squad.members.filter(({ id }) => !hiddenIds.has(id));
  return { ...squad, members, others: squad.others + squad.members.length - members.length };
}

function Roster({ squad }: { squad: SquadPage }) {
  const t = useTranslator();
  const others = formatOtherMembers(t, squad);
  const spots = listSpots(squad);
  return (
    <Panel as="section" aria-labelledby="roster" className="stack min-w-0 self-start">
      <h2 id="roster" className="text-lg">
        {t(messages.roster)}
      </h2>
      {spots.length > 0 && <Court spots={spots} label={t(messages.courtLabel, { name: squad.name })} />}
      {squad.members.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t(messages.membersList)}>
          {squad.members.map((member) => (
            <li key={member.id} className="flex items-center gap-3 rounded-control border border-line bg-raised p-3">
              <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
              <Link to={paths.profile(member.id)} className="min-w-0 flex-1 truncate font-medium text-text">
                {member.display_name}
              </Link>
              {member.captain && <Badge tone="gold">{t(messages.captain)}</Badge>}
              {member.position && <Badge>{member.position}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {others && <p className="text-muted">{others}</p>}
    </Panel>
  );
}

/** Returns the named members in their spots, and the spots to fill. */
function listSpots({ members, looking_for }: SquadPage): CourtSpot[] {
  return POSITIONS.flatMap((position): CourtSpot[] => {
    const member = members.find((one) => one.position === position);
    if (member) {
      const { id, display_name: name, avatar_path: avatarUrl } = member;
      return [{ position, state: 'filled', name, avatarUrl, to: paths.profile(id) }];
    }
    return looking_for?.positions.includes(position) ? [{ position, state: 'empty' }] : [];
  });
}

function Looking({ looking }: { looking: NonNullable<SquadPage['looking_for']> }) {
  const t = useTranslator();
  const { user } = useAuth();
  return (
    <Panel as="section" aria-labelledby="looking" className="stack">
      <h2 id="looking" className="text-lg">
        {formatLookingFor(t, looking)}
      </h2>
      <p className="text-muted">{user ? t(messages.lookingExplanation) : t(messages.lookingVisitorExplanation)}</p>
      <p className="cluster">
        {/* The profile page links unpublished players to onboarding. */}
        <ButtonLink to={user ? paths.editProfile : paths.onboarding}>
          {user ? t(messages.yourProfile) : t(messages.publishProfile)}
        </ButtonLink>
        <ButtonLink to={paths.lfg} variant="secondary">
          {t(messages.seeOpenGroups)}
        </ButtonLink>
      </p>
    </Panel>
  );
}

/** Links to the reader's squads or to sign-up. Shows the sign-up link until the browser knows who's signed in. */
function Start() {
  const t = useTranslator();
  const { user } = useAuth();
  return (
    <Panel as="section" aria-labelledby="start" className="stack">
      <h2 id="start" className="text-lg">
        {t(messages.startTitle)}
      </h2>
      <p className="text-muted">{t(messages.startExplanation)}</p>
      <p>
        <ButtonLink
          to={user ? paths.squads : paths.authReturningTo(paths.onboarding)}
          variant="secondary"
          {...(user ? {} : { icon: 'user' })}
        >
          {user ? t(messages.yourSquads) : t(messages.signInToStart)}
        </ButtonLink>
      </p>
    </Panel>
  );
}

/** Shown only to signed-in players, because moderators consider who reported. */
function Report({ squad: { id, name } }: { squad: SquadPage }) {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Suspense>
      <ReportPage id={id} name={name} />
    </Suspense>
  );
}

function SquadNotFound() {
  const t = useTranslator();
  return (
    <div className="page pb-16">
      <PageTitle
        breadcrumb={createBreadcrumb(t, t(messages.pageNotFound))}
        title={t(messages.pageNotFound)}
        lead={t(messages.pageNotFoundLead)}
      />
      <ButtonLink to={paths.find} icon="arrow-left">
        {t(messages.browsePlayers)}
      </ButtonLink>
    </div>
  );
}
