import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { Wishes } from './advice.schema.ts';
import {
  ARCHETYPE_IDS,
  type AttributeId,
  BASE,
  BUDGET,
  getArchetype,
  getUsualWeight,
  getWeightRange,
  listCoreRatings,
  listRaisedAttributes,
  POSITION_HEIGHTS,
} from './build-facts.rules.ts';
import { type Build, getRatingCaps, listStages, spendBudget } from './builds.rules.ts';
import { type ArchetypeId, listValues, NUMBER_LIMITS, type SkillId } from './vocabulary.schema.ts';
import { canKeepArchetype, clamp, listRuledOutAttributes } from './wishes.rules.ts';

/** The user's squad, and the positions its other members play. */
export type SquadPositions = { name: string; has: Position[] };

/** Targets for wanted skills and those the squad lacks. The latter are lower because others may help. */
const TARGET_RATINGS = { want: 84, lack: 80 } as const;

/** A skill to raise, why, and the ratings that raise it. */
type Raise = { skill: SkillId; motive: 'want' | 'lack'; ratings: readonly AttributeId[] };
export type Plan = { build: Build; raises: Raise[]; ruledOut: AttributeId[] };

/**
 * Computes a build from the chips and numbers alone. Deterministic: the same wishes always give the same build.
 * @param squad decides between positions if the player didn't choose one
 */
export function planBuild(wishes: Wishes, squad: SquadPositions | null): Plan {
  const { chips } = wishes;
  const ruledOut = [...new Set(listRuledOutAttributes(listValues(chips, 'avoid')))];
  const skills = { lack: listValues(chips, 'lack'), want: listValues(chips, 'want') };
  const [chosenArchetype] = listValues(chips, 'archetype');
  const position =
    listValues(chips, 'position')[0] ??
    pickPosition(chosenArchetype, [...skills.lack, ...skills.want], wishes.height_cm, squad?.has ?? []);
  const raises = (['want', 'lack'] as const).flatMap((motive) =>
    skills[motive].map((skill): Raise => ({ skill, motive, ratings: listRaisedAttributes(skill, position) })),
  );
  const archetype = chosenArchetype ?? pickArchetype(position, raises, ruledOut);
  const { possible, usual } = POSITION_HEIGHTS[position];
  const height = clamp(wishes.height_cm ?? Math.round((usual[0] + usual[1]) / 2), possible);
  const weight = clamp(wishes.weight_lb ?? getUsualWeight(height), getWeightRange(height));
  const budget = clamp(wishes.budget ?? BUDGET, [NUMBER_LIMITS.budget.min, BUDGET]);
  const limits = getRatingCaps(height, weight);
  for (const id of ruledOut) limits[id] = BASE;
  const [level] = listValues(chips, 'level');
  const parkAttributes: AttributeId[] = listValues(chips, 'mode').includes('park') ? ['handle', 'mid'] : [];
  const stages = listStages(archetype, listWantedRatings(raises), level ?? null, parkAttributes);
  const ratings = spendBudget(stages, limits, budget);
  return { build: { position, archetype, height, weight, budget, ratings }, raises, ruledOut };
}

/** Returns the wishes, with each number that the player set replaced by the number that the build uses. */
export const applyBuildToWishes = (wishes: Wishes, { height, weight, budget }: Build): Wishes => ({
  chips: wishes.chips,
  height_cm: wishes.height_cm === null ? null : height,
  weight_lb: wishes.weight_lb === null ? null : weight,
  budget: wishes.budget === null ? null : budget,
});

/** Returns the ratings to raise, each with its highest target. */
export function listWantedRatings(raises: readonly Raise[]): [AttributeId, number][] {
  const aims = new Map<AttributeId, number>();
  for (const { motive, ratings } of raises) {
    for (const id of ratings) aims.set(id, Math.max(aims.get(id) ?? 0, TARGET_RATINGS[motive]));
  }
  return [...aims];
}

/**
 * Picks the archetype's position whose usual height is nearest. Without an archetype, the height decides or, if that's
 * missing too, the first skill. Prefers positions that no one else in the squad plays.
 */
function pickPosition(
  archetype: ArchetypeId | undefined,
  [skill]: readonly SkillId[],
  height: number | null,
  takenPositions: readonly Position[],
): Position {
  const impliedArchetype = ARCHETYPE_IDS.find((id) => {
    const [home] = getArchetype(id).positions;
    return skill && listRaisedAttributes(skill, home!).includes(listCoreRatings(id)[0]![0]);
  });
  const archetypeInUse = archetype ?? impliedArchetype;
  const positions =
    archetypeInUse && (archetype || height === null) ? getArchetype(archetypeInUse).positions : POSITIONS;
  const open = positions.filter((one) => !takenPositions.includes(one));
  return findNearestByHeight(open.length > 0 ? open : positions, height);
}

/** Returns the position whose usual heights are nearest; the first if there's no height. */
function findNearestByHeight(positions: readonly Position[], cm: number | null): Position {
  if (cm === null) return positions[0]!;
  const getDistance = (one: Position) => Math.abs(cm - clamp(cm, POSITION_HEIGHTS[one].usual));
  return positions.toSorted((a, b) => getDistance(a) - getDistance(b))[0]!;
}

/** Returns the position's archetype that keeps the most core ratings and covers the most wanted ones. */
function pickArchetype(position: Position, raises: readonly Raise[], ruledOut: readonly AttributeId[]): ArchetypeId {
  const raisedIds = raises.flatMap(({ ratings }) => [...ratings]);
  const score = (id: ArchetypeId) => {
    const core = listCoreRatings(id).map(([one]) => one);
    const coreCount = core.filter((one) => !ruledOut.includes(one)).length;
    const raisedCount = core.filter((one) => raisedIds.includes(one)).length;
    const home = getArchetype(id).positions[0] === position ? 0.5 : 0;
    return coreCount * 2 + raisedCount * 1.5 + home - (canKeepArchetype(id, ruledOut) ? 0 : 8);
  };
  const positionArchetypes = ARCHETYPE_IDS.filter((id) => getArchetype(id).positions.includes(position));
  return positionArchetypes.reduce((best, id) => (score(id) > score(best) ? id : best));
}
