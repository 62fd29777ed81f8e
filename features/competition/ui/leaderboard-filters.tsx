import { Form } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { FilterSelect, FilterToggle } from '../../../web/ui/filter-chip.tsx';
import { FilterRow } from '../../../web/ui/filter-row.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import { listOptions, PLATFORM_LABELS, REGION_LABELS } from '../../profiles/game-labels.schema.ts';
import * as messages from '../competition.messages.ts';
import {
  formatLeaderboardAddress,
  type LeaderboardView,
  parseLeaderboardView,
} from '../ratings/leaderboard-address.rules.ts';

type Props = {
  /** Numbers of the seasons so far, the current one first. */
  seasons: readonly number[];
  /** Whether to offer the players whom the viewer follows. */
  isSignedIn: boolean;
};

/** The filters, which live in the address and take effect at once. */
export function LeaderboardFilters({ seasons, isSignedIn }: Props) {
  const t = useTranslator();
  const pendingSearch = usePendingSearch();
  const view = parseLeaderboardView(pendingSearch.search);
  const go = (change: { [Name in keyof LeaderboardView]?: string | undefined }) =>
    pendingSearch.go((search) =>
      formatLeaderboardAddress({ ...parseLeaderboardView(search), ...change } as LeaderboardView),
    );
  const [defaultMode, ...otherModes] = MODES;
  const all = t(messages.allOption);
  return (
    <section aria-label={t(messages.filtersLabel)}>
      <Form method="get" action={paths.leaderboards} onSubmit={(event) => event.preventDefault()}>
        <FilterRow>
          <FilterSelect
            label={t(messages.modeFilter)}
            name="mode"
            isOrder
            none={defaultMode}
            options={otherModes}
            value={view.mode === defaultMode ? '' : view.mode}
            onChange={(mode) => go({ mode: mode || defaultMode })}
          />
          {seasons.length > 1 && (
            <FilterSelect
              label={t(messages.seasonFilter)}
              name="season"
              none={t(messages.currentSeason)}
              options={seasons.slice(1).map((season) => ({
                value: String(season),
                label: season === 0 ? t(messages.preseason) : t(messages.seasonName, { season }),
              }))}
              value={view.season ?? ''}
              onChange={(season) => go({ season })}
            />
          )}
          {isSignedIn && (
            <FilterToggle
              label={t(messages.followedFilter)}
              on={view.followed === 'yes'}
              onChange={(isOn) => go({ followed: isOn ? 'yes' : undefined })}
            />
          )}
          <FilterSelect
            label={t(messages.regionFilter)}
            name="region"
            none={all}
            options={listOptions(t, REGION_LABELS, REGIONS)}
            value={view.region ?? ''}
            onChange={(region) => go({ region })}
          />
          <FilterSelect
            label={t(messages.platformFilter)}
            name="platform"
            none={all}
            options={listOptions(t, PLATFORM_LABELS, PLATFORMS)}
            value={view.platform ?? ''}
            onChange={(platform) => go({ platform })}
          />
          <FilterSelect
            label={t(messages.positionFilter)}
            name="position"
            none={all}
            options={POSITIONS}
            value={view.position ?? ''}
            onChange={(position) => go({ position })}
          />
        </FilterRow>
      </Form>
    </section>
  );
}
