import { computeGap, computeQuantiles } from './certificate.ts';
import type { Certificate } from './matcher-schema.ts';

/** Number of leftover players with this position and region who have waited this many runs. */
type WaitCount = { position: string; region: string; waiting: number; players: number };

/**
 * Facts that shard certificates don't contain: the whole pool's median score, and how long leftover players have
 * waited.
 */
export type WholeFacts = { median: number; waits: readonly WaitCount[] };

/**
 * Merges the certificates of a run done shard by shard. Players of different shards can't be in one match, so totals
 * and bounds add up to those of the whole pool, and the gaps follow from them.
 */
export function mergeShardResults(shards: readonly Certificate[], { median, waits }: WholeFacts): Certificate {
  const sum = (getValue: (one: Certificate) => number) => shards.reduce((all, one) => all + getValue(one), 0);
  const firstShard = shards[0]!;
  const squads = sum((one) => one.squads);
  const total = sum((one) => one.total);
  const totalBound = sum((one) => one.bound);
  const squadBound = sum((one) => one.squadBound);
  const phases = new Map<string, number>();
  for (const { name, seconds } of shards.flatMap((one) => one.phases))
    phases.set(name, (phases.get(name) ?? 0) + seconds);
  const leftOverByReason: Record<string, number> = {};
  for (const [reason, players] of shards.flatMap((one) => Object.entries(one.leftOverByReason)))
    leftOverByReason[reason] = (leftOverByReason[reason] ?? 0) + players;
  return {
    weekOf: firstShard.weekOf,
    rules: firstShard.rules,
    seed: firstShard.seed,
    effort: firstShard.effort,
    objective: firstShard.objective,
    pool: sum((one) => one.pool),
    squads,
    pairs: sum((one) => one.pairs),
    leftOver: sum((one) => one.leftOver),
    leftOverByReason,
    total,
    bound: totalBound,
    gap: computeGap(total, totalBound),
    proof: shards.every((one) => one.proof === 'tight') ? 'tight' : 'quick',
    squadBound,
    squadGap: computeGap(squads, squadBound),
    pairTotal: sum((one) => one.pairTotal),
    pairBound: sum((one) => one.pairBound),
    wait: {
      all: computeWaits(waits),
      byPosition: groupWaits(waits, ({ position }) => position),
      byRegion: groupWaits(waits, ({ region }) => region),
    },
    scores: mergeScores(shards, median),
    coverage: mergeCoverage(shards),
    phases: [...phases].map(([name, seconds]) => ({ name, seconds })),
    seconds: sum((one) => one.seconds),
    memoryMb: Math.max(...shards.map((one) => one.memoryMb)),
    work: sum((one) => one.work),
    kept: sum((one) => one.kept),
  };
}

const computeWaits = (waits: readonly WaitCount[]) =>
  computeQuantiles(waits.flatMap(({ waiting, players }) => Array.from({ length: players }, () => waiting)));

function groupWaits(waits: readonly WaitCount[], nameOf: (count: WaitCount) => string) {
  const groups = [...Map.groupBy(waits, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, counts]) => [name, computeWaits(counts)]));
}

function mergeScores(shards: readonly Certificate[], median: number): Certificate['scores'] {
  const shardsWithSquads = shards.filter((one) => one.squads > 0);
  const squads = shardsWithSquads.reduce((sum, one) => sum + one.squads, 0);
  const sumOverSquads = (getValue: (one: Certificate) => number) =>
    squads === 0 ? 0 : shardsWithSquads.reduce((sum, one) => sum + getValue(one) * one.squads, 0) / squads;
  const { histogram, parts } = shards[0]!.scores;
  return {
    mean: sumOverSquads((one) => one.scores.mean),
    median,
    lowest: shardsWithSquads.length === 0 ? 0 : Math.min(...shardsWithSquads.map((one) => one.scores.lowest)),
    highest: shardsWithSquads.length === 0 ? 0 : Math.max(...shardsWithSquads.map((one) => one.scores.highest)),
    histogram: histogram.map(({ from, to }, bar) => ({
      from,
      to,
      squads: shards.reduce((sum, one) => sum + one.scores.histogram[bar]!.squads, 0),
      pairs: shards.reduce((sum, one) => sum + one.scores.histogram[bar]!.pairs, 0),
    })),
    parts: parts.map(({ part, weight }, index) => ({
      part,
      mean: sumOverSquads((one) => one.scores.parts[index]!.mean),
      weight,
    })),
  };
}

/**
 * The prices are averaged over all players, like the prices of a single pool, which are averaged over its components.
 */
function mergeCoverage(shards: readonly Certificate[]): Certificate['coverage'] {
  const players = shards.reduce((sum, one) => sum + one.pool, 0);
  return shards[0]!.coverage.map(({ position }, index) => {
    const sum = (getValue: (line: Certificate['coverage'][number], one: Certificate) => number) =>
      shards.reduce((all, one) => all + getValue(one.coverage[index]!, one), 0);
    return {
      position,
      primary: sum((line) => line.primary),
      able: sum((line) => line.able),
      seated: sum((line) => line.seated),
      seatedOffRole: sum((line) => line.seatedOffRole),
      leftOver: sum((line) => line.leftOver),
      price: players === 0 ? 0 : sum((line, one) => line.price * one.pool) / players,
    };
  });
}
