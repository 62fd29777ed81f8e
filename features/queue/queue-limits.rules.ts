import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { addMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** Returns how many relaxation steps a player has reached. */
export const countStepsPassed = ({ queue }: MatchingRules, since: Date, now: Date): number =>
  queue.stepMinutes.filter((minutes) => addMs(since, minutes * MINUTE_MS) <= now).length;

/** Returns the minimum score for a player at this relaxation step. */
export const getMinimumScore = ({ queue }: MatchingRules, step: number): number =>
  queue.minScores[Math.min(step, queue.minScores.length - 1)]!;

const listRegionSets = (rules: MatchingRules) => [
  ...(rules.limits.regions ?? []),
  ...rules.relaxation.flatMap((step) => step.regions ?? []),
];

/**
 * Returns a key for the regions that can be matched with each other when all limits are relaxed. Players in different
 * pools are never matched with each other, so each pool has its own leader.
 */
export function getQueuePool(region: string, rules: MatchingRules): string {
  if (rules.limits.regions === null) return 'everywhere';
  const reachableRegions = new Set([region]);
  const sets = listRegionSets(rules);
  for (let before = 0; before !== reachableRegions.size; ) {
    before = reachableRegions.size;
    for (const set of sets)
      if (set.some((region) => reachableRegions.has(region))) for (const region of set) reachableRegions.add(region);
  }
  return [...reachableRegions].sort().join('+');
}

/** Lists the regions that open up for a region's players at this step. */
function listOpenedRegions(rules: MatchingRules, region: string, step: number): string[] {
  const listRegionSetsUntil = (upTo: number) => {
    const sets = [
      ...(rules.limits.regions ?? []),
      ...rules.relaxation.filter(({ afterRuns }) => afterRuns <= upTo).flatMap((one) => one.regions ?? []),
    ];
    return new Set(sets.filter((set) => set.includes(region)).flat());
  };
  const before = listRegionSetsUntil(step - 1);
  return [...listRegionSetsUntil(step)].filter((each) => !before.has(each) && each !== region);
}

function getRatingSpread(rules: MatchingRules, step: number): number | null | undefined {
  return rules.relaxation.filter(({ afterRuns }) => afterRuns === step).at(-1)?.maxRatingSpread;
}

export type QueueRelaxation = {
  at: Date;
  inForce: boolean;
  regions: string[];
  score: number | null;
  spread: number | null;
};

/** Lists the limits that relax step by step for a player in a region. Steps that change nothing are left out. */
export function listRelaxations(
  rules: MatchingRules,
  { region, since }: { region: string; since: Date },
  now: Date,
): QueueRelaxation[] {
  return rules.queue.stepMinutes.flatMap((minutes, index) => {
    const step = index + 1;
    const at = addMs(since, minutes * MINUTE_MS);
    const regions = listOpenedRegions(rules, region, step);
    const minScore = getMinimumScore(rules, step);
    const score = minScore < getMinimumScore(rules, step - 1) ? minScore : null;
    const spread = getRatingSpread(rules, step) ?? null;
    return regions.length > 0 || score !== null || spread !== null
      ? [{ at, inForce: at <= now, regions, score, spread }]
      : [];
  });
}
