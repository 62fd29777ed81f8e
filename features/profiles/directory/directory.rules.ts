import { paths } from '../../../content/paths.ts';
import { COMPETITIVE_LEVELS, MODES, PLATFORMS, type Platform, POSITIONS, REGIONS } from '../game.schema.ts';
import { LANGUAGES } from '../player-languages.schema.ts';
import type { DirectoryFilters } from './directory.schema.ts';
import { FILTER_PLATFORMS, MIC_CHOICES, RATING_CHOICES } from './directory-filters.schema.ts';

type Label = (typeof FILTER_PLATFORMS)[number];

/** The only mapping from filter labels to stored platforms. */
const STORED_PLATFORM: Record<Label, Platform> = { PSN: 'PS5', Xbox: 'Xbox Series', PC: 'PC', Switch: 'Switch' };

/** Returns the stored platform for a filter value. Stored names map to themselves. */
export function toStoredPlatform(value: NonNullable<DirectoryFilters['platform']>): Platform {
  return STORED_PLATFORM[value as Label] ?? (value as Platform);
}

/** Returns the boolean to filter by; undefined unless the filter is `yes` or `no`. */
export function toMicFilter(value: DirectoryFilters['mic']): boolean | undefined {
  if (value === 'yes') return true;
  return value === 'no' ? false : undefined;
}

const NAME_MAX = 40;

const KNOWN_PARAMETERS: Record<Exclude<keyof DirectoryFilters, 'name'>, readonly string[]> = {
  platform: [...FILTER_PLATFORMS, ...PLATFORMS],
  role: POSITIONS,
  region: REGIONS,
  mic: MIC_CHOICES.filter((choice) => choice !== 'any'),
  mode: MODES,
  level: COMPETITIVE_LEVELS,
  rating: RATING_CHOICES,
  language: LANGUAGES,
  sort: ['rating'],
  followed: ['yes'],
  free: ['no'],
};

/** Values that `parseFilters` accepts, by parameter. `name` may be any text. */
export const DIRECTORY_VALUES: Readonly<Record<string, readonly string[]>> = KNOWN_PARAMETERS;

/** Parses the filters in a page's URL. Ignores values the directory doesn't know. */
export function parseFilters(address: URLSearchParams): DirectoryFilters {
  const parameterEntries = Object.entries(KNOWN_PARAMETERS).map(([name, values]) => [
    name,
    values.find((value) => value === address.get(name)),
  ]);
  const name = address.get('name')?.trim().slice(0, NAME_MAX);
  return Object.fromEntries([...parameterEntries, ['name', name]].filter(([, value]) => value));
}

/** Counts the filters that are set, except the sort order and the free-when-I-am switch. */
export const countFilters = ({ sort: _sort, free: _free, ...filters }: DirectoryFilters): number =>
  Object.values(filters).filter(Boolean).length;

/** Returns the directory's URL for these filters, on the page after `cursor`. */
export function formatDirectoryAddress(filters: DirectoryFilters, cursor?: string | null): string {
  const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  if (cursor) search.set('cursor', cursor);
  return search.size > 0 ? `${paths.find}?${search}` : paths.find;
}
