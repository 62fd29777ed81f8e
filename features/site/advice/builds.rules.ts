import type { Position } from '../../profiles/game.schema.ts';
import {
  type ArchetypeId,
  ATTRIBUTE_IDS,
  type AttributeId,
  archetypeOf,
  BASE,
  badgesOf,
  capOf,
  costOf,
  priceOfNext,
  type Ratings,
} from './build-facts.rules.ts';

/** A build: everything about it follows from these, and no two of them can disagree. */
export type Build = {
  position: Position;
  archetype: ArchetypeId;
  /** Centimetres. */
  height: number;
  /** Pounds. */
  weight: number;
  budget: number;
  ratings: Ratings;
};

export const spentOn = (ratings: Ratings): number => ATTRIBUTE_IDS.reduce((sum, id) => sum + costOf(ratings[id]), 0);

export const capsOf = (height: number, weight: number): Ratings =>
  Object.fromEntries(ATTRIBUTE_IDS.map((id) => [id, capOf(id, height, weight)])) as Ratings;

export const capsOfBuild = ({ height, weight }: Build): Ratings => capsOf(height, weight);
export const badgesOfBuild = ({ ratings }: Build): string[] => badgesOf(ratings);

/** One stage of spending: these ratings rise together, the lowest first, to these aims. */
export type Stage = readonly (readonly [AttributeId, number])[];

/**
 * Spends points, stage by stage, as far as they go.
 * @param limits what no rating may exceed: the caps of the body, or less where that was asked for
 * @param from what is paid for already, within the budget
 */
export function spend(stages: readonly Stage[], limits: Ratings, budget: number, from: Partial<Ratings> = {}): Ratings {
  const ratings = Object.fromEntries(ATTRIBUTE_IDS.map((id) => [id, from[id] ?? BASE])) as Ratings;
  let left = budget - spentOn(ratings);
  for (const stage of stages) {
    for (;;) {
      const open = stage.filter(
        ([id, aim]) => ratings[id] < Math.min(aim, limits[id]) && priceOfNext(ratings[id]) <= left,
      );
      if (open.length === 0) break;
      const [id] = open.reduce((lowest, one) => (ratings[one[0]] < ratings[lowest[0]] ? one : lowest));
      left -= priceOfNext(ratings[id]);
      ratings[id] += 1;
    }
  }
  return ratings;
}

const SOLID = 75;
/** By how much a specialist goes beyond, and somebody who plays for fun stays under, what an archetype lives on. */
const BY_LEVEL = { casual: -4, competitive: 0, elite: 4 } as const;

/**
 * In which order points go to ratings: what the archetype cannot live without, what was asked for, what it lives on,
 * then the rest of it, and what is left to everything else.
 * @param wanted ratings that were asked for, and how high each
 * @param level nothing where nobody said
 */
export function stagesOf(
  archetype: ArchetypeId,
  wanted: Stage,
  level: keyof typeof BY_LEVEL | null,
  alsoSecond: readonly AttributeId[],
): Stage[] {
  const kind = archetypeOf(archetype);
  const aims = kind.core.map(([id, aim]) => [id, aim + BY_LEVEL[level ?? 'competitive']] as const);
  const core = aims.map(([id]) => id);
  const second = [...new Set([...kind.second, ...alsoSecond])].filter((id) => !core.includes(id));
  const rest = ATTRIBUTE_IDS.filter((id) => !core.includes(id) && !second.includes(id));
  const all = (ids: readonly AttributeId[], aim: number): Stage => ids.map((id) => [id, aim] as const);
  return [
    all(core, SOLID),
    wanted,
    aims,
    all(second, SOLID),
    all(rest, 55),
    aims.map(([id, aim]) => [id, aim + 6] as const),
    all(second, 82),
    all(rest, 65),
    all(core, 99),
    all(second, 99),
    all(rest, 99),
  ];
}

/** The four ratings that carry a build, the highest first. */
export function strengthsOf({ ratings }: Pick<Build, 'ratings'>, count = 4): AttributeId[] {
  return ATTRIBUTE_IDS.toSorted((a, b) => ratings[b] - ratings[a]).slice(0, count);
}
