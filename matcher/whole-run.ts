import { createCertificate } from './certificate.ts';
import { planChanges } from './changes.ts';
import { type Compiled, compilePool } from './compile.ts';
import { AFTER_CHANGES, CHANGES_SIZE, chooseEffort, classifyPool, getSearchRoom, isProofAffordable } from './effort.ts';
import { listLeftOver } from './left-over.ts';
import type { MatchingRules, Pool, Result, Squad } from './matcher-schema.ts';
import { computeLikeness } from './order.ts';
import { planPairs } from './pairing.ts';
import { canBeInPair, findEligiblePlayers, planSquads } from './plan.ts';
import { carryOver, type Previous } from './previous.ts';
import { describeGroup } from './proposals.ts';
import { type PlayerPrices, pairBound, squadBound } from './score-bound.ts';
import { createWorkspace, runTask } from './task.ts';
import type { Task, TaskResult } from './task-shapes.ts';

export type RunOptions = {
  seed: number;
  /** 'full', 'quick', or a multiple of the work of 'full'. */
  effort: 'quick' | 'full' | number;
  onProgress?: (progress: { phase: string; done: number; of: number }) => void;
  /** A previous result on (nearly) this pool. Squads that are still valid are kept, and everything else is rebuilt. */
  previous?: Previous;
  /**
   * Ids of players whose row changed since `previous`; their squads are reopened. Players who left don't need to be
   * listed.
   */
  changed?: readonly string[];
  /**
   * 'tight' looks for a lower bound by player prices, which takes seconds to minutes, and starts the search from squads
   * found on the way. 'affordable' does the same if it takes less than five seconds. The default is 'quick'.
   */
  proof?: 'quick' | 'tight' | 'affordable';
  /** A clock in milliseconds, for the seconds in the certificate. Without a clock, they're 0. */
  now?: () => number;
  /** Returns the bytes in use, for the certificate. Without this function, the value is 0. */
  memory?: () => number;
};

/**
 * Finds squads, then pairs among the players left over. Pure: the same pool, rules, seed and effort give the same
 * matches everywhere, on any number of threads (see pool-workers.ts for the threaded version).
 * @throws RangeError if the pool's vocabulary is too large (see compilePool)
 */
export function runMatcher(pool: Pool, rules: MatchingRules, options: RunOptions): Result {
  const steps = matcherSteps(pool, rules, options);
  let bench: ReturnType<typeof createWorkspace> | undefined;
  let step = steps.next();
  while (!step.done) {
    const { compiled, room, tasks } = step.value;
    bench ??= createWorkspace(compiled.columns, compiled.forbidden, room);
    step = steps.next(tasks.map((task) => runTask(bench!, task)));
  }
  return step.value;
}

/** A batch of tasks that may run in any order and on any thread; it's answered with the results in task order. */
export type Batch = { compiled: Compiled; room: number; tasks: Task[] };

/** Runs everything except the tasks themselves; drives both the plain and the threaded version. */
export function* matcherSteps(
  pool: Pool,
  rules: MatchingRules,
  options: RunOptions,
): Generator<Batch, Result, TaskResult[]> {
  const clock = createStopwatch(options.now);
  const compiled = compilePool(pool, rules);
  clock.lap('read pool');
  const eligible = findEligiblePlayers(compiled);
  const likeness = computeLikeness(compiled.columns);
  const read = { compiled, eligible, likeness };
  // Compute a tight proof first, because it provides squads to start from.
  const proof = options.proof === 'affordable' && !isProofAffordable(compiled) ? 'quick' : (options.proof ?? 'quick');
  const tight = proof === 'quick' ? null : squadBound(compiled.columns, eligible, likeness, proof);
  if (tight) clock.lap('bound');
  const carried = options.previous && carryOver(compiled, eligible, options.previous, options.changed ?? []);
  const kept = carried?.kept ?? (tight ? filterValidSquads(compiled, eligible, tight.packed) : new Int32Array(0));
  const fresh = carried && isSmallChange(carried.fresh) ? carried.fresh : null;
  const effort = fresh ? null : chooseEffort(options.effort, classifyPool(compiled));
  const { name, pairs: pairCare, phases } = effort ?? AFTER_CHANGES;
  const room = effort ? getSearchRoom(effort, compiled.columns.size) : Math.max(CHANGES_SIZE + 64, pairCare.few);
  const plan = effort ? planSquads(read, effort, options.seed, kept) : planChanges(read, options.seed, kept, fresh!);
  let step = plan.next();
  for (let phase = 1; !step.done; phase++) {
    options.onProgress?.({ phase: 'squads', done: phase - 1, of: phases.length });
    const results = yield { compiled, room, tasks: step.value };
    clock.lap(`squads ${phase}`);
    step = plan.next(results);
  }
  const { formed, work } = step.value;
  const bound = tight ?? squadBound(compiled.columns, eligible, likeness, 'quick');
  if (!tight) clock.lap('bound');
  const open = listOpenForPairs(compiled, formed);
  const pairPlan = planPairs(compiled, likeness, open, { care: pairCare, previous: fresh ? carried!.pairs : [] });
  let pairStep = pairPlan.next();
  while (!pairStep.done) {
    options.onProgress?.({ phase: 'pairs', done: 0, of: 1 });
    pairStep = pairPlan.next(yield { compiled, room, tasks: pairStep.value });
  }
  const paired = pairStep.value;
  clock.lap('pairs');
  const squads = describe(compiled, rules, formed, rules.seats.length);
  const pairs = describe(compiled, rules, paired, 2);
  const rest = listPlayersWithoutSquad(compiled, formed, paired);
  const leftOver = listLeftOver(compiled, rest, eligible, bound.seatPrice);
  clock.lap('write down');
  const certificate = createCertificate(
    compiled,
    rules,
    { squads, pairs, leftOver },
    {
      weekOf: pool.weekOf,
      seed: options.seed,
      effort: name,
      bound,
      pairBound: pairBound(compiled.columns, open),
      phases: clock.laps,
      memoryMb: Math.round((options.memory?.() ?? 0) / 1048576),
      work,
      kept: carried ? kept.length / rules.seats.length : 0,
    },
  );
  const prices = bound.prices && listPrices(compiled, bound.prices);
  return { squads, pairs, leftOver, certificate, ...(prices && { prices }) };
}

/** Share of fresh players above which it's better to do a whole run that starts from the kept squads. */
const SMALL_CHANGE = 0.25;

function isSmallChange(fresh: Uint8Array): boolean {
  let count = 0;
  for (const one of fresh) count += one;
  return count <= SMALL_CHANGE * fresh.length;
}

function describe(compiled: Compiled, rules: MatchingRules, flat: Int32Array, size: number): Squad[] {
  const group = new Int32Array(5);
  const proposals: Squad[] = [];
  for (let at = 0; at < flat.length; at += size) {
    for (let k = 0; k < size; k++) group[k] = flat[at + k]!;
    proposals.push(describeGroup(compiled, rules, group, size));
  }
  return proposals;
}

/** Returns the `packed` squads of a proof that are fully valid, flat. */
function filterValidSquads(compiled: Compiled, eligible: Uint8Array, packed: number[]): Int32Array {
  const { seats } = compiled.columns.terms;
  const squads: { members: string[] }[] = [];
  for (let at = 0; at < packed.length; at += seats) {
    squads.push({ members: packed.slice(at, at + seats).map((i) => compiled.ids[i]!) });
  }
  return carryOver(compiled, eligible, { squads, pairs: [], leftOver: [] }, []).kept;
}

/** Returns the prices that prove a tight bound, except those that are 0. */
function listPrices(compiled: Compiled, { squads, value }: PlayerPrices): NonNullable<Result['prices']> {
  const priced: NonNullable<Result['prices']> = [];
  const values = compiled.columns.terms.count ? squads : value;
  for (let i = 0; i < compiled.columns.size; i++) {
    if (squads[i]! > 0 || values[i]! > 0) priced.push({ id: compiled.ids[i]!, squads: squads[i]!, value: values[i]! });
  }
  return priced;
}

function listOpenForPairs(compiled: Compiled, formed: Int32Array): number[] {
  const { columns: c } = compiled;
  const taken = new Uint8Array(c.size);
  for (const player of formed) taken[player] = 1;
  const open: number[] = [];
  for (let i = 0; i < c.size; i++) {
    if (!taken[i] && canBeInPair(c, i)) open.push(i);
  }
  return open;
}

function listPlayersWithoutSquad(compiled: Compiled, formed: Int32Array, paired: Int32Array): number[] {
  const taken = new Uint8Array(compiled.columns.size);
  for (const player of formed) taken[player] = 1;
  for (const player of paired) taken[player] = 1;
  const rest: number[] = [];
  for (let i = 0; i < compiled.columns.size; i++) if (!taken[i]) rest.push(i);
  return rest;
}

function createStopwatch(now: (() => number) | undefined) {
  let last = now?.() ?? 0;
  const laps: { name: string; seconds: number }[] = [];
  return {
    laps,
    lap(name: string) {
      const at = now?.() ?? 0;
      laps.push({ name, seconds: (at - last) / 1000 });
      last = at;
    },
  };
}
