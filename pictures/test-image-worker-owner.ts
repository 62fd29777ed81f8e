import { createWorkerSpawner } from './image-worker.ts';
import { openImageWorkerQueue } from './image-worker-queue.ts';
import type { Misbehavior } from './test-misbehaving-process.ts';

/* A process that owns a worker process, prints its pid and would run forever. */
const lane = openImageWorkerQueue<Misbehavior>({
  start: () => createWorkerSpawner().start(new URL('./test-misbehaving-process.ts', import.meta.url)),
  deadlineMs: 60_000,
  most: { ofOne: 9, ofAll: 9 },
  idleMs: 60_000,
  onLost: () => {},
});
await lane.ask('one', { does: 'answers' });
console.log(lane.pid());
setInterval(() => {}, 60_000);
