import { type ImageBytes, MEMORY_LIMIT, type PictureOutcome, type WorkerMessage } from './picture-tasks.ts';

const WATCH_MS = 25;

/** Returns the CPU time this process has used, in ms. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Runs an image process: one task after another, within its memory and time limits. It exits when the server that
 * started it disconnects.
 * @param maxMs CPU time per task, which load from other programs doesn't affect
 * @param work runs a task; an exception means the file can't be read
 */
export function serveTasks<Task>(maxMs: number, work: (task: Task) => Promise<PictureOutcome<ImageBytes[]>>): void {
  const sendMessage = (word: WorkerMessage, onSent: () => void = () => {}) => process.send?.(word, onSent);
  const exitProcess = () => process.kill(process.pid, 'SIGKILL');
  process.once('disconnect', exitProcess);
  // Ignore signals to the process group. The server handles them: it finishes open requests, then releases this
  // process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('message', async (task: Task) => {
    const before = readCpuMs();
    const parentTimer = setInterval(() => {
      const rss = process.memoryUsage.rss();
      if (rss > MEMORY_LIMIT) sendMessage({ overMemory: rss }, exitProcess);
      else if (readCpuMs() - before > maxMs) sendMessage({ overTime: readCpuMs() - before }, exitProcess);
    }, WATCH_MS);
    const outcome = await work(task).catch((): PictureOutcome<ImageBytes[]> => ({ fault: 'unreadable' }));
    clearInterval(parentTimer);
    sendMessage({ outcome, rss: process.memoryUsage.rss() });
  });
  sendMessage({ ready: true });
}
