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

/** Takes over at once and deletes the caches of earlier versions, which contain only their offline page. */
export async function activateWorker(scope: WorkerScope, version: string): Promise<void> {
  const oldCaches = (await listOwnCaches(scope)).filter((name) => name !== CACHES + version);
  await Promise.all(oldCaches.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * Handles only page navigations, and only from the network, so that users never see stale data or someone else's.
 * Without a network, it responds with the offline page.
 */
export function respondToPageRequest(scope: WorkerScope, event: PageRequest, offlinePage: string): void {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  event.respondWith(fetchFromNetwork(scope, event, offlinePage));
}

async function fetchFromNetwork(
  scope: WorkerScope,
  { request, preloadResponse }: PageRequest,
  offlinePage: string,
): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await scope.fetch(request));
  } catch {
    return (await scope.caches.match(offlinePage)) ?? Response.error();
  }
}

/** Deletes the caches and unregisters the worker, so that the next page opens without one. */
export async function unregisterWorker(scope: WorkerScope): Promise<void> {
  await Promise.all((await listOwnCaches(scope)).map((name) => scope.caches.delete(name)));
  await scope.registration.unregister();
}
