import { answerPage, keepOfflinePage, takeOver } from './worker-pages.ts';
import { answerPress, renewAddress, showPush } from './worker-pushes.ts';
import type { WorkerScope } from './worker-scope.ts';

/** The build puts a digest of the worker and its page here, so that another version is another file. */
const VERSION = '__WORKER_VERSION__';
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(keepOfflinePage(scope, VERSION)));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, VERSION)));
scope.addEventListener('fetch', (event) => answerPage(scope, event));
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event, Date.now())));
scope.addEventListener('notificationclick', (event) => event.waitUntil(answerPress(scope, event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewAddress(scope, event)));
