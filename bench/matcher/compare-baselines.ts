import { groupValue } from '../../matcher/group-score.ts';
import { type Compiled, compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { baselines, FIRST_FIT } from './baselines.ts';
import { makePool, POOL_KINDS } from './pools.ts';
import { rankedPool, rankedRules } from './ranked-pool.ts';

/** Above this many players only the simplest is compared: others take minutes. */
const SOME = 20_000;

/** Other ways of matching beside ours, on the same pools, under the same rule of validity, one thread each. */
export async function compareBaselines(sizes: readonly number[]): Promise<Row[]> {
  return sizes.flatMap(compareAt);
}

function compareAt(size: number): Row[] {
  const rows: Row[] = [];
  for (const kind of [...POOL_KINDS, 'ranked'] as const) {
    const pool = kind === 'ranked' ? rankedPool(size, 1) : makePool(kind, size, 1);
    const rules = kind === 'ranked' ? rankedRules : defaultRules;
    const compiled = compilePool(pool, rules);
    // Where only the number counts, scores are told by the weights that count elsewhere.
    const scored = { ...rules, weights: defaultRules.weights };
    const scoring = compilePool(pool, scored);
    for (const [name, baseline] of Object.entries(baselines)) {
      if (size > SOME && name !== FIRST_FIT) continue;
      if (size <= SOME) baseline(compiled);
      const used = process.cpuUsage();
      const squads = baseline(compiled);
      rows.push(row({ kind, name, size, used, squads, total: totalOf(compiled, squads), scoring }));
    }
    for (const effort of ['quick', 'full'] as const) {
      // Small pools are matched twice, once to warm up; a large one does that by itself.
      if (size <= SOME) runMatcher(pool, rules, { seed: 1, effort });
      const used = process.cpuUsage();
      const { squads, certificate } = runMatcher(pool, rules, { seed: 1, effort, now: cpuMilliseconds });
      const members = squads.map((squad) => squad.members.map((id) => compiled.indexOf(id)!));
      const name = `ours, ${effort} (with pairs, bound)`;
      const told = row({ kind, name, size, used, squads: members, total: certificate.total, scoring });
      const search = certificate.phases.filter(({ name }) => name.startsWith('squads'));
      rows.push({
        ...told,
        // What the others are given read, and do not do at all, is told apart.
        'search cpu s': search.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3),
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

type Measured = {
  kind: string;
  name: string;
  size: number;
  /** Processor time before. */
  used: NodeJS.CpuUsage;
  squads: number[][];
  total: number;
  scoring: Compiled;
};

function row({ kind, name, size, used, squads, total, scoring }: Measured) {
  // Processor time: what else runs on the machine adds little to it.
  const { user, system } = process.cpuUsage(used);
  const seconds = (user + system) / 1e6;
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

/** Sum of the scores alone, without what waiting brings. */
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
