import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { FoldedFilters } from '../../../web/ui/folded-filters.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { usePendingSearch } from '../../../web/use-pending-search.ts';
import { countFilters, formatDirectoryAddress, parseFilters } from '../directory/directory.rules.ts';
import type { DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import { FILTER_REGIONS, PLATFORM_LABELS, RATING_CHOICES } from '../directory/directory-filters.schema.ts';
import { COMPETITIVE_LEVELS, LANGUAGES, MODES, POSITIONS } from '../game.schema.ts';

const MIC = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const LEVELS = COMPETITIVE_LEVELS.map((value) => ({ value, label: `${value[0]!.toUpperCase()}${value.slice(1)}` }));
const RATINGS = RATING_CHOICES.map((value) => ({ value, label: `${value} and up` }));
const SORTS = [{ value: 'rating', label: 'Best rated first' }];
/** Typing is considered finished after this pause. */
const TYPING_DEBOUNCE_MS = 350;

/** Loaded lazily, because visitors don't need it. */
const OwnFilters = lazy(async () => ({ default: (await import('./own-filters.tsx')).OwnFilters }));

type Props = {
  /** Only for signed-in users: whether to show only players who are free when the user is. */
  ownAvailability?: { free: boolean } | undefined;
};

/**
 * The filters live in the URL, and each choice takes effect immediately. Without JavaScript it's a plain form, which
 * the Enter key in the name search submits.
 */
export function DirectoryFilters({ ownAvailability: mine }: Props) {
  const pendingSearch = usePendingSearch();
  const filters = parseFilters(pendingSearch.search);
  const count = countFilters(filters);
  const go = (change: { [Name in keyof Filters]?: string | undefined }) =>
    // The values come from our own controls, and the URL is validated again when it's read.
    pendingSearch.go((search) => formatDirectoryAddress({ ...parseFilters(search), ...change } as Filters));
  return (
    <Panel as="section" padding="sm" aria-label="Filters" className="lg:sticky lg:top-24">
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
          {mine && (
            <Suspense fallback={<div className="col-span-2 min-h-28" />}>
              <OwnFilters free={mine.free} followed={filters.followed === 'yes'} go={go} />
            </Suspense>
          )}
          <Choice label="Platform" name="platform" filters={filters} go={go} options={PLATFORM_LABELS} />
          <Choice label="Role" name="role" filters={filters} go={go} options={POSITIONS} />
          <Choice label="Region" name="region" filters={filters} go={go} options={FILTER_REGIONS} />
          <Choice label="Mic" name="mic" filters={filters} go={go} options={MIC} none="Any" />
          <Choice label="Mode" name="mode" filters={filters} go={go} options={MODES} />
          <Choice label="Level" name="level" filters={filters} go={go} options={LEVELS} />
          <Choice label="Rating" name="rating" filters={filters} go={go} options={RATINGS} none="Any" />
          <Choice label="Language" name="language" filters={filters} go={go} options={LANGUAGES} none="Any" />
          <Choice label="Sort" name="sort" filters={filters} go={go} options={SORTS} none="Newest first" wide />
          {count > 0 && (
            <ButtonLink to={formatDirectoryAddress({})} variant="ghost" className="self-end">
              Clear
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
  /** Spans two columns, because its longest choice doesn't fit in one. */
  wide?: boolean;
};

function Choice({ label, name, filters, go, options, none = 'All', wide = false }: ChoiceProps) {
  return (
    <Field label={label} className={wide ? 'col-span-2' : ''}>
      <Select
        name={name}
        autoComplete="off"
        placeholder={none}
        options={options}
        value={filters[name] ?? ''}
        onChange={(event) => go({ [name]: event.target.value })}
      />
    </Field>
  );
}

/** Searches for a name once typing has paused. The typed text stays while the page loads. */
function NameSearch({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(name);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The name changed without a search from this field: the user went back or cleared the filters.
    if (name !== sent.current.trim()) setTyped(name);
    sent.current = name;
  }, [name]);
  return (
    <Field label="Name" className="col-span-2 lg:col-span-1">
      <TextInput
        type="search"
        name="name"
        // The user is searching for another player, but the browser would fill in the user's own name.
        autoComplete="off"
        icon="search"
        placeholder="Starts with"
        maxLength={40}
        value={typed}
        onChange={(event) => {
          const { value } = event.target;
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            sent.current = value;
            onName(value.trim());
          }, TYPING_DEBOUNCE_MS);
        }}
      />
    </Field>
  );
}
