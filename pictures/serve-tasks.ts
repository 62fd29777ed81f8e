import { type Bytes, MEMORY_CEILING, type Outcome, type WorkerMessage } from './picture-tasks.ts';

const WATCH_MS = 25;

/** ms that this process has been on a processor. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * The life of a process for pictures: one task after the other, never more memory or time than allowed, and gone with
 * the server that started it.
 * @param maxMs time of a processor that one task may take: what other programs take of it is not the picture's fault
 * @param work what is done with a task; what it throws counts as a file that cannot be read
 */
export function serveTasks<Task>(maxMs: number, work: (task: Task) => Promise<Outcome<Bytes[]>>): void {
  const sendMessage = (word: WorkerMessage, then: () => void = () => {}) => process.send?.(word, then);
  const exitProcess = () => process.kill(process.pid, 'SIGKILL');
  process.once('disconnect', exitProcess);
  // Signals to a whole group of processes are the server's affair: it finishes what is asked and then lets go.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('message', async (task: Task) => {
    const before = readCpuMs();
    const watch = setInterval(() => {
      const rss = process.memoryUsage.rss();
      if (rss > MEMORY_CEILING) sendMessage({ overMemory: rss }, exitProcess);
      else if (readCpuMs() - before > maxMs) sendMessage({ overTime: readCpuMs() - before }, exitProcess);
    }, WATCH_MS);
    const outcome = await work(task).catch((): Outcome<Bytes[]> => ({ fault: 'unreadable' }));
    clearInterval(watch);
    sendMessage({ outcome, rss: process.memoryUsage.rss() });
  });
  sendMessage({ ready: true });
}
