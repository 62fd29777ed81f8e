import { lazy, Suspense, useRef, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  type MetaArgs,
  Outlet,
  useLoaderData,
  useRevalidator,
} from 'react-router';
import { paths } from '../../../content/paths.ts';
import { matchesSeo } from '../../../content/seo/matches-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireOnboarded, requireSignedIn } from '../../../web/guards.ts';
import { type KeptMark, loadOrKept } from '../../../web/load-kept.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { OfflineLine } from '../../../web/offline-line.tsx';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import type { ConnectionStatus } from '../../notifications/connections/connections.schema.ts';
import { ConnectionCard } from '../../notifications/ui/connection-card.tsx';
import type { OwnLooking } from '../looking/looking.schema.ts';
import * as messages from '../matches.messages.ts';
import type { Match, WhyNot } from '../matches.schema.ts';
import type { OwnParty } from '../parties/parties.schema.ts';
import { MatchActions, type MatchPage, useMatches } from '../ui/answer-match.tsx';
import { LookingPanel } from '../ui/looking-panel.tsx';
import { MatchCard } from '../ui/match-card.tsx';
import { MatchesSkeleton } from '../ui/matches-skeleton.tsx';
import { PartyPanel } from '../ui/party-panel.tsx';
import { PastMatches } from '../ui/past-matches.tsx';
import { WhyNoMatch } from '../ui/why-no-match.tsx';
import '../ui/play-page.css';

/** Lazy-loaded, because only users who have accepted a match need it. */
const PushOptIn = lazy(async () => {
  const { PushPrompt: offer } = await import('../../notifications/ui/push-prompt.tsx');
  return { default: offer };
});

type Loaded = KeptMark & {
  page: MatchPage | null;
  /** A promise, because the first request may take a second and the page doesn't wait for it. */
  why: Promise<WhyNot | null> | null;
  discord: ConnectionStatus | null;
  party: OwnParty | null;
  looking: OwnLooking | null;
};

export const clientLoader = ({ request }: ClientLoaderFunctionArgs): Promise<Loaded> =>
  loadOrKept(
    'matches',
    () => load(request),
    ({ page }) => page !== null,
  );

/** Doesn't wait for the access check first, because most users pass it and would wait for one more response. */
async function load(request: Request): Promise<Loaded> {
  await requireSignedIn(request);
  const [parts] = await Promise.all([loadParts(), requireOnboarded(request)]);
  return parts;
}

async function loadParts(): Promise<Loaded> {
  const { api } = browserApi();
  const why = unwrap(api.matches['why-not'].$get()).catch(() => null);
  const [page, discord, party, lookingSettings] = await Promise.all([
    unwrap(api.matches.$get({ query: {} })).catch(() => null),
    unwrap(api.notifications.connections[':channel'].$get({ param: { channel: 'discord' } })).catch(() => null),
    unwrap(api.party.$get()).catch(() => null),
    unwrap(api.matches.looking.$get()).catch(() => null),
  ]);
  return { page, why, discord, party, looking: lookingSettings };
}

/** Returns what to store for offline use. Contact details and the party's link stay on the server. */
const pickKept = ({ page }: Loaded) =>
  page && {
    page: { matches: page.matches.map(withoutContacts), next: null },
    ...{ why: null, discord: null, party: null, looking: null },
  };
const withoutContacts = (match: Match): Match => ({
  ...match,
  members: match.members.map((member) => ({ ...member, contacts: [] })),
});

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...matchesSeo[paths.matches](readerTranslator), path: paths.matches });
}

function Title() {
  const t = useTranslator();
  return <PageHead title={t(messages.pageTitle)} barText />;
}

function Heading() {
  const t = useTranslator();
  return (
    <h2 id="matches" className="play-heading">
      {t(messages.matchesTitle)}
    </h2>
  );
}

function Hint() {
  const t = useTranslator();
  return <p className="text-muted">{t(messages.acceptHint)}</p>;
}

export default function MatchesPage() {
  const t = useTranslator();
  const { data, behind } = useLiveData(useLoaderData<typeof clientLoader>(), TOPICS, read);
  const { page, why, discord, party, looking, keptAt } = data;
  // Without a network, the rest of the page has nothing to show.
  const isLive = keptAt === undefined;
  const [{ found, together }, setQueue] = useState({ found: false, together: '' });
  const revalidator = useRevalidator();
  const reload = () => void revalidator.revalidate();
  return (
    <div className="page play-page">
      <Title />
      <OfflineLine page="matches" data={data} pick={pickKept} behind={behind} />
      {/* The live queue comes first and reports whether a match was found. The matches below stay visible. */}
      <div className="play-now">
        {isLive && <Outlet context={setQueue satisfies (queue: { found: boolean; together: string }) => void} />}
      </div>
      <div className="play-main">
        <Heading />
        {page ? (
          <Matches page={page} why={why} found={found} onLooked={reload} />
        ) : (
          <PageLoadError title={t(messages.matchesError)}>{t(messages.matchesErrorHint)}</PageLoadError>
        )}
        {isLive &&
          page?.matches.some(({ my_response, status }) => my_response === 'accept' && status === 'proposed') && (
            <Suspense>
              <PushOptIn why={t(messages.pushReason)} />
            </Suspense>
          )}
        <Hint />
        {isLive && <ConnectionCard channel="discord" connectionStatus={discord} />}
      </div>
      <div className="play-side">
        {looking && <LookingPanel looking={looking} />}
        {party && <PartyPanel loaded={party} queuedIds={together.split(',')} onChange={reload} />}
        {isLive && <PastMatches />}
        <p className="text-muted">
          <RichMessage
            message={messages.supportHint}
            values={{ link: (children) => <Link to={toSupport(page)}>{children}</Link> }}
          />
        </p>
      </div>
    </div>
  );
}

/** Links a support request to the match if the page shows only one. */
const toSupport = (page: Loaded['page']) => {
  const [match, ...others] = page?.matches ?? [];
  return match && others.length === 0 ? paths.helpAbout('match', match.id) : paths.helpFrom(paths.matches);
};

const TOPICS = ['match', 'party', 'squad', 'person'];

/** Reloads data that others can change, so that a friend's answer appears without a page reload. */
async function read(loaderData: Loaded): Promise<Loaded> {
  const { api } = browserApi();
  const [page, party, lookingSettings] = await Promise.all([
    unwrap(api.matches.$get({ query: {} })),
    unwrap(api.party.$get()),
    unwrap(api.matches.looking.$get()),
  ]);
  const had = loaderData.page && loaderData.page.matches.length > 0;
  const why = had && page.matches.length === 0 && unwrap(api.matches['why-not'].$get()).catch(() => null);
  return { ...loaderData, page, party, looking: lookingSettings, why: why || loaderData.why };
}

type MatchesProps = { page: MatchPage; why: Loaded['why']; found: boolean; onLooked: () => void };

function Matches({ page, why, found, onLooked }: MatchesProps) {
  const t = useTranslator();
  const { matches, next, answering, answer, showMore } = useMatches(page);
  const inOrder = useOpenFirst(matches);
  if (matches.length === 0 && found) return <p className="text-muted">{t(messages.matchFound)}</p>;
  if (matches.length === 0) {
    return (
      <>
        <EmptyState icon="users" title={t(messages.noMatches)} />
        <Suspense fallback={<WhySkeleton />}>
          <Await resolve={why}>{(loadedWhy) => loadedWhy && <WhyNoMatch why={loadedWhy} onLooked={onLooked} />}</Await>
        </Suspense>
      </>
    );
  }
  return (
    <section className="play-cards" aria-labelledby="matches">
      {inOrder.map((match) => (
        <MatchCard key={match.id} match={match}>
          <MatchActions
            match={match}
            answering={answering.get(match.id)}
            onAnswer={(action) => void answer(match, action)}
          />
        </MatchCard>
      ))}
      {next && (
        <Button variant="secondary" className="self-center" onClick={showMore}>
          {t(messages.showOlderMatches)}
        </Button>
      )}
    </section>
  );
}

/**
 * Sorts matches that need an answer before mutual ones. The order stays the same when answers arrive, so that no other
 * card moves under the user's finger.
 */
function useOpenFirst(matches: readonly Match[]): Match[] {
  const wasWaiting = useRef(new Map<string, boolean>());
  for (const { id, status } of matches)
    if (!wasWaiting.current.has(id)) wasWaiting.current.set(id, status === 'proposed');
  return [...matches].sort((a, b) => Number(wasWaiting.current.get(b.id)) - Number(wasWaiting.current.get(a.id)));
}

function WhySkeleton() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.loadingWhyNoMatch)}>
      <Skeleton shape="block" className="h-40" />
    </SkeletonRegion>
  );
}

export function HydrateFallback() {
  return (
    <div className="page play-page">
      <Title />
      <div className="play-now">
        <Skeleton shape="block" className="h-32" />
      </div>
      <div className="play-main">
        <Heading />
        <MatchesSkeleton />
        <Hint />
      </div>
    </div>
  );
}
