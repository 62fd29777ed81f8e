import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { SpawnerCommand, SpawnerEvent, WorkerMessage } from './picture-tasks.ts';

/* Spawns the image processes and relays messages between them and the server. Forking copies the calling process.
   That would block a server of several hundred megabytes, but this process uses almost no memory. */

/** Heap limit of an image process. Pictures are stored outside the JavaScript heap. */
const HEAP_MB = 128;

/** Lower priority than the server, because pictures can wait a little but sign-in can't. */
const PRIORITY = 10;

const children = new Map<number, ChildProcess>();
const sendToParent = (word: SpawnerEvent) => process.send?.(word);

function startChild(childNumber: number, program: string): void {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // Use few malloc arenas. Otherwise large pictures spread over many arenas whose memory is never freed.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const onExit = () => {
    if (children.delete(childNumber)) sendToParent({ of: childNumber, gone: true });
  };
  child.on('message', (word) => sendToParent({ of: childNumber, said: word as WorkerMessage }));
  child.once('exit', onExit).once('error', onExit);
  children.set(childNumber, child);
  sendToParent({ of: childNumber, pid: child.pid });
}

setPriority(PRIORITY);
process.on('message', (word: SpawnerCommand) => {
  if ('start' in word) return startChild(word.start, word.program);
  const child = children.get(word.to);
  if ('end' in word) child?.kill('SIGKILL');
  // Ignore send errors. If the process has died, its exit event reports that.
  else if (child?.connected) child.send(word.task, () => {});
});
// Ignore signals to the process group; the server handles them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  for (const child of children.values()) child.kill('SIGKILL');
  process.exit();
});
