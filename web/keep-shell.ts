import { paths } from '../content/paths.ts';
import { LOCALE_FACTS, splitLocalePrefix } from '../messages/locales.ts';
import { HOUR_MS } from '../time/units.ts';
import { isOffline } from './network.ts';
import { readStoredSession } from './offline-store.ts';
import { ROUTES_PATH, SHELL_CACHE } from './shell-cache.ts';

const PAGES = [paths.matches, paths.squads, paths.inbox];
const BUILT_FILE = /\/assets\/[\w./-]+\.(?:js|css|svg|woff2)/g;
/** When this tab last stored the pages. */
const STORED_AT_KEY = 'pages-stored-at';

/**
 * Stores the empty pages that can be read offline, with the scripts and styles that they or this page load. The pages
 * are the same for everyone. Most files are already in the browser's cache, but it may drop them at any time.
 */
export async function keepShell(): Promise<void> {
  if (!('caches' in window) || !navigator.serviceWorker) return;
  // Without a worker, nothing could serve the stored pages. This may wait forever.
  await navigator.serviceWorker.ready;
  if (isOffline() || !readStoredSession()) return;
  const cache = await caches.open(SHELL_CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const ownFiles = listLoadedFiles();
  const { locale } = splitLocalePrefix(window.location.pathname);
  const prefix = locale ? LOCALE_FACTS[locale].prefix : '';
  const isRecent = Date.now() - readStoredAt() < HOUR_MS && PAGES.every((path) => stored.has(prefix + path));
  if (isRecent) {
    await addMissing(cache, ownFiles, stored);
    return storeRoutes(cache, { keepsEarlier: true });
  }

  const pages = await Promise.all(PAGES.map((path) => loadPage(prefix + path)));
  const pageFiles = pages.flatMap(({ files }) => files);
  const files = [...pageFiles, ...ownFiles];
  const hasNewBuild = pageFiles.some((path) => path.includes('manifest') && !stored.has(path));
  await addMissing(cache, files, stored);
  for (const { path, response } of pages) await cache.put(path, response);
  await storeRoutes(cache, { keepsEarlier: !hasNewBuild });
  if (hasNewBuild) {
    const needed = new Set([prefix + ROUTES_PATH, ...files, ...pages.map(({ path }) => path)]);
    await Promise.all([...stored].filter((path) => !needed.has(path)).map((path) => cache.delete(path)));
  }
  window.sessionStorage.setItem(STORED_AT_KEY, String(Date.now()));
  // The user may have signed out in the meantime.
  if (!readStoredSession()) await caches.delete(SHELL_CACHE);
}

const readStoredAt = () => Number(window.sessionStorage.getItem(STORED_AT_KEY) ?? 0);

/** Lists the built files that this page has loaded so far. */
const listLoadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .flatMap(({ pathname }) => pathname.match(BUILT_FILE) ?? []);

/**
 * Stores what the router has learned about the links on this and earlier pages. Links only work offline with this data.
 */
async function storeRoutes(cache: Cache, { keepsEarlier }: { keepsEarlier: boolean }): Promise<void> {
  const addresses = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.endsWith(ROUTES_PATH));
  const [first] = addresses;
  if (!first) return;
  const earlierResponse = keepsEarlier ? await cache.match(first.pathname) : undefined;
  const responses = [
    ...(earlierResponse ? [earlierResponse] : []),
    ...(await Promise.all(addresses.map((url) => fetch(url)))),
  ];
  const routes = await Promise.all(responses.filter(({ ok }) => ok).map((response) => response.json()));
  await cache.put(first.pathname, Response.json(Object.assign({}, ...routes)));
}

async function loadPage(path: string): Promise<{ path: string; response: Response; files: string[] }> {
  const response = await fetch(path);
  if (!response.ok || response.redirected) throw new Error(`No page to store: ${path}`);
  const html = await response.clone().text();
  return { path, response, files: html.match(BUILT_FILE) ?? [] };
}

const addMissing = (cache: Cache, files: readonly string[], stored: ReadonlySet<string>): Promise<void> =>
  cache.addAll([...new Set(files)].filter((path) => !stored.has(path)));
