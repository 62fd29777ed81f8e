import { createCertificate } from './certificate.ts';
import { planChanges } from './changes.ts';
import { type CompiledPool, compilePool } from './compile.ts';
import {
  chooseEffort,
  classifyPool,
  getSearchRoom,
  INCREMENTAL_BOARD_SIZE,
  INCREMENTAL_EFFORT,
  isProofAffordable,
} from './effort.ts';
import { listLeftOver } from './left-over.ts';
import type { MatchingRules, Pool, Result, Squad } from './matcher-schema.ts';
import { computeLikeness } from './order.ts';
import { planPairs } from './pairing.ts';
import { canBeInPair, findEligiblePlayers, planSquads } from './plan.ts';
import { carryOver, type PreviousRun } from './previous.ts';
import { describeGroup } from './proposals.ts';
import { computePairBound, computeSquadBound, type PlayerPrices } from './score-bound.ts';
import { createWorkspace, runTask } from './task.ts';
import type { Task, TaskResult } from './task-shapes.ts';

export type RunOptions = {
  seed: number;
  /** 'full', 'quick', or a multiple of the work of 'full'. */
  effort: 'quick' | 'full' | number;
  onProgress?: (progress: { phase: string; done: number; of: number }) => void;
  /** A previous result on (nearly) this pool. Squads that are still valid are kept, and everything else is rebuilt. */
  previous?: PreviousRun;
  /**
   * Ids of players whose row changed since `previous`. Their squads are dissolved. Players who left don't need to be
   * listed.
   */
  changed?: readonly string[];
  /**
   * 'tight' looks for a lower upper bound by player prices, which takes seconds to minutes, and starts the search for
   * squads from those found on the way. 'affordable' does the same if it takes less than five seconds. The default is
   * 'quick'.
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
  const steps = runMatcherSteps(pool, rules, options);
  let bench: ReturnType<typeof createWorkspace> | undefined;
  let step = steps.next();
  while (!step.done) {
    const { compiled, room, tasks } = step.value;
    bench ??= createWorkspace(compiled.columns, compiled.forbidden, room);
    step = steps.next(tasks.map((task) => runTask(bench!, task)));
  }
  return step.value;
}

/**
 * A batch of tasks that may run in any order and on any thread. The caller answers it with the results in task order.
 */
export type Batch = { compiled: CompiledPool; room: number; tasks: Task[] };

/** Runs everything except the tasks themselves, for both the plain and the threaded version. */
export function* runMatcherSteps(
  pool: Pool,
  rules: MatchingRules,
  options: RunOptions,
): Generator<Batch, Result, TaskResult[]> {
  const clock = createStopwatch(options.now);
  const compiledPool = compilePool(pool, rules);
  clock.lap('read pool');
  const eligiblePlayers = findEligiblePlayers(compiledPool);
  const likeness = computeLikeness(compiledPool.columns);
  const compiledInput = { compiled: compiledPool, eligible: eligiblePlayers, likeness };
  // Compute a tight proof first, because the search can start from its squads.
  const proof =
    options.proof === 'affordable' && !isProofAffordable(compiledPool) ? 'quick' : (options.proof ?? 'quick');
  const tightPrices =
    proof === 'quick' ? null : computeSquadBound(compiledPool.columns, eligiblePlayers, likeness, proof);
  if (tightPrices) clock.lap('bound');
  const carriedOver =
    options.previous && carryOver(compiledPool, eligiblePlayers, options.previous, options.changed ?? []);
  const keptSquads =
    carriedOver?.keptSquads ??
    (tightPrices ? filterValidSquads(compiledPool, eligiblePlayers, tightPrices.packed) : new Int32Array(0));
  const isNew = carriedOver && isSmallChange(carriedOver.isNew) ? carriedOver.isNew : null;
  const effort = isNew ? null : chooseEffort(options.effort, classifyPool(compiledPool));
  const { name, pairs: pairCare, phases } = effort ?? INCREMENTAL_EFFORT;
  const searchRoom = effort
    ? getSearchRoom(effort, compiledPool.columns.size)
    : Math.max(INCREMENTAL_BOARD_SIZE + 64, pairCare.few);
  const plan = effort
    ? planSquads(compiledInput, effort, options.seed, keptSquads)
    : planChanges(compiledInput, options.seed, keptSquads, isNew!);
  let step = plan.next();
  for (let phase = 1; !step.done; phase++) {
    options.onProgress?.({ phase: 'squads', done: phase - 1, of: phases.length });
    const results = yield { compiled: compiledPool, room: searchRoom, tasks: step.value };
    clock.lap(`squads ${phase}`);
    step = plan.next(results);
  }
  const { formed, work } = step.value;
  const upperBound = tightPrices ?? computeSquadBound(compiledPool.columns, eligiblePlayers, likeness, 'quick');
  if (!tightPrices) clock.lap('bound');
  const openPlayers = listOpenForPairs(compiledPool, formed);
  const pairPlan = planPairs(compiledPool, likeness, openPlayers, {
    care: pairCare,
    previous: isNew ? carriedOver!.pairs : [],
  });
  let pairStep = pairPlan.next();
  while (!pairStep.done) {
    options.onProgress?.({ phase: 'pairs', done: 0, of: 1 });
    pairStep = pairPlan.next(yield { compiled: compiledPool, room: searchRoom, tasks: pairStep.value });
  }
  const pairMembers = pairStep.value;
  clock.lap('pairs');
  const squads = describe(compiledPool, rules, formed, rules.seats.length);
  const pairs = describe(compiledPool, rules, pairMembers, 2);
  const unmatchedPlayers = listPlayersWithoutSquad(compiledPool, formed, pairMembers);
  const leftOver = listLeftOver(compiledPool, unmatchedPlayers, eligiblePlayers, upperBound.seatPrice);
  clock.lap('write down');
  const certificate = createCertificate(
    compiledPool,
    rules,
    { squads, pairs, leftOver },
    {
      weekOf: pool.weekOf,
      seed: options.seed,
      effort: name,
      squadBound: upperBound,
      pairBound: computePairBound(compiledPool.columns, openPlayers),
      phases: clock.laps,
      memoryMb: Math.round((options.memory?.() ?? 0) / 1048576),
      work,
      kept: carriedOver ? keptSquads.length / rules.seats.length : 0,
    },
  );
  const prices = upperBound.prices && listPrices(compiledPool, upperBound.prices);
  return { squads, pairs, leftOver, certificate, ...(prices && { prices }) };
}

/** If the share of fresh players is above this, do a whole run that starts from the kept squads. */
const SMALL_CHANGE = 0.25;

function isSmallChange(isNew: Uint8Array): boolean {
  let count = 0;
  for (const flag of isNew) count += flag;
  return count <= SMALL_CHANGE * isNew.length;
}

function describe(compiledPool: CompiledPool, rules: MatchingRules, flat: Int32Array, size: number): Squad[] {
  const group = new Int32Array(5);
  const proposals: Squad[] = [];
  for (let index = 0; index < flat.length; index += size) {
    for (let k = 0; k < size; k++) group[k] = flat[index + k]!;
    proposals.push(describeGroup(compiledPool, rules, group, size));
  }
  return proposals;
}

/** Returns those of `packedSquads`, the squads of a proof, that are fully valid, as a flat list. */
function filterValidSquads(compiledPool: CompiledPool, eligible: Uint8Array, packedSquads: number[]): Int32Array {
  const { seats } = compiledPool.columns.terms;
  const squads: { members: string[] }[] = [];
  for (let index = 0; index < packedSquads.length; index += seats) {
    squads.push({ members: packedSquads.slice(index, index + seats).map((i) => compiledPool.ids[i]!) });
  }
  return carryOver(compiledPool, eligible, { squads, pairs: [], leftOver: [] }, []).keptSquads;
}

/** Returns the prices that prove a tight bound, except those that are 0. */
function listPrices(compiledPool: CompiledPool, { squads, value }: PlayerPrices): NonNullable<Result['prices']> {
  const playerPrices: NonNullable<Result['prices']> = [];
  const values = compiledPool.columns.terms.count ? squads : value;
  for (let i = 0; i < compiledPool.columns.size; i++) {
    if (squads[i]! > 0 || values[i]! > 0)
      playerPrices.push({ id: compiledPool.ids[i]!, squads: squads[i]!, value: values[i]! });
  }
  return playerPrices;
}

function listOpenForPairs(compiledPool: CompiledPool, squadMembers: Int32Array): number[] {
  const { columns: c } = compiledPool;
  const isTaken = new Uint8Array(c.size);
  for (const player of squadMembers) isTaken[player] = 1;
  const openPlayers: number[] = [];
  for (let i = 0; i < c.size; i++) {
    if (!isTaken[i] && canBeInPair(c, i)) openPlayers.push(i);
  }
  return openPlayers;
}

function listPlayersWithoutSquad(
  compiledPool: CompiledPool,
  squadMembers: Int32Array,
  pairMembers: Int32Array,
): number[] {
  const isTaken = new Uint8Array(compiledPool.columns.size);
  for (const player of squadMembers) isTaken[player] = 1;
  for (const player of pairMembers) isTaken[player] = 1;
  const unmatchedPlayers: number[] = [];
  for (let i = 0; i < compiledPool.columns.size; i++) if (!isTaken[i]) unmatchedPlayers.push(i);
  return unmatchedPlayers;
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
