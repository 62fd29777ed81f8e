import { paths } from '../content/paths.ts';
import { ROUTES_PATH, SHELL_CACHE } from './shell-cache.ts';
import type { PageRequest, WorkerScope } from './worker-scope.ts';

/** Prefix of the caches, one per worker version. They contain only the offline page. */
const CACHES = 'planet-crew-offline-';

const listOwnCaches = async ({ caches }: WorkerScope) =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

/** Caches the offline page. A worker that can't load the page doesn't take over. */
export async function cacheOfflinePage(scope: WorkerScope, version: string, page: string): Promise<void> {
  const cache = await scope.caches.open(CACHES + version);
  // Bypasses the HTTP cache, because the version must match this exact page.
  await cache.add(new Request(scope.location.origin + page, { cache: 'reload' }));
  await scope.skipWaiting();
}

/** Takes over immediately and deletes the caches of earlier versions, which contain only their offline page. */
export async function activateWorker(scope: WorkerScope, version: string): Promise<void> {
  const oldCaches = (await listOwnCaches(scope)).filter((name) => name !== CACHES + version);
  await Promise.all(oldCaches.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * Handles page navigations, and only from the network, so that users never see a stale page. Without a network, it
 * responds with the empty page and the scripts that a signed-in user's pages stored, or with the offline page.
 */
export function respondToPageRequest(scope: WorkerScope, event: PageRequest, offlinePage: string): void {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(fetchFromNetwork(scope, event, offlinePage));
    return;
  }
  const { pathname } = new URL(request.url);
  if (scope.navigator.onLine || !(pathname.startsWith(BUILT_FILES) || pathname.endsWith(ROUTES_PATH))) return;
  event.respondWith(matchStored(scope, pathname).then((stored) => stored ?? scope.fetch(request)));
}

/** URL prefix of built files, whose names change with their content. */
const BUILT_FILES = '/assets/';

const matchStored = ({ caches }: WorkerScope, pathname: string) =>
  caches.match(pathname, { cacheName: SHELL_CACHE, ignoreVary: true });

/** Returns a stored page. The installed app starts on the dashboard, which isn't stored, so it opens Play instead. */
async function findStoredPage(scope: WorkerScope, url: string): Promise<Response | undefined> {
  const path = new URL(url).pathname.replace(/\/$/, '');
  if (!path.endsWith(paths.dashboard)) return matchStored(scope, path);
  const play = path.slice(0, -paths.dashboard.length) + paths.matches;
  return (await matchStored(scope, play)) && Response.redirect(scope.location.origin + play);
}

async function fetchFromNetwork(
  scope: WorkerScope,
  { request, preloadResponse }: PageRequest,
  offlinePage: string,
): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await scope.fetch(request));
  } catch {
    const stored = (await findStoredPage(scope, request.url)) ?? (await scope.caches.match(offlinePage));
    return stored ?? Response.error();
  }
}

/** Deletes the caches and unregisters the worker, so that the next page loads without a worker. */
export async function unregisterWorker(scope: WorkerScope): Promise<void> {
  const names = [...(await listOwnCaches(scope)), SHELL_CACHE];
  await Promise.all(names.map((name) => scope.caches.delete(name)));
  await scope.registration.unregister();
}
