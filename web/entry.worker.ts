import { activateWorker, cacheOfflinePage, respondToPageRequest } from './worker-pages.ts';
import { onNotificationClick, renewSubscription, showPush } from './worker-pushes.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Digest of the worker and its page, inserted by the build, so that each version is a different file. */
const VERSION = '__WORKER_VERSION__';
/** The offline page in this worker's language, inserted by the build. */
const OFFLINE_PAGE = '__OFFLINE_PAGE__';
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage(scope, VERSION, OFFLINE_PAGE)));
scope.addEventListener('activate', (event) => event.waitUntil(activateWorker(scope, VERSION)));
scope.addEventListener('fetch', (event) => respondToPageRequest(scope, event, OFFLINE_PAGE));
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event, Date.now())));
scope.addEventListener('notificationclick', (event) => event.waitUntil(onNotificationClick(scope, event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
