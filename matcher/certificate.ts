import type { CompiledPool } from './compile.ts';
import type { Certificate, LeftOver, MatchingRules, Pair, Squad } from './matcher-schema.ts';
import type { SquadBound } from './score-bound.ts';
import { PARTS } from './score-parts.ts';

export type RunFacts = {
  weekOf: string;
  seed: number;
  effort: string;
  squadBound: SquadBound;
  pairBound: number;
  phases: { name: string; seconds: number }[];
  memoryMb: number;
  work: number;
  kept: number;
};

type RunResult = { squads: readonly Squad[]; pairs: readonly Pair[]; leftOver: readonly LeftOver[] };

/** Builds a run's statistics from its matches and the pool. */
export function createCertificate(
  compiledPool: CompiledPool,
  rules: MatchingRules,
  { squads, pairs, leftOver }: RunResult,
  facts: RunFacts,
): Certificate {
  const isCountObjective = compiledPool.columns.terms.count;
  const sumWorth = (list: readonly Squad[]) => list.reduce((sum, one) => sum + one.score + one.priority, 0);
  const total = isCountObjective ? squads.length : sumWorth(squads);
  return {
    weekOf: facts.weekOf,
    rules: rules.name,
    seed: facts.seed,
    effort: facts.effort,
    objective: isCountObjective ? 'count' : 'score',
    pool: compiledPool.columns.size,
    squads: squads.length,
    pairs: pairs.length,
    leftOver: leftOver.length,
    leftOverByReason: countBy(leftOver.map((one) => one.reason)),
    total,
    bound: facts.squadBound.value,
    gap: computeGap(total, facts.squadBound.value),
    proof: facts.squadBound.prices ? 'tight' : 'quick',
    squadBound: facts.squadBound.squads,
    squadGap: computeGap(squads.length, facts.squadBound.squads),
    pairTotal: isCountObjective ? pairs.length : sumWorth(pairs),
    pairBound: facts.pairBound,
    wait: summarizeWaits(compiledPool, rules, leftOver),
    scores: summarizeScores(rules, squads, pairs),
    coverage: summarizeCoverage(compiledPool, rules, { squads, leftOver }, facts.squadBound),
    phases: facts.phases,
    seconds: facts.phases.reduce((sum, phase) => sum + phase.seconds, 0),
    memoryMb: facts.memoryMb,
    work: Math.round(facts.work),
    kept: facts.kept,
  };
}

export function computeGap(total: number, bound: number): number {
  return bound <= 0 ? 0 : Math.max(0, 1 - total / bound);
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

type WaitStatistics = Certificate['wait']['all'];

function summarizeWaits(
  compiledPool: CompiledPool,
  rules: MatchingRules,
  leftOver: readonly LeftOver[],
): Certificate['wait'] {
  const allWaits: number[] = [];
  const byPosition = new Map<string, number[]>();
  const byRegion = new Map<string, number[]>();
  for (const { id, waiting } of leftOver) {
    const player = compiledPool.indexOf(id)!;
    allWaits.push(waiting);
    listOf(byPosition, rules.seats[compiledPool.columns.primary[player]!] ?? 'none').push(waiting);
    listOf(byRegion, compiledPool.regions[compiledPool.columns.region[player]!]!).push(waiting);
  }
  const toSortedObject = (map: Map<string, number[]>) =>
    Object.fromEntries(
      [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => [name, computeQuantiles(list)]),
    );
  return {
    all: computeQuantiles(allWaits),
    byPosition: toSortedObject(byPosition),
    byRegion: toSortedObject(byRegion),
  };
}

function listOf(map: Map<string, number[]>, name: string): number[] {
  const existingList = map.get(name);
  if (existingList) return existingList;
  const list: number[] = [];
  map.set(name, list);
  return list;
}

export function computeQuantiles(waits: number[]): WaitStatistics {
  const sortedWaits = waits.sort((a, b) => a - b);
  const getQuantile = (share: number) => sortedWaits[Math.max(0, Math.ceil(share * sortedWaits.length) - 1)] ?? 0;
  return {
    players: sortedWaits.length,
    p50: getQuantile(0.5),
    p95: getQuantile(0.95),
    longest: sortedWaits.at(-1) ?? 0,
  };
}

function summarizeScores(
  rules: MatchingRules,
  squads: readonly Squad[],
  pairs: readonly Pair[],
): Certificate['scores'] {
  const scores = squads.map((squad) => squad.score).sort((a, b) => a - b);
  const computeMean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const maxScore = Math.max(100, ...PARTS.map((part) => rules.weights[part]));
  const bars = Math.ceil(maxScore / 10);
  const histogram = Array.from({ length: bars }, (_, bar) => ({
    from: bar * 10,
    to: bar * 10 + 10,
    squads: 0,
    pairs: 0,
  }));
  const getBar = (score: number) => histogram[Math.min(bars - 1, Math.floor(score / 10))]!;
  for (const squad of squads) getBar(squad.score).squads++;
  for (const pair of pairs) getBar(pair.score).pairs++;
  return {
    mean: computeMean(scores),
    median: scores[scores.length >> 1] ?? 0,
    lowest: scores[0] ?? 0,
    highest: scores.at(-1) ?? 0,
    histogram,
    parts: PARTS.map((part) => ({
      part,
      mean: computeMean(squads.map((squad) => squad.parts[part])),
      weight: rules.weights[part],
    })),
  };
}

function summarizeCoverage(
  compiledPool: CompiledPool,
  rules: MatchingRules,
  { squads, leftOver }: Omit<RunResult, 'pairs'>,
  bound: SquadBound,
): Certificate['coverage'] {
  const c = compiledPool.columns;
  const lines = new Map(
    rules.seats.map((position, seat) => [
      position,
      { position, primary: 0, able: 0, seated: 0, seatedOffRole: 0, leftOver: 0, price: bound.seatPrice[seat]! },
    ]),
  );
  const getPrimary = (player: number) => rules.seats[c.primary[player]!];
  const seatNames = [...lines.keys()].map((position) => rules.seats.indexOf(position));
  const byMask = new Int32Array(32);
  for (let i = 0; i < c.size; i++) {
    const line = lines.get(getPrimary(i) ?? '');
    if (line) line.primary++;
    byMask[c.seatMask[i]!]!++;
  }
  for (const seat of seatNames) {
    const line = lines.get(rules.seats[seat]!)!;
    for (let mask = 0; mask < 32; mask++) if ((mask >> seat) & 1) line.able += byMask[mask]!;
  }
  for (const squad of squads) {
    for (const id of squad.members) {
      const line = lines.get(squad.positions[id]!);
      if (!line) continue;
      line.seated++;
      if (getPrimary(compiledPool.indexOf(id)!) !== line.position) line.seatedOffRole++;
    }
  }
  for (const { id } of leftOver) {
    const line = lines.get(getPrimary(compiledPool.indexOf(id)!) ?? '');
    if (line) line.leftOver++;
  }
  return [...lines.values()];
}
