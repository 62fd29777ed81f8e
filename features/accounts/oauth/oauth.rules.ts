import { isIP } from 'node:net';
import { paths } from '../../../content/paths.ts';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Returns whether a URL matches a glob. `*` stops at dots and slashes, and `**` doesn't. */
function matchesGlob(glob: string, url: string): boolean {
  const source = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part === '?' ? '[^./]' : part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`).test(url);
}

/**
 * Returns where a browser may be sent after sign-in: one of our own pages, or a URL on the operator's allow list.
 * @returns the URL, or the origin when it's not allowed
 */
export function toSafeRedirect(target: string | null | undefined, origin: string, allowedTargets: string[]): string {
  if (!target || !URL.canParse(target, origin)) return origin;
  const url = new URL(target, origin);
  if (!['http:', 'https:'].includes(url.protocol) && !allowedTargets.some((glob) => matchesGlob(glob, target)))
    return origin;
  if (url.username || url.password || target.includes('\\')) return origin;
  if (url.origin === origin) return stripFragment(url);
  // Refuse fragments, because a pattern could match inside one. Refuse bare IP addresses, because they have no hostname
  // to trust.
  if (url.hash) return origin;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !LOOPBACK.has(url.hostname)) return origin;
  return allowedTargets.some((glob) => matchesGlob(glob, url.href) || matchesGlob(glob, target)) ? url.href : origin;
}

const CALLBACK_PAGES: readonly string[] = [paths.callback, paths.shortCallback];
/** Pages not to return to after a sign-in. */
const NO_RETURN_PAGES: readonly string[] = [paths.home, paths.auth, paths.shortAuth, paths.join];

/**
 * Returns where a link or provider redirects a browser with a code, a token or an error. Of our own pages, only the
 * callback page handles these, so any other page becomes the callback page's next destination.
 */
export function resolveRedirect(target: string | null | undefined, origin: string, allowedTargets: string[]): string {
  const address = toSafeRedirect(target, origin, allowedTargets);
  const url = new URL(address);
  if (url.origin !== origin || CALLBACK_PAGES.includes(url.pathname)) return address;
  const on = NO_RETURN_PAGES.includes(url.pathname)
    ? paths.callback
    : paths.callbackGoingOnTo(url.pathname + url.search);
  return origin + on;
}

function stripFragment(url: URL): string {
  url.hash = '';
  return url.href;
}

/** Adds parameters to a URL that may already have some. */
export function addParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
