import { createFairQueue } from './fair-queue.ts';
import type { ImageWorker, WorkerResult } from './image-worker.ts';
import { IDLE_MEMORY_LIMIT, type ImageBytes, type PictureOutcome } from './picture-tasks.ts';

export type ImageWorkerSettings = {
  /** Starts the child process that runs the tasks. */
  start: () => ImageWorker;
  /** Time limit for one task. */
  deadlineMs: number;
  /** Maximum number of waiting tasks, per user and in total. */
  most: { ofOne: number; ofAll: number };
  /** Idle time after which the process is stopped. */
  idleMs: number;
  /** Called for every process that died or was killed. */
  onLost: (how: { lost: string; why?: string; ms: number }) => void;
};

export type ImageWorkerQueue<Task> = {
  /** @param owner the task's owner; owners are served round robin */
  ask: (owner: string, task: Task, signal?: AbortSignal) => Promise<PictureOutcome<ImageBytes[]>>;
  /** The pid of the running process, if there is one. */
  pid: () => number | undefined;
  close: () => Promise<void>;
};

type Job<Task> = { owner: string; task: Task; settle: (outcome: PictureOutcome<ImageBytes[]>) => void };

const isCrash = (result: WorkerResult) => 'lost' in result && result.lost === 'died';

/**
 * Opens a queue with one worker process. The process starts when the first task arrives and runs one task at a time.
 */
export function openImageWorkerQueue<Task extends object>(settings: ImageWorkerSettings): ImageWorkerQueue<Task> {
  const waitingJobs = createFairQueue<Job<Task>>();
  let process: ImageWorker | undefined;
  let current: Job<Task> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function stopWorker(): Promise<void> {
    const currentProcess = process;
    process = undefined;
    await currentProcess?.end();
  }

  async function runTask(task: Task): Promise<WorkerResult> {
    const startedAt = performance.now();
    if (!process?.alive()) process = settings.start();
    process.hold(true);
    const workerResult = await process.work(task, settings.deadlineMs);
    if ('lost' in workerResult) {
      process = undefined;
      if (!isClosed) settings.onLost({ ...workerResult, ms: Math.round(performance.now() - startedAt) });
      // Start a new process immediately, so the next task doesn't wait for its startup.
      if (!isClosed && workerResult.lost !== 'start') process = settings.start();
    } else if (workerResult.rss > IDLE_MEMORY_LIMIT) await stopWorker();
    return workerResult;
  }

  function toOutcome(result: WorkerResult): PictureOutcome<ImageBytes[]> {
    if ('outcome' in result) return result.outcome;
    if (isClosed || result.lost === 'start') return { fault: 'broken' };
    return { fault: result.lost === 'died' ? 'unreadable' : 'costly' };
  }

  async function runJob(job: Job<Task>): Promise<void> {
    let workerResult = await runTask(job.task);
    // Retry once, because something other than the file may have killed the process.
    if (isCrash(workerResult) && !isClosed) workerResult = await runTask(job.task);
    job.settle(toOutcome(workerResult));
    current = undefined;
    startNext();
  }

  function startNext(): void {
    if (current || isClosed) return;
    clearTimeout(idleTimer);
    current = waitingJobs.take();
    if (current) return void runJob(current);
    process?.hold(false);
    idleTimer = setTimeout(() => void stopWorker(), settings.idleMs).unref();
  }

  return {
    ask(owner, task, signal) {
      const ownJobs = waitingJobs.countWaitingOf(owner) + (current?.owner === owner ? 1 : 0);
      if (isClosed) return Promise.resolve({ fault: 'broken' });
      if (signal?.aborted) return Promise.resolve({ fault: 'left' });
      if (ownJobs >= settings.most.ofOne) return Promise.resolve({ fault: 'yours' });
      if (waitingJobs.countWaiting() >= settings.most.ofAll) return Promise.resolve({ fault: 'busy' });
      return new Promise((resolve) => {
        const handleLeave = () => {
          if (waitingJobs.drop(owner, job)) resolve({ fault: 'left' });
        };
        const job: Job<Task> = {
          owner,
          task,
          settle(outcome) {
            signal?.removeEventListener('abort', handleLeave);
            resolve(outcome);
          },
        };
        signal?.addEventListener('abort', handleLeave, { once: true });
        waitingJobs.add(owner, job);
        startNext();
      });
    },
    pid: () => process?.pid(),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      for (let job = waitingJobs.take(); job; job = waitingJobs.take()) job.settle({ fault: 'broken' });
      await stopWorker();
    },
  };
}
