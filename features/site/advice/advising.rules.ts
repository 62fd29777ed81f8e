import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { Advised, Fact, Known, Missing } from './advice-facts.rules.ts';
import { archetypeFor } from './archetype-choice.rules.ts';
import { budgetFor, heightFor, positionFor, weightFor } from './build-body.rules.ts';
import {
  ATTRIBUTE_IDS,
  type AttributeId,
  BASE,
  type Ratings,
  raisedBy,
  SKILL_IDS,
  SKILLS,
  type SkillId,
} from './build-facts.rules.ts';
import { type Build, badgesOfBuild, capsOf, type Stage, spend, spentOn, stagesOf } from './builds.rules.ts';
import type { Motive, Wishes } from './wishes.rules.ts';

/** Requested ratings aim for this; a skill the squad lacks or a weak one aims for at least its value. */
const AIM: Record<Motive, number> = { want: 84, more: 84, lack: 80, weak: 76 };

/** Everything that's settled before a point is spent. */
export type Plan = {
  frame: Omit<Build, 'ratings'>;
  caps: Ratings;
  /** The most a rating may reach: its cap, or less if the player asked for less. */
  limits: Ratings;
  wanted: [AttributeId, number][];
  ruledOut: AttributeId[];
  stages: Stage[];
  facts: Fact[];
};

/** Plans a build, and the facts about it, from everything that was said and is known. */
export function planFor(wishes: Wishes, known: Known): Plan {
  const facts: Fact[] = [];
  const say = (fact: Fact) => facts.push(fact);
  const { position, source } = positionFor(wishes, known);
  say({ kind: 'position', position, source });
  if (wishes.otherPositions.length > 0) say({ kind: 'other_positions', positions: wishes.otherPositions });
  if (wishes.mates.length > 0) say({ kind: 'mates', positions: wishes.mates });
  const avoided = wishes.notPositions.filter((one) => one !== position);
  if (avoided.length > 0) say({ kind: 'not_positions', positions: avoided });
  const ruledOut = ATTRIBUTE_IDS.filter((id) => wishes.ruledOut.includes(id));
  const archetype = archetypeFor(wishes, known, { position, ruledOut }, say);
  const height = heightFor(wishes, known, position, say);
  const weight = weightFor(wishes, height, say);
  const budget = budgetFor(wishes, say);
  const caps = capsOf(height, weight);
  const limits = { ...caps };
  for (const id of ATTRIBUTE_IDS) limits[id] = Math.min(limits[id], wishes.ceilings[id] ?? limits[id]);
  for (const id of ruledOut) limits[id] = BASE;
  const wanted = listWanted(wishes, position);
  const alone: AttributeId[] = wishes.mode === 'park' ? ['handle', 'mid'] : [];
  const stages = stagesOf(archetype, wanted, wishes.level ?? known.level, alone);
  return { frame: { position, archetype, height, weight, budget }, caps, limits, wanted, ruledOut, stages, facts };
}

/** Makes the rules' build for a plan. */
export const buildOf = ({ frame, stages, limits }: Plan): Build => ({
  ...frame,
  ratings: spend(stages, limits, frame.budget),
});

/**
 * Creates a build with every fact about it. Deterministic: the same wishes always give the same advice.
 * @param checked a build that keeps to the plan, and the changes that made it so; our own build by default
 */
export function createAdvice(
  wishes: Wishes,
  known: Known,
  plan = planFor(wishes, known),
  checked: { build: Build; facts: Fact[] } = { build: buildOf(plan), facts: [] },
): Advised {
  const { build } = checked;
  const facts = [...plan.facts];
  const say = (fact: Fact) => facts.push(fact);
  describeRatings(build, wishes, plan, say);
  if (known.squad) say(squadFact(known.squad, build.position));
  if (wishes.level) say({ kind: 'level', level: wishes.level });
  if (wishes.mode) say({ kind: 'mode', mode: wishes.mode });
  facts.push(...checked.facts);
  closing(build, plan.ruledOut, say);
  return { build, facts, missing: listMissing(wishes, known) };
}

function listMissing(wishes: Wishes, known: Known): Missing[] {
  const missing: Missing[] = [];
  if (!wishes.position && !known.position && !known.dna && wishes.seats.length === 0) missing.push('position');
  if (wishes.height === null && known.height === null) missing.push('height');
  if (!Object.values(wishes.raised).includes('lack')) missing.push('lack');
  return missing;
}

/** Lists the requested ratings with their targets. A rating's strongest wish counts. */
function listWanted(wishes: Wishes, position: Position): [AttributeId, number][] {
  const aims = new Map<AttributeId, number>();
  for (const skill of SKILL_IDS) {
    const motive = wishes.raised[skill];
    if (!motive) continue;
    for (const id of raisedBy(skill, position)) aims.set(id, Math.max(aims.get(id) ?? 0, AIM[motive]));
  }
  for (const id of ATTRIBUTE_IDS) {
    const floor = wishes.floors[id];
    if (floor !== undefined) aims.set(id, Math.max(aims.get(id) ?? 0, floor));
  }
  return [...aims];
}

function describeRatings(
  { position, ratings, height }: Build,
  wishes: Wishes,
  { ruledOut, caps, wanted }: Plan,
  say: (fact: Fact) => void,
): void {
  const told = (ids: readonly AttributeId[]): [AttributeId, number][] => ids.map((id) => [id, ratings[id]]);
  for (const skill of SKILL_IDS) {
    const motive = wishes.raised[skill];
    if (!motive) continue;
    const open = raisedBy(skill, position).filter((id) => !ruledOut.includes(id) && wishes.ceilings[id] === undefined);
    if (open.length > 0) say({ kind: 'raised', skill, motive, ratings: told(open) });
    else if (motive === 'lack') say({ kind: 'lack_ruled_out', skill });
  }
  for (const [id, aim] of wanted) {
    if (ruledOut.includes(id) || wishes.ceilings[id] !== undefined || ratings[id] >= aim) continue;
    if (ratings[id] === caps[id]) say({ kind: 'capped', attribute: id, cap: caps[id], height });
    else say({ kind: 'unpaid', attribute: id, rating: ratings[id] });
  }
  if (ruledOut.length > 0) say({ kind: 'ruled_out', attributes: [...ruledOut] });
  const lowered = ATTRIBUTE_IDS.filter((id) => wishes.ceilings[id] !== undefined && !ruledOut.includes(id));
  if (lowered.length > 0) say({ kind: 'lowered', ratings: told(lowered) });
  const covered = wishes.covered.filter((one) => !wishes.raised[one]);
  if (covered.length > 0) say({ kind: 'covered', skills: covered });
}

function squadFact({ name, has }: NonNullable<Known['squad']>, position: Position): Fact {
  return { kind: 'squad', name, has, lacks: POSITIONS.filter((one) => !has.includes(one) && one !== position) };
}

/** Adds what every answer ends with: the points, the badges, and the build's weakest spot. */
function closing(build: Build, ruledOut: readonly AttributeId[], say: (fact: Fact) => void): void {
  const spent = spentOn(build.ratings);
  say({ kind: 'budget', spent, budget: build.budget, left: build.budget - spent });
  const badges = badgesOfBuild(build);
  if (badges.length > 0) say({ kind: 'badges', badges });
  const low = ATTRIBUTE_IDS.filter((id) => !ruledOut.includes(id)).toSorted(
    (a, b) => build.ratings[a] - build.ratings[b],
  );
  say({ kind: 'lowest', ratings: low.slice(0, 2).map((id) => [id, build.ratings[id]]) });
}

/** Explains why a build's ratings are what they are. */
export function detailsOf(build: Build, wishes: Wishes, skills: readonly SkillId[]): Fact[] {
  const caps = capsOf(build.height, build.weight);
  const ids = [...new Set(skills.flatMap((skill): AttributeId[] => [...SKILLS[skill].all]))];
  return ids.map((attribute) => {
    const rating = build.ratings[attribute];
    const ruledOut = wishes.ruledOut.includes(attribute);
    const why = ruledOut
      ? 'ruled_out'
      : rating === caps[attribute]
        ? 'cap'
        : wishes.ceilings[attribute] !== undefined
          ? 'lowered'
          : 'budget';
    return { kind: 'detail', attribute, rating, cap: caps[attribute], why };
  });
}
