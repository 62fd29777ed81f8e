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
import { ApiError, serverApi, unwrap } from '../../../web/api-client.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { directoryAddress, filtersOf } from '../directory/directory.rules.ts';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import { DirectoryFilters } from '../ui/directory-filters.tsx';
import { PlayerCard } from '../ui/player-card.tsx';
import { PlayerCardsSkeleton } from '../ui/player-cards-skeleton.tsx';
import { useHidden } from '../ui/use-hidden.ts';
import { useLive } from '../ui/use-live.ts';

type Found = { filters: Filters; cursor: string | null; page: DirectoryPage | null };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const address = new URL(request.url).searchParams;
  const filters = filtersOf(address);
  const cursor = address.get('cursor');
  try {
    const query = { ...filters, ...(cursor ? { cursor } : {}) };
    const page = await unwrap(serverApi(context).api.profiles.$get({ query }));
    return data<Found>({ filters, cursor, page });
  } catch (error) {
    // A page marker that is not ours (cut off in a chat, say) leads to the first page.
    if (cursor && error instanceof ApiError && error.status === 422) throw redirect(directoryAddress(filters));
    return data<Found>({ filters, cursor, page: null }, { status: 503 });
  }
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  const { title, description } = profilesSeo[paths.find];
  return pageMeta(matches, {
    title,
    description,
    path: directoryAddress(loaderData?.filters ?? {}),
    index: !loaderData?.cursor,
  });
}

const players = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'player' : 'players'}`;

/** How many there are of what is shown: all, or those that fit the filters as far as they are known. */
function countLine({ filters, cursor }: Found, page: DirectoryPage): string | undefined {
  if (page.profiles.length === 0) return undefined;
  if (Object.keys(filters).length === 0) return `${players(page.total)} in the directory, the newest first.`;
  if (page.nextCursor) return `More than ${players(page.profiles.length)} fit these filters, the newest first.`;
  // On the last of several pages nobody has counted those before.
  if (cursor) return undefined;
  const fit = page.profiles.length === 1 ? 'fits' : 'fit';
  return `${players(page.profiles.length)} of ${page.total.toLocaleString('en')} ${fit} these filters, the newest first.`;
}

export default function Find() {
  const found = useLoaderData<typeof loader>();
  const { filters, page } = found;
  const { location, state } = useNavigation();
  const loading = state === 'loading' && location.pathname === paths.find;
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        title="Find Your Squad"
        kicker="Squad directory"
        lead={page && countLine(found, page)}
        className="pb-0"
      />
      <DirectoryFilters filters={filters} />
      {loading ? <PlayerCardsSkeleton /> : <Results {...found} />}
    </div>
  );
}

function Results({ filters, cursor, page }: Found) {
  const revalidator = useRevalidator();
  if (!page) {
    return (
      <ErrorState title="The directory did not load" onRetry={() => revalidator.revalidate()}>
        The players are still there; we could not read them just now. Your filters are kept.
      </ErrorState>
    );
  }
  if (page.profiles.length === 0) return <Nobody filtered={Object.keys(filters).length > 0} />;
  return (
    <>
      <Players players={page.profiles} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        {cursor && (
          <ButtonLink to={directoryAddress(filters)} variant="ghost" icon="arrow-left">
            Back to the newest
          </ButtonLink>
        )}
        <Pagination
          className="flex-1"
          summary={`${players(page.profiles.length)} on this page`}
          {...(page.nextCursor ? { nextTo: directoryAddress(filters, page.nextCursor) } : {})}
        />
      </div>
    </>
  );
}

function Players({ players }: { players: DirectoryPage['profiles'] }) {
  const live = useLive(players);
  const hidden = useHidden(players.map(({ id }) => id));
  return (
    <section aria-label="Players" className="card-grid">
      {players
        .filter(({ id }) => !hidden.has(id))
        .map((player) => (
          <PlayerCard key={player.id} player={player} live={live.has(player.id)} />
        ))}
    </section>
  );
}

function Nobody({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        icon="search"
        title="Nobody fits these filters yet"
        action={<ButtonLink to={directoryAddress({})}>Show everybody</ButtonLink>}
      >
        Loosen one of them, or post a listing and let players come to you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="users"
      title="The court is still empty"
      action={<ButtonLink to={paths.auth}>Join Free</ButtonLink>}
    >
      Nobody has published a profile yet. Be the first one on the floor.
    </EmptyState>
  );
}
