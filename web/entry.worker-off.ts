import { unregisterWorker } from './worker-pages.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Served in the place of our worker when the operator has switched it off (SERVICE_WORKER): it takes itself away. */
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(unregisterWorker(scope)));
