import { openImageWorkerQueue } from './image-worker-queue.ts';
import { openStarter } from './picture-process.ts';
import type { Odd } from './test-odd-process.ts';

/* A process that has one of its own, says which, and would go on for ever. */
const lane = openImageWorkerQueue<Odd>({
  start: () => openStarter().start(new URL('./test-odd-process.ts', import.meta.url)),
  deadlineMs: 60_000,
  most: { ofOne: 9, ofAll: 9 },
  restMs: 60_000,
  onLost: () => {},
});
await lane.ask('one', { does: 'answers' });
console.log(lane.pid());
setInterval(() => {}, 60_000);
