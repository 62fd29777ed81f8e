import { useDeferredValue } from 'react';
import { paths } from '../../../content/paths.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import type { BrowseFilter, BrowsePage } from '../lfg.schema.ts';
import { isFiltered, toBrowseAddress } from '../listing-browse.rules.ts';
import { BrowseFilters } from './browse-filters.tsx';
import { ListingCard } from './listing-card.tsx';
import { ListingCardsSkeleton } from './listing-cards-skeleton.tsx';
import { useListings } from './use-listings.ts';

/**
 * How many listings render first, which is about a phone screen. The rest render in a later frame to avoid one long
 * task.
 */
const DRAWN_AT_ONCE = 1;

type Props = { page: BrowsePage | null; filter: BrowseFilter; sort: 'newest' | 'fit'; loading: boolean };

export function BrowsePanel({ page, filter, sort, loading }: Props) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <BrowseFilters />
      <div className="stack-lg min-w-0">
        {loading ? (
          <ListingCardsSkeleton />
        ) : page ? (
          <Listings page={page} filter={filter} sort={sort} />
        ) : (
          <PageLoadError title="Couldn't load the listings">We kept your filters.</PageLoadError>
        )}
      </div>
    </div>
  );
}

function Listings({ page, filter, sort }: { page: BrowsePage; filter: BrowseFilter; sort: 'newest' | 'fit' }) {
  const { items, more, loadMore, refresh, drop } = useListings(page, filter, sort);
  const drawn = useDeferredValue(items, items.slice(0, DRAWN_AT_ONCE));
  if (items.length === 0) {
    return (
      <EmptyState
        icon="search"
        title="No listings match your filters"
        action={
          isFiltered(filter) ? (
            <ButtonLink to={toBrowseAddress({ modes: [], positions: [] }, sort)} variant="secondary">
              Clear filters
            </ButtonLink>
          ) : (
            <ButtonLink to={`${paths.lfg}?tab=create`}>Create Listing</ButtonLink>
          )
        }
      >
        Loosen a filter, or post what you need and let players come to you. New listings appear here automatically.
      </EmptyState>
    );
  }
  return (
    <>
      <section aria-label="Listings" className="card-grid card-grid-long [--card-height:30rem]">
        {drawn.map((item) => (
          <ListingCard
            key={item.id}
            listing={item}
            viewer={page.viewer}
            onApplied={refresh}
            onClosed={(id, closed) => (closed ? drop(id) : refresh())}
          />
        ))}
      </section>
      <Pagination
        summary={`${items.length} ${items.length === 1 ? 'listing' : 'listings'} shown`}
        nextLabel="Show more"
        {...(more ? { onNext: loadMore } : {})}
      />
    </>
  );
}
