import { lazy, Suspense, useState } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { paths } from '../../../content/paths.ts';
import { profilesSeo } from '../../../content/seo/profiles-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, serverApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { countFilters, DIRECTORY_VALUES, formatDirectoryAddress, parseFilters } from '../directory/directory.rules.ts';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import { CARDS_PER_PAGE } from '../directory/directory-filters.schema.ts';
import * as messages from '../profiles.messages.ts';
import { DirectoryFilters } from '../ui/directory-filters.tsx';
import { PlayerCard } from '../ui/player-card.tsx';
import { PlayerCardsSkeleton } from '../ui/player-cards-skeleton.tsx';
import { useCardDetails } from '../ui/use-card-details.ts';
import { useLivePlayers } from '../ui/use-live.ts';

/** Viewer-specific part, loaded lazily because visitors don't need it. */
const OwnDirectory = lazy(async () => ({ default: (await import('../ui/own-directory.tsx')).OwnDirectory }));
const FollowStar = lazy(async () => ({ default: (await import('../ui/follow-button.tsx')).FollowStar }));
const InviteToParty = lazy(async () => ({ default: (await import('../ui/invite-to-party.tsx')).InviteToParty }));
/** Loaded lazily, because most pages show at least one player and don't need the empty state. */
const Nobody = lazy(async () => ({ default: (await import('../ui/no-players-found.tsx')).NoPlayersFound }));

/**
 * The viewer's pages that this tab has shown, so that going back shows them immediately, at the same scroll position.
 */
const viewerPages = new Map<string, DirectoryPage>();
const PAGES_KEPT = 20;

type Found = { filters: Filters; cursor: string | null; page: DirectoryPage | null };

export const handle: PageHandle = {
  parameters: [...Object.keys(DIRECTORY_VALUES), 'name', 'cursor'],
  values: DIRECTORY_VALUES,
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  const filters = parseFilters(searchParams);
  // The server ignores the viewer-specific filters; the browser requests them itself.
  const { followed: _followed, free: _free, ...shared } = filters;
  const cursor = searchParams.get('cursor');
  try {
    const query = { ...shared, limit: String(CARDS_PER_PAGE), ...(cursor ? { cursor } : {}) };
    const page = await unwrap(serverApi(context).api.profiles.$get({ query }));
    return data<Found>({ filters, cursor, page });
  } catch (error) {
    // An invalid cursor (cut off in a chat, for example) redirects to the first page.
    if (cursor && error instanceof ApiError && error.status === 422) throw redirect(formatDirectoryAddress(filters));
    return data<Found>({ filters, cursor, page: null }, { status: 503 });
  }
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  const { title, description } = profilesSeo[paths.find](readerTranslator);
  return createPageMeta(matches, {
    title,
    description,
    path: formatDirectoryAddress(loaderData?.filters ?? {}),
    index: !loaderData?.cursor,
  });
}

/** Formats the number of players shown: the total, or the number that match the filters as far as it's known. */
function countLine(t: Translator, { filters, cursor }: Found, page: DirectoryPage): string | undefined {
  const { total, nextCursor, free_when_i_am: free } = page;
  const count = page.profiles.length;
  if (count === 0) return undefined;
  const isFiltered = countFilters(filters) > 0;
  if (!isFiltered && !free) return t(messages.countAll, { count: total });
  if (nextCursor) return t(isFiltered ? messages.countFittingSoFar : messages.countFreeSoFar, { count });
  // On the last of several pages, the players on earlier pages haven't been counted.
  if (cursor) return undefined;
  return t(isFiltered ? messages.countFitting : messages.countFree, { count, total });
}

export default function Find() {
  const t = useTranslator();
  const found = useLoaderData<typeof loader>();
  const { filters } = found;
  const { location, state } = useNavigation();
  const { user } = useAuth();
  const requestKey = user ? `${user.id} ${formatDirectoryAddress(filters, found.cursor)}` : '';
  const [own, setOwn] = useState<{ asked: string; page: DirectoryPage | null }>();
  const [times, setTimes] = useState(0);
  const revalidator = useRevalidator();
  const ownResult = user && own?.asked === requestKey ? own : undefined;
  const viewerPage = ownResult ? (ownResult.page ?? undefined) : viewerPages.get(requestKey);
  const isFollowedOnly = filters.followed === 'yes' && user !== null;
  // Only the viewer-specific response can filter by follows.
  const page = viewerPage ?? (isFollowedOnly ? null : found.page);
  const isLoading = state === 'loading' && location.pathname === paths.find;
  const isWaiting = isLoading || (isFollowedOnly && !ownResult && !viewerPage);
  const showOwn = (read: DirectoryPage) => {
    viewerPages.delete(requestKey);
    viewerPages.set(requestKey, read);
    if (viewerPages.size > PAGES_KEPT) viewerPages.delete(viewerPages.keys().next().value!);
    setOwn({ asked: requestKey, page: read });
  };
  const retry = () => {
    viewerPages.delete(requestKey);
    setOwn(undefined);
    setTimes(times + 1);
    void revalidator.revalidate();
  };
  return (
    <div className="page pb-16">
      <PageHead title={t(messages.findTitle)} barText="members" />
      <DirectoryFilters ownAvailability={user ? { free: viewerPage?.free_when_i_am ?? false } : undefined} />
      {user && (
        <Suspense fallback={null}>
          <OwnDirectory
            key={times}
            filters={filters}
            limit={String(CARDS_PER_PAGE)}
            cursor={found.cursor}
            onPage={showOwn}
            onFailed={() => setOwn({ asked: requestKey, page: null })}
          />
        </Suspense>
      )}
      <div className="filter-result">
        <p role="status">{page && countLine(t, found, page)}</p>
        {countFilters(filters) > 0 && (
          <ButtonLink to={formatDirectoryAddress({})} variant="ghost" size="sm" preventScrollReset>
            {t(messages.clearFilters)}
          </ButtonLink>
        )}
      </div>
      {isWaiting ? (
        <PlayerCardsSkeleton />
      ) : (
        <Results filters={filters} cursor={found.cursor} page={page} onRetry={retry} />
      )}
    </div>
  );
}

function Results({ filters, cursor, page, onRetry }: Found & { onRetry: () => void }) {
  const t = useTranslator();
  if (!page) {
    return (
      <ErrorState title={t(messages.directoryLoadFailed)} onRetry={onRetry}>
        {t(messages.directoryLoadHint)}
      </ErrorState>
    );
  }
  if (page.profiles.length === 0)
    return (
      <Suspense fallback={<PlayerCardsSkeleton />}>
        <Nobody filters={filters} page={page} count={countFilters(filters)} addressOf={formatDirectoryAddress} />
      </Suspense>
    );
  return (
    <div className="stack-lg">
      <Players players={page.profiles} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        {cursor && (
          <ButtonLink to={formatDirectoryAddress(filters)} variant="ghost" icon="arrow-left">
            {t(messages.backToFirstPage)}
          </ButtonLink>
        )}
        <Pagination
          className="flex-1"
          summary={t(messages.playersOnPage, { count: page.profiles.length })}
          {...(page.nextCursor ? { nextTo: formatDirectoryAddress(filters, page.nextCursor) } : {})}
        />
      </div>
    </div>
  );
}

function Players({ players }: { players: DirectoryPage['profiles'] }) {
  const t = useTranslator();
  const live = useLivePlayers(players);
  const { user } = useAuth();
  const details = useCardDetails(players, user?.id);
  const createActions = ({ id, display_name: name }: { id: string; display_name: string }) => {
    if (user?.id === id) return { action: <p className="text-sm text-muted">{t(messages.thisIsYou)}</p> };
    const cardDetails = details.get(id);
    if (!user || !cardDetails) return {};
    return {
      action: (
        <Suspense>
          <InviteToParty id={id} name={name} small />
        </Suspense>
      ),
      more: (
        <Suspense>
          <FollowStar id={id} name={name} following={cardDetails.following} />
        </Suspense>
      ),
    };
  };
  return (
    <section aria-label={t(messages.players)} className="card-grid gap-3 lg:gap-4">
      {players.map((player) => (
        <PlayerCard
          key={player.id}
          player={player}
          live={live.has(player.id)}
          details={details.get(player.id)}
          {...createActions(player)}
        />
      ))}
    </section>
  );
}
