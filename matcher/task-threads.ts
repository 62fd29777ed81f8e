import { Worker } from 'node:worker_threads';
import type { CompiledPool } from './compile.ts';
import type { MatchingRules, Pool, Result } from './matcher-schema.ts';
import { createWorkspace, runTask, type Workspace } from './task.ts';
import type { Task, TaskResult } from './task-shapes.ts';
import { type Batch, type RunOptions, runMatcherSteps } from './whole-run.ts';

/** Minimum pool size for helper threads. Smaller pools finish before a thread would start. */
const MIN_PLAYERS_FOR_THREADS = 3_000;

/**
 * Runs tasks on this thread and on helper threads. The helpers start with the first pool that's large enough. Each
 * thread takes the next task when it's free, and results are stored in task order.
 */
export class TaskThreads {
  readonly #threads: number;
  readonly #helpers: Worker[] = [];
  #bench: Workspace | undefined;
  #told: CompiledPool | undefined;

  constructor(threads: number) {
    this.#threads = threads;
  }

  /**
   * Works like `runMatcher` but distributes the tasks among the workers. Blocks the calling thread for at most one task
   * at a time.
   */
  async run(pool: Pool, rules: MatchingRules, options: RunOptions): Promise<Result> {
    const steps = runMatcherSteps(pool, rules, options);
    let step = steps.next();
    while (!step.done) step = steps.next(await this.#work(step.value));
    return step.value;
  }

  async end(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.terminate()));
  }

  async #work(batch: Batch): Promise<TaskResult[]> {
    this.#tell(batch);
    const results = new Array<TaskResult>(batch.tasks.length);
    const next = { at: 0 };
    const usedHelpers = batch.compiled.columns.size < MIN_PLAYERS_FOR_THREADS ? [] : this.#helpers;
    const helpers = usedHelpers.map((helper) => feedThread(helper, batch.tasks, results, next));
    while (next.at < batch.tasks.length) {
      const at = next.at++;
      results[at] = runTask(this.#bench!, batch.tasks[at]!);
      // Yield so the helpers' responses arrive and the helpers get their next task.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(helpers);
    return results;
  }

  /** Sends the pool to all threads once. The columns are in shared memory. */
  #tell({ compiled, room }: Batch): void {
    if (this.#told === compiled) return;
    this.#told = compiled;
    const { columns, forbidden } = compiled;
    this.#bench = createWorkspace(columns, forbidden, room);
    if (columns.size < MIN_PLAYERS_FOR_THREADS) return;
    while (this.#helpers.length < this.#threads - 1)
      this.#helpers.push(new Worker(new URL('./task-worker.ts', import.meta.url)));
    for (const helper of this.#helpers) helper.postMessage({ columns, forbidden, room });
  }
}

function feedThread(helper: Worker, tasks: Task[], results: TaskResult[], next: { at: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    let openCount = 0;
    const giveTasks = () => {
      // With many tasks, queue one more per helper, so that no helper is idle while this thread is working.
      const aheadCount = tasks.length - next.at > 4 ? 2 : 1;
      while (openCount < aheadCount && next.at < tasks.length) {
        const at = next.at++;
        openCount++;
        helper.postMessage({ at, task: tasks[at] });
      }
      if (openCount > 0) return;
      helper.off('message', takeResult).off('error', reject);
      resolve();
    };
    const takeResult = ({ at, result }: { at: number; result: TaskResult }) => {
      results[at] = result;
      openCount--;
      giveTasks();
    };
    helper.on('message', takeResult).on('error', reject);
    giveTasks();
  });
}
