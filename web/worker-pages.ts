import { servedFiles } from '../content/served-files.ts';
import type { PageRequest, WorkerScope } from './worker-scope.ts';

/** All that this worker ever keeps is the page for when there is no network, in a cache of its version. */
const CACHES = 'planet-crew-offline-';

const listOwnCaches = async ({ caches }: WorkerScope) =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

/** Keeps the page for when there is no network; a worker that cannot have it does not take over. */
export async function cacheOfflinePage(scope: WorkerScope, version: string): Promise<void> {
  const cache = await scope.caches.open(CACHES + version);
  // Past what the browser has kept: this version goes with this page.
  await cache.add(new Request(scope.location.origin + servedFiles.offlinePage, { cache: 'reload' }));
  await scope.skipWaiting();
}

/** Takes over at once: nothing of an earlier version is of use, because nothing but its page was kept. */
export async function activateWorker(scope: WorkerScope, version: string): Promise<void> {
  const old = (await listOwnCaches(scope)).filter((name) => name !== CACHES + version);
  await Promise.all(old.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * Answers the opening of a page, and nothing else, from the network alone: what people see is never older than their
 * last change, and never somebody else's. Without a network it is the page that says so.
 */
export function respondToPageRequest(scope: WorkerScope, event: PageRequest): void {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  event.respondWith(fetchFromNetwork(scope, event));
}

async function fetchFromNetwork(scope: WorkerScope, { request, preloadResponse }: PageRequest): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await scope.fetch(request));
  } catch {
    return (await scope.caches.match(servedFiles.offlinePage)) ?? Response.error();
  }
}

/** Undoes all of it: no page is kept, and the next one that is opened has no worker. */
export async function unregisterWorker(scope: WorkerScope): Promise<void> {
  await Promise.all((await listOwnCaches(scope)).map((name) => scope.caches.delete(name)));
  await scope.registration.unregister();
}
