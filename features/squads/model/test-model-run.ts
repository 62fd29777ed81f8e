import { expect } from 'vitest';
import { createRandom } from '../../../matcher/random.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCrashingDeps } from '../../../server/test-crashing-deps.ts';
import type { TestContext } from '../../../server/test-deps.ts';

/** One in this many requests crashes its process, at a random statement up to the maximum. */
const CRASH_ONE_IN = 5;
const MAX_STATEMENTS = 30;

/** A command with its weight relative to the others. */
export type Command = [weight: number, command: () => Promise<void>];
type Task = (deps: Deps) => Promise<unknown>;

/** State of a long random run: randomness, clock and crashing processes. */
export type ModelRun = ReturnType<typeof createModelRun>;

export function createModelRun(context: TestContext, seed: number) {
  const { deps, sent } = context;
  const { below } = createRandom(seed);
  let clock = Date.parse('2026-03-03T12:00:00Z');
  context.setNow(new Date(clock));
  let crashes = 0;
  const tally: Record<string, number> = {};
  const neverAborts = new AbortController().signal;
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const pickCrash = () =>
    below(CRASH_ONE_IN) === 0 ? createCrashingDeps(deps, 1 + below(MAX_STATEMENTS), below(2) === 0) : undefined;

  /**
   * Performs one transaction as a player and checks the outcome. When the process crashes, there's no response, and the
   * transaction was either committed completely or not at all.
   * @returns whether it was committed
   */
  const perform = async (expected: string, work: Task): Promise<boolean> => {
    const crashing = pickCrash();
    const before = sent.length;
    const result = await runOrCrash(() => work(crashing?.deps ?? deps), crashing?.hasCrashed);
    if (result === undefined) crashes += 1;
    const outcome = result ?? (crashing!.commits() > 0 ? 'done' : undefined);
    if (outcome !== undefined) expect(outcome, work.toString()).toBe(expected);
    // Jobs the transaction enqueued are lost with it.
    if (outcome !== 'done') sent.length = before;
    return outcome === 'done';
  };

  /** Runs a job three times: one process may crash during it, and two others run the complete job concurrently. */
  const runTask = async (job: Task): Promise<void> => {
    const crashing = pickCrash();
    if (crashing && (await runOrCrash(() => job(crashing.deps), crashing.hasCrashed)) === undefined) crashes += 1;
    await Promise.all([job(deps), job(deps)]);
  };

  /**
   * Runs the enqueued jobs that are due. Each is either completed or lost when its process crashes.
   * @returns the completed jobs
   */
  const runDueJobs = async <T extends object>(
    name: string,
    job: (deps: Deps, data: T) => Promise<void>,
  ): Promise<T[]> => {
    const due = sent.filter((one) => one.name === name && (one.startAfter?.getTime() ?? 0) <= clock);
    const notDue = sent.filter((one) => one.name === name && !due.includes(one));
    sent.splice(0, sent.length, ...notDue);
    const completed = due.filter(() => below(5) > 0).map(({ data }) => data as T);
    for (const data of completed) await runTask((one) => job(one, data));
    return completed;
  };

  return {
    ...{ context, deps, below, never: neverAborts, press: perform, work: runTask, workOff: runDueJobs, count, tally },
    pick: <T>(list: readonly T[]): T | undefined => list[below(list.length)],
    now: () => clock,
    pass: (ms: number) => {
      clock += ms;
      context.setNow(new Date(clock));
    },
    crashes: () => crashes,
  };
}

/** Returns `done` or the code of a refusal; undefined when the process crashed. */
async function runOrCrash(
  work: () => Promise<unknown>,
  hasCrashed: () => boolean = () => false,
): Promise<string | undefined> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (hasCrashed()) return undefined;
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Runs work on a process that doesn't crash and returns the outcome. */
export const runForOutcome = async (work: () => Promise<unknown>): Promise<string> => (await runOrCrash(work))!;

/** Runs commands in random order. */
export async function runCommands(
  run: ModelRun,
  commands: readonly Command[],
  { steps, after }: { steps: number; after: AfterStep },
) {
  const weighted = commands.flatMap(([weight, command]) => Array.from({ length: weight }, () => command));
  for (let step = 1; step <= steps; step++) {
    const command = run.pick(weighted)!;
    run.count(command.name);
    try {
      await command();
      await after(step);
    } catch (error) {
      throw new Error(`step ${step}, ${command.name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}

type AfterStep = (step: number) => Promise<void>;
