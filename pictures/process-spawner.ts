import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { SpawnerCommand, SpawnerEvent, WorkerMessage } from './picture-tasks.ts';

/*
 * Starts the processes for pictures and hands on what they and the server say. To start a process, the one that asks is
 * copied: a server of some hundred megabytes would stand still for that, this one has next to nothing.
 */

/** Their own objects are small; pictures lie outside of this. */
const HEAP_MB = 128;

/** Behind the server itself, from a process's first moment: pictures can wait a little, sign-in cannot. */
const PRIORITY = 10;

const children = new Map<number, ChildProcess>();
const sendToParent = (word: SpawnerEvent) => process.send?.(word);

function startChild(no: number, program: string): void {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // Few arenas keep the memory of large pictures from being spread over many, which would never be given back.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = () => {
    if (children.delete(no)) sendToParent({ of: no, gone: true });
  };
  child.on('message', (word) => sendToParent({ of: no, said: word as WorkerMessage }));
  child.once('exit', gone).once('error', gone);
  children.set(no, child);
  sendToParent({ of: no, pid: child.pid });
}

setPriority(PRIORITY);
process.on('message', (word: SpawnerCommand) => {
  if ('start' in word) return startChild(word.start, word.program);
  const child = children.get(word.to);
  if ('end' in word) child?.kill('SIGKILL');
  // The channel breaks when the process dies meanwhile, which its end tells.
  else if (child?.connected) child.send(word.task, () => {});
});
// Signals to a whole group of processes are the server's affair.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  for (const child of children.values()) child.kill('SIGKILL');
  process.exit();
});
