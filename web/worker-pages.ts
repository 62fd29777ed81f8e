import { servedFiles } from '../content/served-files.ts';
import type { PageRequest, WorkerScope } from './worker-scope.ts';

/** This worker only ever caches the offline page, in a cache named after its version. */
const CACHES = 'planet-crew-offline-';

const listOwnCaches = async ({ caches }: WorkerScope) =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

/** Caches the offline page; a worker that can't load it doesn't take over. */
export async function cacheOfflinePage(scope: WorkerScope, version: string): Promise<void> {
  const cache = await scope.caches.open(CACHES + version);
  // Bypasses the HTTP cache, because this version belongs to this exact page.
  await cache.add(new Request(scope.location.origin + servedFiles.offlinePage, { cache: 'reload' }));
  await scope.skipWaiting();
}

/** Takes over at once: earlier versions cached nothing but their offline page, so nothing of theirs is needed. */
export async function activateWorker(scope: WorkerScope, version: string): Promise<void> {
  const old = (await listOwnCaches(scope)).filter((name) => name !== CACHES + version);
  await Promise.all(old.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * Handles only page navigations, and only from the network: users never see data older than their last change or data
 * of someone else. Without a network, it responds with the offline page.
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

/** Undoes everything: deletes the caches, and the next page opens without a worker. */
export async function unregisterWorker(scope: WorkerScope): Promise<void> {
  await Promise.all((await listOwnCaches(scope)).map((name) => scope.caches.delete(name)));
  await scope.registration.unregister();
}
