import { createFairQueue } from './fair-queue.ts';
import type { PictureProcess, Worked } from './picture-process.ts';
import { type Bytes, MEMORY_KEPT, type Outcome } from './picture-tasks.ts';

export type ImageWorkerSettings = {
  /** Starts a process for the tasks. */
  start: () => PictureProcess;
  /** Time that one task may take. */
  deadlineMs: number;
  /** Tasks of one person, and of everybody, that may wait at a time. */
  most: { ofOne: number; ofAll: number };
  /** A process without work is let go after this long. */
  restMs: number;
  /** Hears of every process that was lost. */
  onLost: (how: { lost: string; why?: string; ms: number }) => void;
};

export type ImageWorkerQueue<Task> = {
  /** @param who whose task it is: nobody's tasks keep somebody else's waiting for more than one */
  ask: (who: string, task: Task, signal?: AbortSignal) => Promise<Outcome<Bytes[]>>;
  /** The process at work, if there is one. */
  pid: () => number | undefined;
  close: () => Promise<void>;
};

type Job<Task> = { who: string; task: Task; settle: (outcome: Outcome<Bytes[]>) => void };

const isDeath = (worked: Worked) => 'lost' in worked && worked.lost === 'died';

/** One process, started when there is work, and those who wait for it. It does one task at a time. */
export function openImageWorkerQueue<Task extends object>(settings: ImageWorkerSettings): ImageWorkerQueue<Task> {
  const turns = createFairQueue<Job<Task>>();
  let process: PictureProcess | undefined;
  let current: Job<Task> | undefined;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  async function letGo(): Promise<void> {
    const going = process;
    process = undefined;
    await going?.end();
  }

  async function attempt(task: Task): Promise<Worked> {
    const began = performance.now();
    if (!process?.alive()) process = settings.start();
    process.hold(true);
    const worked = await process.work(task, settings.deadlineMs);
    if ('lost' in worked) {
      process = undefined;
      if (!closed) settings.onLost({ ...worked, ms: Math.round(performance.now() - began) });
      // The next one does not have to wait for it to start.
      if (!closed && worked.lost !== 'start') process = settings.start();
    } else if (worked.rss > MEMORY_KEPT) await letGo();
    return worked;
  }

  function outcomeOf(worked: Worked): Outcome<Bytes[]> {
    if ('outcome' in worked) return worked.outcome;
    if (closed || worked.lost === 'start') return { fault: 'broken' };
    return { fault: worked.lost === 'died' ? 'unreadable' : 'costly' };
  }

  async function work(job: Job<Task>): Promise<void> {
    let worked = await attempt(job.task);
    // Anybody may have ended a process. A file that ends two has done it itself.
    if (isDeath(worked) && !closed) worked = await attempt(job.task);
    job.settle(outcomeOf(worked));
    current = undefined;
    next();
  }

  function next(): void {
    if (current || closed) return;
    clearTimeout(rest);
    current = turns.take();
    if (current) return void work(current);
    process?.hold(false);
    rest = setTimeout(() => void letGo(), settings.restMs).unref();
  }

  return {
    ask(who, task, signal) {
      const mine = turns.waitingOf(who) + (current?.who === who ? 1 : 0);
      if (closed) return Promise.resolve({ fault: 'broken' });
      if (signal?.aborted) return Promise.resolve({ fault: 'left' });
      if (mine >= settings.most.ofOne) return Promise.resolve({ fault: 'yours' });
      if (turns.waiting() >= settings.most.ofAll) return Promise.resolve({ fault: 'busy' });
      return new Promise((resolve) => {
        const onLeave = () => {
          if (turns.drop(who, job)) resolve({ fault: 'left' });
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
        turns.add(who, job);
        next();
      });
    },
    pid: () => process?.pid(),
    async close() {
      closed = true;
      clearTimeout(rest);
      for (let job = turns.take(); job; job = turns.take()) job.settle({ fault: 'broken' });
      await letGo();
    },
  };
}
