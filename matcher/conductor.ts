import { parentPort, Worker } from 'node:worker_threads';
import type { Compiled } from './compile.ts';
import { type FromConductor, SLICE, type ToConductor } from './pool-workers.ts';
import { type Batch, matcherSteps } from './run.ts';
import type { PoolPlayer, Result, Rules } from './schema.ts';
import { type Bench, makeBench, runTask, type Task, type TaskResult } from './task.ts';

/** Thread that receives a pool in slices, drives a run and deals its tasks out to helper threads and itself. */
const port = parentPort!;
const players: PoolPlayer[] = [];
const previousSquads: Result['squads'] = [];
let start: Extract<ToConductor, { kind: 'start' }> | undefined;

port.on('message', (message: ToConductor) => {
  if (message.kind === 'start') start = message;
  if (message.kind === 'players') for (const player of message.players) players.push(player);
  if (message.kind === 'previous') for (const squad of message.squads) previousSquads.push(squad);
  if (message.kind === 'run') {
    conduct(start!.rules, message).catch((error: Error) => say({ kind: 'failed', message: error.message }));
  }
});

function say(message: FromConductor): void {
  port.postMessage(message);
}

async function conduct(rules: Rules, run: Extract<ToConductor, { kind: 'run' }>): Promise<void> {
  const crew = new Crew(Math.max(1, run.threads));
  try {
    const pool = { weekOf: start!.weekOf, players, forbiddenGroups: start!.forbiddenGroups };
    const steps = matcherSteps(pool, rules, {
      seed: run.seed,
      effort: run.effort,
      changed: run.changed,
      previous: run.incremental ? ({ squads: previousSquads } as unknown as Result) : undefined,
      onProgress: (progress) => say({ kind: 'progress', progress }),
      now: () => performance.now(),
      memory: () => process.memoryUsage().rss,
    });
    let step = steps.next();
    while (!step.done) step = steps.next(await crew.work(step.value));
    const { certificate, ...lists } = step.value;
    for (const part of ['squads', 'pairs', 'leftOver'] as const) {
      for (let at = 0; at < lists[part].length; at += SLICE) {
        say({ kind: 'part', part, rows: lists[part].slice(at, at + SLICE) });
      }
    }
    say({ kind: 'done', certificate });
  } finally {
    await crew.end();
  }
}

/** This thread and helpers; each takes the next task when free, results go back to their places. */
class Crew {
  readonly #helpers: Worker[] = [];
  #bench: Bench | undefined;
  #told: Compiled | undefined;

  constructor(threads: number) {
    for (let t = 1; t < threads; t++) this.#helpers.push(new Worker(new URL('./task-worker.ts', import.meta.url)));
  }

  async work(batch: Batch): Promise<TaskResult[]> {
    if (this.#told !== batch.compiled) {
      this.#told = batch.compiled;
      this.#bench = makeBench(batch.compiled.columns, batch.compiled.forbidden, batch.room);
      for (const helper of this.#helpers) {
        helper.postMessage({ columns: batch.compiled.columns, forbidden: batch.compiled.forbidden, room: batch.room });
      }
    }
    const results = new Array<TaskResult>(batch.tasks.length);
    const next = { at: 0 };
    const helpers = this.#helpers.map((helper) => this.#feed(helper, batch.tasks, results, next));
    while (next.at < batch.tasks.length) {
      const at = next.at++;
      results[at] = runTask(this.#bench!, batch.tasks[at]!);
      // Lets the helpers' answers in, so that they get their next task.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(helpers);
    return results;
  }

  #feed(helper: Worker, tasks: Task[], results: TaskResult[], next: { at: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      let open = 0;
      const give = () => {
        // One task in hand and one waiting, so that a helper is never idle while this thread works itself.
        while (open < 2 && next.at < tasks.length) {
          const at = next.at++;
          open++;
          helper.postMessage({ at, task: tasks[at] });
        }
        if (open > 0) return;
        helper.off('message', take).off('error', reject);
        resolve();
      };
      const take = ({ at, result }: { at: number; result: TaskResult }) => {
        results[at] = result;
        open--;
        give();
      };
      helper.on('message', take).on('error', reject);
      give();
    });
  }

  async end(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.terminate()));
  }
}
