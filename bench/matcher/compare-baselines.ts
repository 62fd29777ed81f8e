import { groupValue } from '../../matcher/group-score.ts';
import type { Result } from '../../matcher/matcher-schema.ts';
import { type Compiled, compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import { TaskThreads } from '../../matcher/task-threads.ts';
import type { Row } from './bars.ts';
import { baselines, FIRST_FIT } from './baselines.ts';
import { makePool, POOL_KINDS } from './pools.ts';
import { rankedPool, rankedRules } from './ranked-pool.ts';

/** Above this many players only the simplest baseline is compared, because the others take minutes. */
const SOME = 20_000;

/**
 * Compares other matching approaches with ours on the same pools and the same validity rule: CPU time on one thread
 * each, plus wall-clock seconds for the simplest one and for ours on two threads, which is our default.
 */
export async function compareBaselines(sizes: readonly number[]): Promise<Row[]> {
  const threads = new TaskThreads(2);
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await compareAt(size, threads)));
  await threads.end();
  return rows;
}

async function compareAt(size: number, threads: TaskThreads): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of [...POOL_KINDS, 'ranked'] as const) {
    const pool = kind === 'ranked' ? rankedPool(size, 1) : makePool(kind, size, 1);
    const rules = kind === 'ranked' ? rankedRules : defaultRules;
    const compiled = compilePool(pool, rules);
    // When only the count matters, report scores with the weights used elsewhere.
    const scored = { ...rules, weights: defaultRules.weights };
    const scoring = compilePool(pool, scored);
    for (const [name, baseline] of Object.entries(baselines)) {
      if (size > SOME && name !== FIRST_FIT) continue;
      const { seconds, waited, outcome: squads } = await leastOf(() => baseline(compiled));
      rows.push({
        ...row({ kind, name, size, seconds, squads, total: totalOf(compiled, squads), scoring }),
        'search s': waited.toFixed(3),
      });
    }
    for (const effort of ['quick', 'full'] as const) {
      let search = Number.POSITIVE_INFINITY;
      const { seconds, outcome } = await leastOf(() => {
        const result = runMatcher(pool, rules, { seed: 1, effort, now: cpuMilliseconds });
        search = Math.min(search, searchSeconds(result));
        return result;
      });
      let waited = Number.POSITIVE_INFINITY;
      await leastOf(async () => {
        const result = await threads.run(pool, rules, { seed: 1, effort, now: () => performance.now() });
        waited = Math.min(waited, searchSeconds(result));
      });
      const { squads, certificate } = outcome;
      const members = squads.map((squad) => squad.members.map((id) => compiled.indexOf(id)!));
      const name = `ours, ${effort} (with pairs, bound)`;
      rows.push({
        ...row({ kind, name, size, seconds, squads: members, total: certificate.total, scoring }),
        // Also report the search alone: the others get their input already read, and don't compute pairs or the bound
        // at all.
        'search cpu s': search.toFixed(3),
        'search s': waited.toFixed(3),
        'at most in squads': certificate.squadBound * rules.seats.length,
      });
    }
  }
  return rows;
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const searchSeconds = ({ certificate }: Result): number =>
  certificate.phases.reduce((sum, { name, seconds }) => (name.startsWith('squads') ? sum + seconds : sum), 0);

/** CPU seconds to spend repeating an approach; each runs at least twice. */
const LONG_ENOUGH = 2;

/** Returns the fastest of several runs, because compilation, garbage collection and other programs only add time. */
async function leastOf<Outcome>(
  run: () => Outcome | Promise<Outcome>,
): Promise<{ seconds: number; waited: number; outcome: Outcome }> {
  const begun = cpuMilliseconds();
  let seconds = Number.POSITIVE_INFINITY;
  let waited = Number.POSITIVE_INFINITY;
  for (let n = 1; ; n++) {
    const from = { cpu: cpuMilliseconds(), clock: performance.now() };
    const outcome = await run();
    const until = cpuMilliseconds();
    seconds = Math.min(seconds, (until - from.cpu) / 1000);
    waited = Math.min(waited, (performance.now() - from.clock) / 1000);
    if (n > 1 && until - begun >= 1000 * LONG_ENOUGH) return { seconds, waited, outcome };
  }
}

type Measured = {
  kind: string;
  name: string;
  size: number;
  /** CPU time. */
  seconds: number;
  squads: number[][];
  total: number;
  scoring: Compiled;
};

function row({ kind, name, size, seconds, squads, total, scoring }: Measured) {
  return {
    pool: `${kind} ${size}`,
    method: name,
    'cpu s': seconds.toFixed(3),
    'players/cpu s': Math.round(size / seconds),
    'valid squads': squads.length,
    'players in squads': squads.reduce((sum, members) => sum + members.length, 0),
    'mean score': squads.length === 0 ? '' : (scoresOf(scoring, squads) / squads.length).toFixed(1),
    'total score': Math.round(total),
  };
}

/** Returns the sum of the scores alone, without the bonus for waiting. */
function scoresOf({ columns: c }: Compiled, squads: readonly number[][]): number {
  const group = new Int32Array(5);
  let sum = 0;
  for (const members of squads) {
    group.set(members);
    const value = groupValue(c, group, members.length, false);
    sum += value - members.reduce((bonus, i) => bonus + c.bonus[i]!, 0);
  }
  return sum;
}

function totalOf(compiled: Compiled, squads: number[][]): number {
  const group = new Int32Array(5);
  let total = 0;
  for (const members of squads) {
    group.set(members);
    total += groupValue(compiled.columns, group, members.length, false);
  }
  return total;
}
