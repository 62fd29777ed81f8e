import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { FoldedFilters } from '../../../web/ui/folded-filters.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import type { BrowseFilter } from '../lfg.schema.ts';
import { countFilters, isFiltered, parseFilter, parseSort, toBrowseAddress } from '../listing-browse.rules.ts';

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'fit', label: 'Best fit for me' },
];

/** Shows the Browse filters, which are stored in the URL. Each choice takes effect immediately, as in the directory. */
export function BrowseFilters() {
  const pendingSearch = usePendingSearch();
  const filter = parseFilter(pendingSearch.search);
  const sort = parseSort(pendingSearch.search);
  const go = (change: Partial<BrowseFilter>, order?: 'newest' | 'fit') =>
    pendingSearch.go((search) => toBrowseAddress({ ...parseFilter(search), ...change }, order ?? parseSort(search)));
  return (
    <Panel as="section" padding="sm" aria-label="Filters" className="grid gap-4 lg:sticky lg:top-24">
      <FoldedFilters count={countFilters(filter)}>
        <Field label="Platform">
          <Select
            placeholder="All"
            options={PLATFORMS}
            value={filter.platform ?? ''}
            onChange={(event) => go({ platform: (event.target.value || undefined) as BrowseFilter['platform'] })}
          />
        </Field>
        <Field label="Region">
          <Select
            placeholder="All"
            options={REGIONS}
            value={filter.region ?? ''}
            onChange={(event) => go({ region: (event.target.value || undefined) as BrowseFilter['region'] })}
          />
        </Field>
        <Field label="Sort" className="col-span-2">
          <Select options={SORTS} value={sort} onChange={(event) => go({}, event.target.value as 'newest' | 'fit')} />
        </Field>
        <Field label="Game Modes" group className="col-span-2">
          <CheckChips
            options={MODES}
            value={filter.modes}
            onChange={(modes) => go({ modes: modes as BrowseFilter['modes'] })}
          />
        </Field>
        <Field label="Needed Positions" group className="col-span-2">
          <CheckChips
            options={POSITIONS}
            value={filter.positions}
            onChange={(positions) => go({ positions: positions as BrowseFilter['positions'] })}
          />
        </Field>
        {isFiltered(filter) && (
          <ButtonLink
            to={toBrowseAddress({ modes: [], positions: [] }, sort)}
            variant="ghost"
            className="col-span-2 self-end"
          >
            Clear
          </ButtonLink>
        )}
      </FoldedFilters>
    </Panel>
  );
}
