import { createFairQueue } from './fair-queue.ts';
import type { ImageWorker, WorkerResult } from './image-worker.ts';
import { type Bytes, IDLE_MEMORY_LIMIT, type Outcome } from './picture-tasks.ts';

export type ImageWorkerSettings = {
  /** Starts a process for the tasks. */
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
  /** @param who the task's owner; owners are served round robin */
  ask: (who: string, task: Task, signal?: AbortSignal) => Promise<Outcome<Bytes[]>>;
  /** The pid of the running process, if there is one. */
  pid: () => number | undefined;
  close: () => Promise<void>;
};

type Job<Task> = { who: string; task: Task; settle: (outcome: Outcome<Bytes[]>) => void };

const isCrash = (worked: WorkerResult) => 'lost' in worked && worked.lost === 'died';

/**
 * Opens a queue with one worker process. The process starts when the first task arrives and runs one task at a time.
 */
export function openImageWorkerQueue<Task extends object>(settings: ImageWorkerSettings): ImageWorkerQueue<Task> {
  const waitingJobs = createFairQueue<Job<Task>>();
  let process: ImageWorker | undefined;
  let current: Job<Task> | undefined;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  async function stopWorker(): Promise<void> {
    const going = process;
    process = undefined;
    await going?.end();
  }

  async function runTask(task: Task): Promise<WorkerResult> {
    const began = performance.now();
    if (!process?.alive()) process = settings.start();
    process.hold(true);
    const worked = await process.work(task, settings.deadlineMs);
    if ('lost' in worked) {
      process = undefined;
      if (!closed) settings.onLost({ ...worked, ms: Math.round(performance.now() - began) });
      // Start a new process now, so the next task doesn't wait for startup.
      if (!closed && worked.lost !== 'start') process = settings.start();
    } else if (worked.rss > IDLE_MEMORY_LIMIT) await stopWorker();
    return worked;
  }

  function toOutcome(worked: WorkerResult): Outcome<Bytes[]> {
    if ('outcome' in worked) return worked.outcome;
    if (closed || worked.lost === 'start') return { fault: 'broken' };
    return { fault: worked.lost === 'died' ? 'unreadable' : 'costly' };
  }

  async function work(job: Job<Task>): Promise<void> {
    let worked = await runTask(job.task);
    // Retry once, because something other than the file may have killed the process.
    if (isCrash(worked) && !closed) worked = await runTask(job.task);
    job.settle(toOutcome(worked));
    current = undefined;
    next();
  }

  function next(): void {
    if (current || closed) return;
    clearTimeout(rest);
    current = waitingJobs.take();
    if (current) return void work(current);
    process?.hold(false);
    rest = setTimeout(() => void stopWorker(), settings.idleMs).unref();
  }

  return {
    ask(who, task, signal) {
      const ownJobs = waitingJobs.countWaitingOf(who) + (current?.who === who ? 1 : 0);
      if (closed) return Promise.resolve({ fault: 'broken' });
      if (signal?.aborted) return Promise.resolve({ fault: 'left' });
      if (ownJobs >= settings.most.ofOne) return Promise.resolve({ fault: 'yours' });
      if (waitingJobs.countWaiting() >= settings.most.ofAll) return Promise.resolve({ fault: 'busy' });
      return new Promise((resolve) => {
        const onLeave = () => {
          if (waitingJobs.drop(who, job)) resolve({ fault: 'left' });
        };
        const job: Job<Task> = {
          who,
          task,
          settle(outcome) {
            signal?.removeEventListener('abort', onLeave);
            resolve(outcome);
          },
        };
        signal?.addEventListener('abort', onLeave, { once: true });
        waitingJobs.add(who, job);
        next();
      });
    },
    pid: () => process?.pid(),
    async close() {
      closed = true;
      clearTimeout(rest);
      for (let job = waitingJobs.take(); job; job = waitingJobs.take()) job.settle({ fault: 'broken' });
      await stopWorker();
    },
  };
}
