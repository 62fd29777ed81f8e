import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { Wishes } from './advice.schema.ts';
import {
  ARCHETYPE_IDS,
  type AttributeId,
  archetypeOf,
  BASE,
  BUDGET,
  coreOf,
  POSITION_HEIGHTS,
  raisedBy,
  usualWeight,
  weightRange,
} from './build-facts.rules.ts';
import { type Build, capsOf, spend, stagesOf } from './builds.rules.ts';
import { type ArchetypeId, NUMBER_LIMITS, type SkillId, valuesOf } from './vocabulary.schema.ts';
import { clamp, ruledOutBy, survives } from './wishes.rules.ts';

/** The user's squad, and the positions its other members play. */
export type SquadPositions = { name: string; has: Position[] };

/** Wanted ratings aim for this; what the squad lacks aims a little lower, because someone else may help. */
const AIM = { want: 84, lack: 80 } as const;

/** A skill to raise, why, and the ratings that raise it. */
type Raise = { skill: SkillId; motive: 'want' | 'lack'; ratings: readonly AttributeId[] };
export type Plan = { build: Build; raises: Raise[]; ruledOut: AttributeId[] };

/**
 * Computes a build from the chips and numbers alone. Deterministic: the same wishes always give the same build.
 * @param squad decides between positions if the player didn't choose one
 */
export function planBuild(wishes: Wishes, squad: SquadPositions | null): Plan {
  const { chips } = wishes;
  const ruledOut = [...new Set(ruledOutBy(valuesOf(chips, 'avoid')))];
  const skills = { lack: valuesOf(chips, 'lack'), want: valuesOf(chips, 'want') };
  const [chosen] = valuesOf(chips, 'archetype');
  const position =
    valuesOf(chips, 'position')[0] ??
    pickPosition(chosen, [...skills.lack, ...skills.want], wishes.height_cm, squad?.has ?? []);
  const raises = (['want', 'lack'] as const).flatMap((motive) =>
    skills[motive].map((skill): Raise => ({ skill, motive, ratings: raisedBy(skill, position) })),
  );
  const archetype = chosen ?? pickArchetype(position, raises, ruledOut);
  const { possible, usual } = POSITION_HEIGHTS[position];
  const height = clamp(wishes.height_cm ?? Math.round((usual[0] + usual[1]) / 2), possible);
  const weight = clamp(wishes.weight_lb ?? usualWeight(height), weightRange(height));
  const budget = clamp(wishes.budget ?? BUDGET, [NUMBER_LIMITS.budget.min, BUDGET]);
  const limits = capsOf(height, weight);
  for (const id of ruledOut) limits[id] = BASE;
  const [level] = valuesOf(chips, 'level');
  const alone: AttributeId[] = valuesOf(chips, 'mode').includes('park') ? ['handle', 'mid'] : [];
  const stages = stagesOf(archetype, wantedFrom(raises), level ?? null, alone);
  const ratings = spend(stages, limits, budget);
  return { build: { position, archetype, height, weight, budget, ratings }, raises, ruledOut };
}

/** Returns the wishes with their numbers as the build uses them. */
export const usedWishes = (wishes: Wishes, { height, weight, budget }: Build): Wishes => ({
  chips: wishes.chips,
  height_cm: wishes.height_cm === null ? null : height,
  weight_lb: wishes.weight_lb === null ? null : weight,
  budget: wishes.budget === null ? null : budget,
});

/** Lists the raised ratings with their targets; the highest counts. */
export function wantedFrom(raises: readonly Raise[]): [AttributeId, number][] {
  const aims = new Map<AttributeId, number>();
  for (const { motive, ratings } of raises) {
    for (const id of ratings) aims.set(id, Math.max(aims.get(id) ?? 0, AIM[motive]));
  }
  return [...aims];
}

/**
 * Picks the position that suits the archetype, or brings the first skill, at this height. Positions that no one else in
 * the squad plays come first.
 */
function pickPosition(
  archetype: ArchetypeId | undefined,
  [skill]: readonly SkillId[],
  height: number | null,
  taken: readonly Position[],
): Position {
  const brings = ARCHETYPE_IDS.find((id) => {
    const [home] = archetypeOf(id).positions;
    return skill && raisedBy(skill, home!).includes(coreOf(id)[0]![0]);
  });
  const fitting = archetype ?? brings;
  const positions = fitting && (archetype || height === null) ? archetypeOf(fitting).positions : POSITIONS;
  const open = positions.filter((one) => !taken.includes(one));
  return nearestByHeight(open.length > 0 ? open : positions, height);
}

/** Returns the first of these positions, or the first that's usually played at this height. */
function nearestByHeight(positions: readonly Position[], cm: number | null): Position {
  if (cm === null) return positions[0]!;
  const away = (one: Position) => Math.abs(cm - clamp(cm, POSITION_HEIGHTS[one].usual));
  return positions.toSorted((a, b) => away(a) - away(b))[0]!;
}

/** Returns the position's archetype that loses least to what's ruled out and brings most of what was asked for. */
function pickArchetype(position: Position, raises: readonly Raise[], ruledOut: readonly AttributeId[]): ArchetypeId {
  const wanted = raises.flatMap(({ ratings }) => [...ratings]);
  const score = (id: ArchetypeId) => {
    const core = coreOf(id).map(([one]) => one);
    const left = core.filter((one) => !ruledOut.includes(one)).length;
    const brought = core.filter((one) => wanted.includes(one)).length;
    const home = archetypeOf(id).positions[0] === position ? 0.5 : 0;
    return left * 2 + brought * 1.5 + home - (survives(id, ruledOut) ? 0 : 8);
  };
  const here = ARCHETYPE_IDS.filter((id) => archetypeOf(id).positions.includes(position));
  return here.reduce((best, id) => (score(id) > score(best) ? id : best));
}
