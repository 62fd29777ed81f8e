import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
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
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireOnboarded } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CatchingUp } from '../../../web/ui/catching-up.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import type { ConnectionStanding } from '../../notifications/connections/connections.schema.ts';
import { ConnectionCard } from '../../notifications/ui/connection-card.tsx';
import type { OwnLooking } from '../looking/looking.schema.ts';
import type { WhyNot } from '../matches.schema.ts';
import type { OwnParty } from '../parties/parties.schema.ts';
import { MatchActions, type MatchPage, useMatches } from '../ui/answer-match.tsx';
import { LookingPanel } from '../ui/looking-panel.tsx';
import { MatchCard } from '../ui/match-card.tsx';
import { MatchesSkeleton } from '../ui/matches-skeleton.tsx';
import { PartyPanel } from '../ui/party-panel.tsx';
import { PastMatches } from '../ui/past-matches.tsx';
import { WhyNoMatch } from '../ui/why-no-match.tsx';

/** Only whoever has said yes to somebody loads it. */
const TellMeClosed = lazy(async () => {
  const { TellMeClosed: offer } = await import('../../notifications/ui/tell-me-closed.tsx');
  return { default: offer };
});

type Loaded = {
  page: MatchPage | null;
  /** Worked out when somebody asks for the first time, which may take a second; the page does not wait for it. */
  why: Promise<WhyNot | null>;
  discord: ConnectionStanding | null;
  party: OwnParty | null;
  looking: OwnLooking | null;
};

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireOnboarded(request);
  const { api } = browserApi();
  const why = unwrap(api.matches['why-not'].$get()).catch(() => null);
  const [page, discord, party, looking] = await Promise.all([
    unwrap(api.matches.$get({ query: {} })).catch(() => null),
    unwrap(api.notifications.connections[':channel'].$get({ param: { channel: 'discord' } })).catch(() => null),
    unwrap(api.party.$get()).catch(() => null),
    unwrap(api.matches.looking.$get()).catch(() => null),
  ]);
  return { page, why, discord, party, looking };
}

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { ...matchesSeo[paths.matches], path: paths.matches });
}

const title = <PageTitle title="Your Matches" className="pt-0 pb-0" />;
const hint = <p className="text-mist">Accept to connect; mutual accepts trigger intros via Discord DM or webhook.</p>;

export default function MatchesPage() {
  const { page, why, discord, party, looking, behind } = useLoaded();
  const revalidator = useRevalidator();
  const reload = () => void revalidator.revalidate();
  return (
    <div className="page stack gap-6 pt-5 pb-16 sm:pt-8">
      {title}
      <CatchingUp behind={behind} />
      {/* Whoever wants to play at once finds that first; the proposals follow in sight. */}
      <Outlet />
      {hint}
      {looking && <LookingPanel looking={looking} />}
      {page ? (
        <Matches page={page} why={why} onLooked={reload} />
      ) : (
        <ErrorState title="Your matches did not load" onRetry={reload} retrying={revalidator.state === 'loading'}>
          They are still there; we could not read them just now.
        </ErrorState>
      )}
      {page?.matches.some(({ my_response }) => my_response === 'accept') && (
        <Suspense>
          <TellMeClosed why="The others still have to say yes. Your phone can tell you when they did, also when this page is closed." />
        </Suspense>
      )}
      <ConnectionCard channel="discord" standing={discord} />
      {party && <PartyPanel loaded={party} onChange={reload} />}
      <PastMatches />
      <p className="text-mist">
        Something off with a match? <Link to={paths.help}>Contact support</Link> and name the match’s score and day.
      </p>
    </div>
  );
}

/** What was loaded, kept true while the page is open: an answer of a friend shows without a reload. */
function useLoaded(): Loaded & { behind: boolean } {
  const first = useLoaderData<typeof clientLoader>();
  const [loaded, setLoaded] = useState<Loaded>(first);
  useEffect(() => setLoaded(first), [first]);
  const { behind } = useLive(['match', 'party', 'squad', 'person'], async () => {
    const { api } = browserApi();
    const [page, party, looking] = await Promise.all([
      unwrap(api.matches.$get({ query: {} })),
      unwrap(api.party.$get()),
      unwrap(api.matches.looking.$get()),
    ]);
    const had = loaded.page && loaded.page.matches.length > 0;
    const why = had && page.matches.length === 0 && unwrap(api.matches['why-not'].$get()).catch(() => null);
    startTransition(() => setLoaded((now) => ({ ...now, page, party, looking, why: why || now.why })));
  });
  return { ...loaded, behind };
}

function Matches({ page, why, onLooked }: { page: MatchPage; why: Loaded['why']; onLooked: () => void }) {
  const { matches, next, answering, answer, loadingMore, showMore } = useMatches(page);
  if (matches.length === 0) {
    return (
      <>
        <EmptyState icon="users" title="No matches yet. Check back soon or ask an admin to run the matcher." />
        <Suspense fallback={<WhySkeleton />}>
          <Await resolve={why}>{(known) => known && <WhyNoMatch why={known} onLooked={onLooked} />}</Await>
        </Suspense>
      </>
    );
  }
  return (
    <section className="stack-lg" aria-label="Your matches">
      {matches.map((match) => (
        <MatchCard key={match.id} match={match}>
          <MatchActions
            match={match}
            answering={answering.get(match.id)}
            onAnswer={(action) => void answer(match, action)}
          />
        </MatchCard>
      ))}
      {next && (
        <Button variant="secondary" className="self-center" loading={loadingMore} onClick={() => void showMore()}>
          Show older matches
        </Button>
      )}
    </section>
  );
}

function WhySkeleton() {
  return (
    <SkeletonRegion label="Looking for the reason">
      <Skeleton shape="block" className="h-40" />
    </SkeletonRegion>
  );
}

export function HydrateFallback() {
  return (
    <div className="page stack gap-6 pt-5 pb-16 sm:pt-8">
      {title}
      <Skeleton shape="block" className="h-32 md:h-20" />
      {hint}
      <MatchesSkeleton />
    </div>
  );
}
