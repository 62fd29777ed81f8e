import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { FoldedFilters } from '../../../web/ui/folded-filters.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { countFilters, formatDirectoryAddress, parseFilters } from '../directory/directory.rules.ts';
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
  const count = countFilters(filters);
  const levels = listOptions(t, LEVEL_LABELS, COMPETITIVE_LEVELS);
  const regions = listOptions(t, REGION_LABELS, FILTER_REGIONS);
  const go = (change: { [Name in keyof Filters]?: string | undefined }) =>
    // The values come from our own controls, and the URL is validated again when it's read.
    pendingSearch.go((search) => formatDirectoryAddress({ ...parseFilters(search), ...change } as Filters));
  return (
    <Panel as="section" padding="sm" aria-label={t(messages.filters)} className="lg:sticky lg:top-24">
      <Form
        method="get"
        action={paths.find}
        role="search"
        className="grid grid-cols-2 gap-4 lg:grid-cols-1"
        onSubmit={(event) => {
          event.preventDefault();
          go({ name: String(new FormData(event.currentTarget).get('name')).trim() });
        }}
      >
        <NameSearch name={filters.name ?? ''} onName={(name) => go({ name })} />
        <FoldedFilters count={count}>
          {ownWeek && (
            <Suspense fallback={<div className="col-span-2 min-h-28" />}>
              <OwnFilters free={ownWeek.free} followed={filters.followed === 'yes'} go={go} />
            </Suspense>
          )}
          <Choice
            label={t(messages.platformFilter)}
            name="platform"
            filters={filters}
            go={go}
            options={FILTER_PLATFORMS}
          />
          <Choice label={t(messages.roleFilter)} name="role" filters={filters} go={go} options={POSITIONS} />
          <Choice label={t(messages.regionFilter)} name="region" filters={filters} go={go} options={regions} />
          <Choice
            label={t(messages.micFilter)}
            name="mic"
            filters={filters}
            go={go}
            options={[
              { value: 'yes', label: t(messages.yes) },
              { value: 'no', label: t(messages.no) },
            ]}
            none={t(messages.any)}
          />
          <Choice label={t(messages.modeFilter)} name="mode" filters={filters} go={go} options={MODES} />
          <Choice label={t(messages.levelFilter)} name="level" filters={filters} go={go} options={levels} />
          <Choice
            label={t(messages.ratingFilter)}
            name="rating"
            filters={filters}
            go={go}
            options={RATING_CHOICES.map((value) => ({
              value,
              label: t(messages.ratingAtLeast, { rating: Number(value) }),
            }))}
            none={t(messages.any)}
          />
          <Choice
            label={t(messages.languageFilter)}
            name="language"
            filters={filters}
            go={go}
            options={LANGUAGES.map((value) => ({ value, label: labelLanguage(t, value) }))}
            none={t(messages.any)}
          />
          <Choice
            label={t(messages.sortBy)}
            name="sort"
            filters={filters}
            go={go}
            options={[{ value: 'rating', label: t(messages.bestRatedFirst) }]}
            none={t(messages.newestFirst)}
            wide
          />
          {count > 0 && (
            <ButtonLink to={formatDirectoryAddress({})} variant="ghost" className="self-end">
              {t(messages.clearFilters)}
            </ButtonLink>
          )}
        </FoldedFilters>
      </Form>
    </Panel>
  );
}

type SelectedFilters = 'platform' | 'role' | 'region' | 'mic' | 'mode' | 'level' | 'rating' | 'language' | 'sort';
type ChoiceProps = {
  label: string;
  name: SelectedFilters;
  filters: Filters;
  go: (change: { [Name in SelectedFilters]?: string }) => void;
  options: Parameters<typeof Select>[0]['options'];
  none?: string;
  /** Whether it spans two columns, for choices that don't fit into one. */
  wide?: boolean;
};

function Choice({ label, name, filters, go, options, none, wide = false }: ChoiceProps) {
  const t = useTranslator();
  return (
    <Field label={label} className={wide ? 'col-span-2' : ''}>
      <Select
        name={name}
        autoComplete="off"
        placeholder={none ?? t(messages.all)}
        options={options}
        value={filters[name] ?? ''}
        onChange={(event) => go({ [name]: event.target.value })}
      />
    </Field>
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
    <Field label={t(messages.nameFilter)} className="col-span-2 lg:col-span-1">
      <TextInput
        type="search"
        name="name"
        // The browser would fill in the user's own name, but they're searching for another player.
        autoComplete="off"
        icon="search"
        placeholder={t(messages.namePlaceholder)}
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
    </Field>
  );
}
