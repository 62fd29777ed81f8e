import { unregisterWorker } from './worker-pages.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Replaces our service worker when the operator has disabled it (SERVICE_WORKER), and unregisters itself. */
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(unregisterWorker(scope)));
