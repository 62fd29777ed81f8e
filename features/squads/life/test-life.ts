import { expect } from 'vitest';
import { createRandom } from '../../../matcher/random.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCrashingDeps } from '../../../server/test-crashing-deps.ts';
import type { TestContext } from '../../../server/test-deps.ts';

/** One in this many requests crashes its process, at one of its first statements (up to this many). */
const DIES_ONE_IN = 5;
const STATEMENTS = 30;

/** A possible action and its weight relative to the others. */
export type Act = [weight: number, act: () => Promise<void>];
type Work = (deps: Deps) => Promise<unknown>;

/** The randomness, clock and crashing processes of a long random run. */
export type Life = ReturnType<typeof beginLife>;

export function beginLife(context: TestContext, seed: number) {
  const { deps, sent } = context;
  const { below } = createRandom(seed);
  let clock = Date.parse('2026-03-03T12:00:00Z');
  context.setNow(new Date(clock));
  let deaths = 0;
  const tally: Record<string, number> = {};
  const never = new AbortController().signal;
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const fate = () =>
    below(DIES_ONE_IN) === 0 ? createCrashingDeps(deps, 1 + below(STATEMENTS), below(2) === 0) : undefined;

  /**
   * Performs one transaction as a player and checks for exactly the expected outcome. When the process crashes, there's
   * no response, and either all of it happened or nothing.
   * @returns whether it happened
   */
  const press = async (expected: string, work: Work): Promise<boolean> => {
    const mortal = fate();
    const before = sent.length;
    const result = await runOrCrash(() => work(mortal?.deps ?? deps), mortal?.hasCrashed);
    if (result === undefined) deaths += 1;
    const outcome = result ?? (mortal!.commits() > 0 ? 'done' : undefined);
    if (outcome !== undefined) expect(outcome, work.toString()).toBe(expected);
    // Jobs the transaction enqueued are lost with it.
    if (outcome !== 'done') sent.length = before;
    return outcome === 'done';
  };

  /** Runs a job three times: one process may crash during it, and two others run the complete job concurrently. */
  const work = async (job: Work): Promise<void> => {
    const mortal = fate();
    if (mortal && (await runOrCrash(() => job(mortal.deps), mortal.hasCrashed)) === undefined) deaths += 1;
    await Promise.all([job(deps), job(deps)]);
  };

  /**
   * Runs the enqueued jobs that are due. Each is either completed or lost when its process crashes. @returns the
   * completed jobs
   */
  const workOff = async <T extends object>(name: string, job: (deps: Deps, data: T) => Promise<void>): Promise<T[]> => {
    const due = sent.filter((one) => one.name === name && (one.startAfter?.getTime() ?? 0) <= clock);
    const rest = sent.filter((one) => one.name === name && !due.includes(one));
    sent.splice(0, sent.length, ...rest);
    const kept = due.filter(() => below(5) > 0).map(({ data }) => data as T);
    for (const data of kept) await work((one) => job(one, data));
    return kept;
  };

  return {
    ...{ context, deps, below, never, press, work, workOff, count, tally },
    pick: <T>(list: readonly T[]): T | undefined => list[below(list.length)],
    now: () => clock,
    pass: (ms: number) => {
      clock += ms;
      context.setNow(new Date(clock));
    },
    deaths: () => deaths,
  };
}

/** Returns `done` or the code of a refusal; undefined when the process crashed. */
async function runOrCrash(
  work: () => Promise<unknown>,
  isDead: () => boolean = () => false,
): Promise<string | undefined> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (isDead()) return undefined;
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Returns the outcome on a process that doesn't crash. */
export const runForOutcome = async (work: () => Promise<unknown>): Promise<string> => (await runOrCrash(work))!;

/** Runs actions in random order. */
export async function live(life: Life, acts: readonly Act[], { steps, after }: { steps: number; after: After }) {
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
  for (let step = 1; step <= steps; step++) {
    const act = life.pick(bag)!;
    life.count(act.name);
    try {
      await act();
      await after(step);
    } catch (error) {
      throw new Error(`step ${step}, ${act.name}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
}

type After = (step: number) => Promise<void>;
