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
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, serverApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../competition.messages.ts';
import {
  formatLeaderboardAddress,
  isFiltered,
  LEADERBOARD_VALUES,
  type LeaderboardView,
  parseLeaderboardView,
  toLeaderboardQuery,
} from '../ratings/leaderboard-address.rules.ts';
import type { Leaderboard } from '../ratings/ratings.schema.ts';
import { LeaderboardFilters } from '../ui/leaderboard-filters.tsx';
import { LeaderboardTable } from '../ui/leaderboard-table.tsx';

/** Loaded lazily, because visitors have no place. */
const OwnPlace = lazy(async () => ({ default: (await import('../ui/own-place.tsx')).OwnPlace }));

export const handle: PageHandle = {
  parameters: [...Object.keys(LEADERBOARD_VALUES), 'season', 'after'],
  values: LEADERBOARD_VALUES,
};

type Found = { view: LeaderboardView; after: string | null; table: Leaderboard | null };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const view = parseLeaderboardView(search);
  const after = search.get('after');
  try {
    const query = toLeaderboardQuery(view, after);
    const table = await unwrap(serverApi(context).api.leaderboards.$get({ query }));
    return data<Found>({ view, after, table });
  } catch (error) {
    // A damaged link leads to the top of the table.
    if (error instanceof ApiError && error.status === 422) {
      throw redirect(formatLeaderboardAddress({ ...view, season: undefined }));
    }
    return data<Found>({ view, after, table: null }, { status: 503 });
  }
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.leaderboardsTitle),
    description: readerTranslator(messages.leaderboardsMetaDescription),
    path: loaderData ? formatLeaderboardAddress(loaderData.view) : paths.leaderboards,
    index: loaderData !== undefined && !loaderData.after && !isFiltered(loaderData.view),
  });
}

export default function Leaderboards() {
  const t = useTranslator();
  const found = useLoaderData<typeof loader>();
  const { view, after } = found;
  const { user } = useAuth();
  const { location, state } = useNavigation();
  const revalidator = useRevalidator();
  const [changes, setChanges] = useState(0);
  const isFollowedOnly = view.followed === 'yes' && user !== null;
  // Signed-in viewers don't see players they have a block with, so the browser asks again for them.
  const own = useQuery(user && `${user.id} ${changes} ${formatLeaderboardAddress(view, Number(after))}`, () => {
    const api = browserApi().api.leaderboards;
    return (isFollowedOnly ? api.followed : api).$get({ query: toLeaderboardQuery(view, after) });
  });
  const table = own.data ?? (isFollowedOnly ? null : found.table);
  const isLoading = (state === 'loading' && location.pathname === paths.leaderboards) || (!table && own.loading);
  const retry = () => {
    setChanges(changes + 1);
    void revalidator.revalidate();
  };
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={[
          { label: t(messages.communityCrumb), to: paths.community },
          { label: t(messages.leaderboardsTitle) },
        ]}
        title={t(messages.leaderboardsTitle)}
        lead={t(messages.leaderboardsLead)}
      />
      <LeaderboardFilters
        seasons={(found.table ?? own.data)?.seasons.map(({ season }) => season) ?? []}
        isSignedIn={user !== null}
      />
      {user && (
        <Suspense fallback={<Skeleton shape="block" className="h-28" />}>
          <OwnPlace view={view} onChanged={() => setChanges(changes + 1)} />
        </Suspense>
      )}
      {isLoading ? (
        <SkeletonRegion label={t(messages.loadingLeaderboard)} className="stack">
          <Skeleton shape="block" className="h-96" />
        </SkeletonRegion>
      ) : (
        <Results view={view} after={after} table={table} onRetry={retry} />
      )}
    </div>
  );
}

function Results({ view, after, table, onRetry }: Found & { onRetry: () => void }) {
  const t = useTranslator();
  if (!table) {
    return (
      <ErrorState title={t(messages.leaderboardFailed)} onRetry={onRetry}>
        {t(messages.tryAgainSoon)}
      </ErrorState>
    );
  }
  const { rows, next, season } = table;
  const name = season.season === 0 ? t(messages.preseason) : t(messages.seasonName, { season: season.season });
  const toTop = after && (
    <ButtonLink to={formatLeaderboardAddress(view)} variant="ghost" icon="arrow-left">
      {t(messages.backToTop)}
    </ButtonLink>
  );
  return (
    <section aria-labelledby="season" className="stack">
      <div>
        <h2 id="season" className="text-xl">
          {name}
        </h2>
        {season.is_final && <p className="text-muted">{t(messages.seasonFinal)}</p>}
      </div>
      {rows.length > 0 ? (
        <>
          <LeaderboardTable caption={name} rows={rows} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            {toTop}
            <Pagination
              className="flex-1"
              summary={t(messages.playersShown, { count: rows.length })}
              {...(next === null ? {} : { nextTo: formatLeaderboardAddress(view, next) })}
            />
          </div>
        </>
      ) : (
        <Nobody view={view} toTop={toTop} />
      )}
    </section>
  );
}

function Nobody({ view, toTop }: { view: LeaderboardView; toTop: React.ReactNode }) {
  const t = useTranslator();
  if (toTop || !isFiltered(view)) {
    return (
      <EmptyState title={t(messages.leaderboardEmptyTitle)} icon="trophy" action={toTop}>
        {t(messages.leaderboardEmptyText)}
      </EmptyState>
    );
  }
  const everyone = formatLeaderboardAddress({ mode: view.mode, season: view.season });
  return (
    <EmptyState
      title={t(messages.noneFit)}
      icon="filter"
      action={
        <ButtonLink to={everyone} variant="secondary" preventScrollReset>
          {t(messages.clearFilters)}
        </ButtonLink>
      }
    />
  );
}
