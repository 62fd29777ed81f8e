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
const FIRST_RENDER_COUNT = 2;
/** Height of a card on a phone, with the gap below it. */
const CARD_REM = 12.5;

type Place = { filter: BrowseFilter; sort: 'newest' | 'fit'; after: string | null };
type Props = Place & { page: BrowsePage | null; loading: boolean };

export function BrowsePanel({ page, loading, ...place }: Props) {
  const t = useTranslator();
  return (
    <div>
      <BrowseFilters />
      {loading ? (
        <ListingCardsSkeleton className="pt-4" />
      ) : page ? (
        <Listings page={page} {...place} />
      ) : (
        <PageLoadError title={t(messages.listingsErrorTitle)}>{t(messages.filtersKept)}</PageLoadError>
      )}
    </div>
  );
}

function Listings({ page, filter, sort, after }: Place & { page: BrowsePage }) {
  const t = useTranslator();
  const { items, next, refresh, drop } = useListings(page, { ...filter, sort, after });
  const renderedItems = useDeferredValue(items, items.slice(0, FIRST_RENDER_COUNT));
  const isPartial = renderedItems.length < items.length;
  const unfiltered = toBrowseAddress({ modes: [], positions: [] }, sort);
  if (items.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t(messages.noListingsTitle)}
        action={
          isFiltered(filter) ? (
            <ButtonLink to={unfiltered} variant="secondary">
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
      <div className="filter-result">
        <p role="status">{t(messages.listingsShown, { count: items.length })}</p>
        {isFiltered(filter) && (
          <ButtonLink to={unfiltered} variant="ghost" size="sm" preventScrollReset>
            {t(messages.clearFilters)}
          </ButtonLink>
        )}
      </div>
      <section
        aria-label={t(messages.listingsLabel)}
        className="card-grid content-start gap-3 lg:gap-4"
        // Room for the cards of the next frame, so that going back can scroll to them.
        style={isPartial ? { minHeight: `${items.length * CARD_REM}rem` } : undefined}
      >
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
      <div className="flex flex-wrap items-center justify-between gap-4">
        {after && (
          <ButtonLink to={toBrowseAddress(filter, sort)} variant="ghost" icon="arrow-left">
            {t(messages.backToFirstPage)}
          </ButtonLink>
        )}
        <Pagination className="flex-1" {...(next ? { nextTo: toBrowseAddress(filter, sort, next) } : {})} />
      </div>
    </>
  );
}
