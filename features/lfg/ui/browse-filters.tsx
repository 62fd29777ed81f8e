import { type ReactNode, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { FilterChecks } from '../../../web/ui/filter-checks.tsx';
import { FilterSelect } from '../../../web/ui/filter-chip.tsx';
import { FilterRow } from '../../../web/ui/filter-row.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import { listOptions, PLATFORM_LABELS, REGION_LABELS } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { BrowseFilter } from '../lfg.schema.ts';
import { parseFilter, parseSort, toBrowseAddress } from '../listing-browse.rules.ts';

const FILTER_NAMES = ['positions', 'modes', 'platform', 'region'] as const;
type FilterName = (typeof FILTER_NAMES)[number];

/** Shows the Browse filters, which are stored in the URL. Each choice takes effect immediately, as in the directory. */
export function BrowseFilters() {
  const t = useTranslator();
  const pendingSearch = usePendingSearch();
  const filter = parseFilter(pendingSearch.search);
  const sort = parseSort(pendingSearch.search);
  const applyFilter = (change: Partial<BrowseFilter>, order?: 'newest' | 'fit') =>
    pendingSearch.go((search) => toBrowseAddress({ ...parseFilter(search), ...change }, order ?? parseSort(search)));
  const choices: Record<FilterName, ReactNode> = {
    positions: (
      <FilterChecks
        key="positions"
        label={t(messages.neededPositions)}
        options={POSITIONS}
        value={filter.positions}
        onChange={(positions) => applyFilter({ positions: positions as BrowseFilter['positions'] })}
      />
    ),
    modes: (
      <FilterChecks
        key="modes"
        label={t(messages.gameModes)}
        options={MODES}
        value={filter.modes}
        onChange={(modes) => applyFilter({ modes: modes as BrowseFilter['modes'] })}
      />
    ),
    platform: (
      <FilterSelect
        key="platform"
        label={t(messages.platform)}
        none={t(messages.allPlatforms)}
        options={listOptions(t, PLATFORM_LABELS, PLATFORMS)}
        value={filter.platform ?? ''}
        onChange={(value) => applyFilter({ platform: (value || undefined) as BrowseFilter['platform'] })}
      />
    ),
    region: (
      <FilterSelect
        key="region"
        label={t(messages.region)}
        none={t(messages.allRegions)}
        options={listOptions(t, REGION_LABELS, REGIONS)}
        value={filter.region ?? ''}
        onChange={(value) => applyFilter({ region: (value || undefined) as BrowseFilter['region'] })}
      />
    ),
  };
  // Filters that were set when the page opened come first, so they're visible. Later changes don't reorder them.
  const [setFirst] = useState(() => new Set(FILTER_NAMES.filter((name) => (filter[name]?.length ?? 0) > 0)));
  return (
    <section aria-label={t(messages.filters)}>
      <FilterRow>
        {[...setFirst].map((name) => choices[name])}
        <FilterSelect
          label={t(messages.sort)}
          none={t(messages.newestFirst)}
          options={[{ value: 'fit', label: t(messages.bestFitFirst) }]}
          value={sort === 'fit' ? sort : ''}
          onChange={(value) => applyFilter({}, value === 'fit' ? 'fit' : 'newest')}
          isOrder
        />
        {FILTER_NAMES.filter((name) => !setFirst.has(name)).map((name) => choices[name])}
      </FilterRow>
    </section>
  );
}
