import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { FoldedFilters } from '../../../web/ui/folded-filters.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import { listOptions, PLATFORM_LABELS, REGION_LABELS } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { BrowseFilter } from '../lfg.schema.ts';
import { countFilters, isFiltered, parseFilter, parseSort, toBrowseAddress } from '../listing-browse.rules.ts';

/** Shows the Browse filters, which are stored in the URL. Each choice takes effect immediately, as in the directory. */
export function BrowseFilters() {
  const t = useTranslator();
  const pendingSearch = usePendingSearch();
  const filter = parseFilter(pendingSearch.search);
  const sort = parseSort(pendingSearch.search);
  const applyFilter = (change: Partial<BrowseFilter>, order?: 'newest' | 'fit') =>
    pendingSearch.go((search) => toBrowseAddress({ ...parseFilter(search), ...change }, order ?? parseSort(search)));
  return (
    <Panel as="section" padding="sm" aria-label={t(messages.filters)} className="grid gap-4 lg:sticky lg:top-24">
      <FoldedFilters count={countFilters(filter)}>
        <Field label={t(messages.platform)}>
          <Select
            placeholder={t(messages.allPlatforms)}
            options={listOptions(t, PLATFORM_LABELS, PLATFORMS)}
            value={filter.platform ?? ''}
            onChange={(event) =>
              applyFilter({ platform: (event.target.value || undefined) as BrowseFilter['platform'] })
            }
          />
        </Field>
        <Field label={t(messages.region)}>
          <Select
            placeholder={t(messages.allRegions)}
            options={listOptions(t, REGION_LABELS, REGIONS)}
            value={filter.region ?? ''}
            onChange={(event) => applyFilter({ region: (event.target.value || undefined) as BrowseFilter['region'] })}
          />
        </Field>
        <Field label={t(messages.sort)} className="col-span-2">
          <Select
            options={[
              { value: 'newest', label: t(messages.newestFirst) },
              { value: 'fit', label: t(messages.bestFitFirst) },
            ]}
            value={sort}
            onChange={(event) => applyFilter({}, event.target.value as 'newest' | 'fit')}
          />
        </Field>
        <Field label={t(messages.gameModes)} group className="col-span-2">
          <CheckChips
            options={MODES}
            value={filter.modes}
            onChange={(modes) => applyFilter({ modes: modes as BrowseFilter['modes'] })}
          />
        </Field>
        <Field label={t(messages.neededPositions)} group className="col-span-2">
          <CheckChips
            options={POSITIONS}
            value={filter.positions}
            onChange={(positions) => applyFilter({ positions: positions as BrowseFilter['positions'] })}
          />
        </Field>
        {isFiltered(filter) && (
          <ButtonLink
            to={toBrowseAddress({ modes: [], positions: [] }, sort)}
            variant="ghost"
            className="col-span-2 self-end"
          >
            {t(messages.clear)}
          </ButtonLink>
        )}
      </FoldedFilters>
    </Panel>
  );
}
