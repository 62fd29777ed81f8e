import { paths } from '../content/paths.ts';

/** Every parameter that a page of ours reads from its address; a test holds the list against the pages. */
export const PAGE_PARAMETERS: readonly string[] = [
  'a',
  'action',
  'after',
  'authorization_id',
  'before',
  'call',
  'category',
  'code',
  'cursor',
  'error',
  'error_code',
  'error_description',
  'followed',
  'free',
  'kind',
  'language',
  'level',
  'm',
  'matchId',
  'mic',
  'mode',
  'modes',
  'name',
  'next',
  'order',
  'party',
  'payouts',
  'platform',
  'player',
  'positions',
  'priceId',
  'q',
  'rating',
  'region',
  'role',
  'session',
  'sort',
  'state',
  'squad',
  'stand-in',
  'step',
  'tab',
  'team',
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
 * The address that a page is made and kept under: its path and the parameters that pages read, in one order. What
 * advertising and attackers add would otherwise have the same page made and kept over and over.
 */
export function pageAddress({ pathname, search, searchParams }: URL): string {
  if (passingOn.includes(pathname)) return pathname + search;
  const kept = new URLSearchParams([...searchParams].filter(([name]) => known.has(name)));
  kept.sort();
  return kept.size === 0 ? pathname : `${pathname}?${kept}`;
}

/** Where the router asks which pages there are: each list of paths is an address of its own, and none is dear to make. */
const MANIFEST = '/__manifest';
const LONGEST = 300;

/**
 * Whether the page of an address may be kept: one that is made again and again under one spelling. The router knows the
 * same page by other spellings too (capitals, escapes, more slashes), and they have no end.
 */
export function isKeepable(address: string): boolean {
  const [pathname = ''] = address.split('?');
  if (pathname === MANIFEST || address.length > LONGEST) return false;
  return pathname === '/' || /^(?:\/[a-z0-9._~-]+)+$/.test(pathname);
}
