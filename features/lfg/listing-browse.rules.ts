import { paths } from '../../content/paths.ts';
import { createCursorCodec } from '../../paging/cursor.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../profiles/game.schema.ts';
import type { BrowseFilter } from './lfg.schema.ts';

/** The last listing of a page. `boost` is set if that listing is featured. Timestamps are in the database's format. */
export type Cursor = { boost: string | null; listed: string; id: string };

export const { encode: encodeCursor, decode: decodeCursor } = createCursorCodec({
  boost: 'instant or none',
  listed: 'instant',
  id: 'id',
});

/**
 * Returns a filter's conditions on a listing's `facets` array. Each condition is a list of facets of which at least one
 * must match. The names are those of the generated column.
 */
export function toFacetConditions(filter: BrowseFilter): string[][] {
  return [
    filter.region ? [`region ${filter.region}`] : [],
    filter.platform ? [`platform ${filter.platform}`, 'crossplay'] : [],
    filter.modes,
    filter.positions,
  ].filter((names) => names.length > 0);
}

/** Parses a page's cursor in the list sorted by fit: the number of listings before the page. */
export function parseFitCursor(after: string | undefined): number {
  return after && /^\d{1,3}$/.test(after) ? Number(after) : 0;
}

/** Returns the URL of Browse with these filters, on the page after a cursor. */
export function toBrowseAddress(filter: BrowseFilter, sort: 'newest' | 'fit' = 'newest', after?: string): string {
  const search = new URLSearchParams();
  if (filter.platform) search.set('platform', filter.platform);
  if (filter.region) search.set('region', filter.region);
  for (const mode of filter.modes) search.append('modes', mode);
  for (const position of filter.positions) search.append('positions', position);
  if (sort === 'fit') search.set('sort', sort);
  if (after) search.set('after', after);
  return search.size > 0 ? `${paths.lfg}?${search}` : paths.lfg;
}

/** Parses the filters from a page's URL. Unknown values are ignored. */
export function parseFilter(address: URLSearchParams): BrowseFilter {
  const readOne = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === address.get(name));
  const readList = <T extends string>(name: string, values: readonly T[]) =>
    values.filter((value) => address.getAll(name).includes(value));
  const platform = readOne('platform', PLATFORMS);
  const region = readOne('region', REGIONS);
  return {
    ...(platform ? { platform } : {}),
    ...(region ? { region } : {}),
    modes: readList('modes', MODES),
    positions: readList('positions', POSITIONS),
  };
}

/** Parses the order from a page's URL. Defaults to newest first. */
export const parseSort = (address: URLSearchParams) => (address.get('sort') === 'fit' ? 'fit' : 'newest');

function countFilters({ platform, region, modes, positions }: BrowseFilter): number {
  return [platform, region, modes.length > 0, positions.length > 0].filter(Boolean).length;
}

export const isFiltered = (filter: BrowseFilter): boolean => countFilters(filter) > 0;
