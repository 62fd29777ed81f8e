import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import type { BrowseFilter } from '../lfg.schema.ts';
import { browseAddress, isFiltered } from '../listing-browse.rules.ts';

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'fit', label: 'Best fit for me' },
];

/** The filters live in the address; each choice takes effect at once. */
export function BrowseFilters({ filter, sort }: { filter: BrowseFilter; sort: 'newest' | 'fit' }) {
  const navigate = useNavigate();
  const go = (change: Partial<BrowseFilter>, order = sort) =>
    void navigate(browseAddress({ ...filter, ...change }, order), { preventScrollReset: true });
  return (
    <Panel as="section" padding="sm" aria-label="Filters" className="stack">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
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
        <Field label="Sort" className="col-span-2 sm:col-span-1">
          <Select options={SORTS} value={sort} onChange={(event) => go({}, event.target.value as 'newest' | 'fit')} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Field label="Game Modes" group>
          <CheckChips
            options={MODES}
            value={filter.modes}
            onChange={(modes) => go({ modes: modes as BrowseFilter['modes'] })}
          />
        </Field>
        <Field label="Needed Positions" group>
          <CheckChips
            options={POSITIONS}
            value={filter.positions}
            onChange={(positions) => go({ positions: positions as BrowseFilter['positions'] })}
          />
        </Field>
        {isFiltered(filter) && (
          <ButtonLink to={browseAddress({ modes: [], positions: [] }, sort)} variant="ghost" className="self-end">
            Clear filters
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}
