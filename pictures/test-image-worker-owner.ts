import { createWorkerSpawner } from './image-worker.ts';
import { openImageWorkerQueue } from './image-worker-queue.ts';
import type { Misbehavior } from './test-misbehaving-process.ts';

/* A process that owns a worker process, prints the worker's pid and would run forever. */
const queue = openImageWorkerQueue<Misbehavior>({
  start: () => createWorkerSpawner().start(new URL('./test-misbehaving-process.ts', import.meta.url)),
  deadlineMs: 60_000,
  most: { ofOne: 9, ofAll: 9 },
  idleMs: 60_000,
  onLost: () => {},
});
await queue.ask('one', { does: 'answers' });
console.log(queue.pid());
setInterval(() => {}, 60_000);
