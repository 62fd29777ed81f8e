import { type Bytes, MEMORY_CEILING, type Outcome, type Said } from './picture-tasks.ts';

const WATCH_MS = 25;

/**
 * The life of a process for pictures: one task after the other, never more memory than allowed, and gone with the
 * server that started it.
 * @param work what is done with a task; what it throws counts as a file that cannot be read
 */
export function serveTasks<Task>(work: (task: Task) => Promise<Outcome<Bytes[]>>): void {
  const say = (word: Said, then: () => void = () => {}) => process.send?.(word, then);
  const die = () => process.kill(process.pid, 'SIGKILL');
  process.once('disconnect', die);
  // Signals to a whole group of processes are the server's affair: it finishes what is asked and then lets go.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('message', async (task: Task) => {
    const watch = setInterval(() => {
      const rss = process.memoryUsage.rss();
      if (rss > MEMORY_CEILING) say({ overMemory: rss }, die);
    }, WATCH_MS);
    const outcome = await work(task).catch((): Outcome<Bytes[]> => ({ fault: 'unreadable' }));
    clearInterval(watch);
    say({ outcome, rss: process.memoryUsage.rss() });
  });
  say({ ready: true });
}
