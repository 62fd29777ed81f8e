import { paths } from '../content/paths.ts';

/** Every parameter that a page of ours reads from its address; a test holds the list against the pages. */
export const PAGE_PARAMETERS: readonly string[] = [
  'a',
  'action',
  'after',
  'authorization_id',
  'before',
  'category',
  'code',
  'cursor',
  'error',
  'error_code',
  'error_description',
  'kind',
  'm',
  'matchId',
  'mic',
  'modes',
  'next',
  'order',
  'payouts',
  'platform',
  'player',
  'positions',
  'priceId',
  'q',
  'region',
  'role',
  'sort',
  'state',
  'step',
  'tab',
  'tier',
  'token',
  'view',
  // What the router asks the data of a page with, and the map of the pages that a browser does not know yet.
  '_routes',
  'index',
  'paths',
  'version',
];
const known = new Set(PAGE_PARAMETERS);
/** Older names, which lead on with whatever was asked for; redirects are not kept. */
const passingOn: readonly string[] = [paths.join, paths.shortAuth];

/**
 * The address that a page is made and kept under: its path and the parameters that pages read, in the order given. What
 * advertising and attackers add would otherwise have the same page made and kept over and over.
 */
export function pageAddress({ pathname, search, searchParams }: URL): string {
  if (passingOn.includes(pathname)) return pathname + search;
  const kept = new URLSearchParams([...searchParams].filter(([name]) => known.has(name))).toString();
  return kept === '' ? pathname : `${pathname}?${kept}`;
}
