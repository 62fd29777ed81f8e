import type { Message } from '../../../messages/message.ts';
import type { Position } from '../../profiles/game.schema.ts';
import {
  ATTRIBUTE_IDS,
  type AttributeId,
  BASE,
  getArchetype,
  getNextPointPrice,
  getRatingCap,
  getRatingCost,
  listBadges,
  listCoreRatings,
  type Ratings,
} from './build-facts.rules.ts';
import type { ArchetypeId } from './vocabulary.schema.ts';

/** A build. Everything else about it derives from these fields, and they can't contradict each other. */
export type Build = {
  position: Position;
  archetype: ArchetypeId;
  /** Centimeters. */
  height: number;
  /** Pounds. */
  weight: number;
  budget: number;
  ratings: Ratings;
};

export const sumSpentPoints = (ratings: Ratings): number =>
  ATTRIBUTE_IDS.reduce((sum, id) => sum + getRatingCost(ratings[id]), 0);

export const getRatingCaps = (height: number, weight: number): Ratings =>
  Object.fromEntries(ATTRIBUTE_IDS.map((id) => [id, getRatingCap(id, height, weight)])) as Ratings;

export const getBuildCaps = ({ height, weight }: Build): Ratings => getRatingCaps(height, weight);
export const listBuildBadges = ({ ratings }: Build): Message[] => listBadges(ratings);

/** One stage of spending: these ratings rise together, lowest first, up to their targets. */
export type Stage = readonly (readonly [AttributeId, number])[];

/**
 * Spends points stage by stage until they run out.
 * @param limits the maximum for each rating: the body's cap, or less if the player asked for less
 * @param from ratings that are already paid for, within the budget
 */
export function spendBudget(
  stages: readonly Stage[],
  limits: Ratings,
  budget: number,
  from: Partial<Ratings> = {},
): Ratings {
  const ratings = Object.fromEntries(ATTRIBUTE_IDS.map((id) => [id, from[id] ?? BASE])) as Ratings;
  let budgetLeft = budget - sumSpentPoints(ratings);
  for (const stage of stages) {
    for (;;) {
      const open = stage.filter(
        ([id, aim]) => ratings[id] < Math.min(aim, limits[id]) && getNextPointPrice(ratings[id]) <= budgetLeft,
      );
      if (open.length === 0) break;
      const [id] = open.reduce((lowest, one) => (ratings[one[0]] < ratings[lowest[0]] ? one : lowest));
      budgetLeft -= getNextPointPrice(ratings[id]);
      ratings[id] += 1;
    }
  }
  return ratings;
}

const SOLID_RATING = 75;
/** Points added to an archetype's core ratings, by level. */
const BY_LEVEL = { casual: -4, competitive: 0, elite: 4 } as const;

/**
 * Orders the spending: the archetype's essential ratings, requested ratings, the rest of its core, its secondary
 * ratings, and then everything else.
 * @param raises requested ratings with their targets
 * @param level undefined when the player didn't say
 */
export function listStages(
  archetype: ArchetypeId,
  raises: Stage,
  level: keyof typeof BY_LEVEL | null,
  extraSecond: readonly AttributeId[],
): Stage[] {
  const aims = listCoreRatings(archetype).map(([id, aim]) => [id, aim + BY_LEVEL[level ?? 'competitive']] as const);
  const core = aims.map(([id]) => id);
  const second = [...new Set([...getArchetype(archetype).second, ...extraSecond])].filter((id) => !core.includes(id));
  const otherIds = ATTRIBUTE_IDS.filter((id) => !core.includes(id) && !second.includes(id));
  const setAims = (ids: readonly AttributeId[], aim: number): Stage => ids.map((id) => [id, aim] as const);
  return [
    setAims(core, SOLID_RATING),
    raises,
    aims,
    setAims(second, SOLID_RATING),
    setAims(otherIds, 55),
    aims.map(([id, aim]) => [id, aim + 6] as const),
    setAims(second, 82),
    setAims(otherIds, 65),
    setAims(core, 99),
    setAims(second, 99),
    setAims(otherIds, 99),
  ];
}

/** Returns a build's strongest ratings (four by default), the highest first. */
export function listStrengths({ ratings }: Pick<Build, 'ratings'>, count = 4): AttributeId[] {
  return ATTRIBUTE_IDS.toSorted((a, b) => ratings[b] - ratings[a]).slice(0, count);
}
