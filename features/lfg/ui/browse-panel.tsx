import { useDeferredValue } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import * as messages from '../lfg.messages.ts';
import type { BrowseFilter, BrowsePage } from '../lfg.schema.ts';
import { isFiltered, toBrowseAddress } from '../listing-browse.rules.ts';
import { BrowseFilters } from './browse-filters.tsx';
import { ListingCard } from './listing-card.tsx';
import { ListingCardsSkeleton } from './listing-cards-skeleton.tsx';
import { useListings } from './use-listings.ts';

/**
 * Number of listings in the first render, about a phone screen. The others follow in a later frame, so that no single
 * task takes long.
 */
const FIRST_RENDER_COUNT = 1;

type Props = { page: BrowsePage | null; filter: BrowseFilter; sort: 'newest' | 'fit'; loading: boolean };

export function BrowsePanel({ page, filter, sort, loading }: Props) {
  const t = useTranslator();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <BrowseFilters />
      <div className="stack-lg min-w-0">
        {loading ? (
          <ListingCardsSkeleton />
        ) : page ? (
          <Listings page={page} filter={filter} sort={sort} />
        ) : (
          <PageLoadError title={t(messages.listingsErrorTitle)}>{t(messages.filtersKept)}</PageLoadError>
        )}
      </div>
    </div>
  );
}

function Listings({ page, filter, sort }: { page: BrowsePage; filter: BrowseFilter; sort: 'newest' | 'fit' }) {
  const t = useTranslator();
  const { items, more, loadMore, refresh, drop } = useListings(page, filter, sort);
  const renderedItems = useDeferredValue(items, items.slice(0, FIRST_RENDER_COUNT));
  if (items.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t(messages.noListingsTitle)}
        action={
          isFiltered(filter) ? (
            <ButtonLink to={toBrowseAddress({ modes: [], positions: [] }, sort)} variant="secondary">
              {t(messages.clearFilters)}
            </ButtonLink>
          ) : (
            <ButtonLink to={`${paths.lfg}?tab=create`}>{t(messages.createListing)}</ButtonLink>
          )
        }
      >
        {t(messages.noListingsHint)}
      </EmptyState>
    );
  }
  return (
    <>
      <section aria-label={t(messages.listingsLabel)} className="card-grid card-grid-long [--card-height:30rem]">
        {renderedItems.map((item) => (
          <ListingCard
            key={item.id}
            listing={item}
            viewer={page.viewer}
            onApplied={refresh}
            onClosed={(id, isClosed) => (isClosed ? drop(id) : refresh())}
          />
        ))}
      </section>
      <Pagination
        summary={t(messages.listingsShown, { count: items.length })}
        nextLabel={t(messages.moreListings)}
        {...(more ? { onNext: loadMore } : {})}
      />
    </>
  );
}
