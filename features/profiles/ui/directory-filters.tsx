import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import type { ChoiceOption } from '../../../web/ui/choice-option.ts';
import { FilterSelect } from '../../../web/ui/filter-chip.tsx';
import { FilterRow } from '../../../web/ui/filter-row.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { formatDirectoryAddress, parseFilters } from '../directory/directory.rules.ts';
import type { DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import { FILTER_PLATFORMS, FILTER_REGIONS, RATING_CHOICES } from '../directory/directory-filters.schema.ts';
import { COMPETITIVE_LEVELS, MODES, POSITIONS } from '../game.schema.ts';
import { LEVEL_LABELS, listOptions, REGION_LABELS } from '../game-labels.schema.ts';
import { LANGUAGES, labelLanguage } from '../player-languages.schema.ts';
import * as messages from '../profiles.messages.ts';

/** Pause after which typing counts as finished. */
const TYPING_DEBOUNCE_MS = 350;

/** Loaded lazily, because visitors don't need it. */
const OwnFilters = lazy(async () => ({ default: (await import('./own-filters.tsx')).OwnFilters }));

const SELECTED_FILTERS = ['role', 'platform', 'region', 'mode', 'rating', 'mic', 'level', 'language'] as const;
type SelectedFilters = (typeof SELECTED_FILTERS)[number];
type Choice = { label: string; options: readonly ChoiceOption[]; none?: string };

type Props = {
  /** Only for signed-in users: whether to show only players who are free when the user is. */
  ownAvailability?: { free: boolean } | undefined;
};

/**
 * Shows the filters, which live in the URL and take effect immediately. Without JavaScript it's a plain form, which the
 * Enter key in the name search submits.
 */
export function DirectoryFilters({ ownAvailability: ownWeek }: Props) {
  const t = useTranslator();
  const pendingSearch = usePendingSearch();
  const filters = parseFilters(pendingSearch.search);
  const go = (change: { [Name in keyof Filters]?: string | undefined }) =>
    // The values come from our own controls, and the URL is validated again when it's read.
    pendingSearch.go((search) => formatDirectoryAddress({ ...parseFilters(search), ...change } as Filters));
  const levels = listOptions(t, LEVEL_LABELS, COMPETITIVE_LEVELS);
  const regions = listOptions(t, REGION_LABELS, FILTER_REGIONS);
  const ratings = RATING_CHOICES.map((value) => ({
    value,
    label: t(messages.ratingAtLeast, { rating: Number(value) }),
  }));
  const mics = [
    { value: 'yes', label: t(messages.yes) },
    { value: 'no', label: t(messages.no) },
  ];
  const languages = LANGUAGES.map((value) => ({ value, label: labelLanguage(t, value) }));
  const sorts = [{ value: 'rating', label: t(messages.bestRatedFirst) }];
  const choices: Record<SelectedFilters, Choice> = {
    role: { label: t(messages.roleFilter), options: POSITIONS },
    platform: { label: t(messages.platformFilter), options: FILTER_PLATFORMS },
    region: { label: t(messages.regionFilter), options: regions },
    mode: { label: t(messages.modeFilter), options: MODES },
    rating: { label: t(messages.ratingFilter), options: ratings, none: t(messages.any) },
    mic: { label: t(messages.micFilter), options: mics, none: t(messages.any) },
    level: { label: t(messages.levelFilter), options: levels },
    language: { label: t(messages.languageFilter), options: languages, none: t(messages.any) },
  };
  // Filters that were set when the page opened come first, so that they're visible. Later changes don't move any
  // filter.
  const [setFirst] = useState(() => new Set(SELECTED_FILTERS.filter((name) => filters[name])));
  const room = <span className="filter-room" />;
  const showFilter = (name: SelectedFilters) => (
    <FilterSelect
      key={name}
      none={t(messages.all)}
      {...choices[name]}
      name={name}
      value={filters[name] ?? ''}
      onChange={(value) => go({ [name]: value })}
    />
  );
  return (
    <section aria-label={t(messages.filters)}>
      <Form
        method="get"
        action={paths.find}
        role="search"
        className="grid gap-2 lg:gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          go({ name: String(new FormData(event.currentTarget).get('name')).trim() });
        }}
      >
        <div className="flex gap-2">
          <NameSearch name={filters.name ?? ''} onName={(name) => go({ name })} />
          <FilterSelect
            label={t(messages.sortBy)}
            name="sort"
            options={sorts}
            none={t(messages.newestFirst)}
            value={filters.sort ?? ''}
            onChange={(value) => go({ sort: value })}
            isOrder
          />
        </div>
        <FilterRow>
          {[...setFirst].map(showFilter)}
          {ownWeek ? (
            <Suspense fallback={room}>
              <OwnFilters free={ownWeek.free} followed={filters.followed === 'yes'} go={go} />
            </Suspense>
          ) : (
            room
          )}
          {SELECTED_FILTERS.filter((name) => !setFirst.has(name)).map(showFilter)}
        </FilterRow>
      </Form>
    </section>
  );
}

/** Searches for a name once typing has paused. The typed text stays while the page loads. */
function NameSearch({ name, onName }: { name: string; onName: (name: string) => void }) {
  const t = useTranslator();
  const [typedText, setTypedText] = useState(name);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentName = useRef(name);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The name changed without a search from this field, because the user went back or cleared the filters.
    if (name !== sentName.current.trim()) setTypedText(name);
    sentName.current = name;
  }, [name]);
  return (
    <TextInput
      type="search"
      name="name"
      // The browser would fill in the user's own name, but they're searching for another player.
      autoComplete="off"
      icon="search"
      aria-label={t(messages.nameFilter)}
      placeholder={t(messages.namePlaceholder)}
      className="min-w-0 flex-1 lg:max-w-sm"
      maxLength={40}
      value={typedText}
      onChange={(event) => {
        const { value } = event.target;
        setTypedText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          sentName.current = value;
          onName(value.trim());
        }, TYPING_DEBOUNCE_MS);
      }}
    />
  );
}
