import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { BuildCard, Wishes } from './advice.schema.ts';
import {
  ATTRIBUTE_IDS,
  type AttributeId,
  archetypeOf,
  attributeName,
  heightShown,
  POSITION_HEIGHTS,
  poundsShown,
  usualWeight,
} from './build-facts.rules.ts';
import { type Plan, type SquadPositions, wantedFrom } from './build-plan.rules.ts';
import { type Build, badgesOfBuild, capsOfBuild, spentOn, strengthsOf } from './builds.rules.ts';
import { type ArchetypeId, entryLabel, valuesOf } from './vocabulary.schema.ts';

const JOBS: Record<Position, string> = {
  PG: 'your first job is to get the ball to the right spot on time',
  SG: 'your first job is to punish weak-side help',
  SF: 'your first job is to guard their biggest threat',
  PF: 'your first job is to connect the paint and the arc',
  C: 'your first job is to own the paint at both ends',
};
const IDEAS: Record<ArchetypeId, string> = {
  slasher: 'you beat the first defender and make the call when the second one comes',
  general: 'the other four get easier shots than they would alone',
  shooter: 'you stretch the floor before you touch the ball',
  lock: 'you take away the first option',
  scorer: 'you can save a broken possession, and you guard your own man',
  stretch: 'their rim protector has to leave the rim',
  glass: 'one more possession for you, one less for them',
  anchor: 'guards can gamble in front of you because you’re behind them',
  post: 'you score with your back to the basket and draw the help',
};

const positionName = (position: Position) => entryLabel('position', position).toLowerCase();
const archetypeName = (archetype: ArchetypeId) => entryLabel('archetype', archetype);
/** Joins words as "a, b and c". */
const listed = (words: readonly string[], and = 'and') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Explains a build. Each sentence is computed from the finished build, so it's true of it. */
export function adviceSentences(wishes: Wishes, plan: Plan, squad: SquadPositions | null): string[] {
  const { build } = plan;
  return [
    ...describeRole(wishes, build),
    ...describeBody(wishes, build),
    ...describeRatings(plan),
    ...(squad ? [describeSquad(squad, build.position)] : []),
    ...describeRest(plan),
  ];
}

function describeRole({ chips }: Wishes, { position, archetype }: Build): string[] {
  const name = archetypeName(archetype);
  const isUnusual = !archetypeOf(archetype).positions.includes(position);
  return [
    valuesOf(chips, 'position').length > 0
      ? `As a ${positionName(position)}, ${JOBS[position]}.`
      : `You didn’t choose a position, so this is a ${positionName(position)}: ${JOBS[position]}.`,
    valuesOf(chips, 'archetype').length > 0
      ? `You play as a ${name}: ${IDEAS[archetype]}.`
      : `Of the builds for this position, the ${name} fits best: ${IDEAS[archetype]}.`,
    ...(isUnusual ? [`A ${name} is rare for a ${positionName(position)}. Some height caps work against it.`] : []),
  ];
}

function describeBody(wishes: Wishes, { position, height, weight }: Build): string[] {
  const [low, high] = POSITION_HEIGHTS[position].usual;
  const range = `the usual range is ${heightShown(low)} to ${heightShown(high)}`;
  const shown = heightShown(height);
  const sentences = [
    wishes.height_cm !== null && wishes.height_cm !== height
      ? `A ${positionName(position)} can’t be ${heightShown(wishes.height_cm)} here, so this build is ${shown}.`
      : height < low
        ? `${shown} is short for this. You keep your speed but lose contests near the rim (${range}).`
        : height > high
          ? `${shown} is tall for this. You see over people but dribble slower (${range}).`
          : `${shown} fits: ${range}.`,
  ];
  if (wishes.weight_lb === null) return sentences;
  const used =
    wishes.weight_lb === weight
      ? poundsShown(weight)
      : `${poundsShown(wishes.weight_lb)} doesn’t work with this height, so this build has ${poundsShown(weight)}`;
  const off = weight - usualWeight(height);
  const effect = off <= -5 ? 'lighter than usual, so quicker and weaker' : 'heavier than usual, so stronger and slower';
  return [...sentences, `${used}: ${Math.abs(off) < 5 ? 'usual for this height' : effect}.`];
}

function describeRatings({ build, raises, ruledOut }: Plan): string[] {
  const { ratings } = build;
  const caps = capsOfBuild(build);
  const sentences = raises.map(({ skill, motive, ratings: raised }) => {
    const name = entryLabel('skill', skill).toLowerCase();
    const open = raised.filter((id) => !ruledOut.includes(id));
    const asked = `${motive === 'lack' ? 'Your squad lacks' : 'You asked for'} ${name}`;
    if (open.length === 0) return `${asked}, but you ruled it out, so someone else has to bring it.`;
    return `${asked}: ${rated(build, open)}.`;
  });
  for (const [id, aim] of wantedFrom(raises)) {
    if (ruledOut.includes(id) || ratings[id] >= aim) continue;
    sentences.push(
      ratings[id] === caps[id]
        ? `${attributeName(id)} tops out at ${caps[id]} for ${heightShown(build.height)} and this weight.`
        : `${attributeName(id)} stays at ${ratings[id]} because the points ran out.`,
    );
  }
  if (ruledOut.length === 0) return sentences;
  const gone = ATTRIBUTE_IDS.filter((id) => ruledOut.includes(id)).map((id) => attributeName(id));
  return [...sentences, `No points for ${listed(gone)}, as you chose.`];
}

function describeSquad({ name, has }: SquadPositions, position: Position): string {
  const open = POSITIONS.filter((one) => !has.includes(one) && one !== position).map(positionName);
  return `In ${name} others play ${listed(has.map(positionName)) || 'no position yet'}; ${
    open.length > 0 ? `with this build, no one plays ${listed(open, 'or')}` : 'this build fills every position'
  }.`;
}

/** Ends every answer: the points, the badges, and the build's weakest spot. */
function describeRest({ build, ruledOut }: Plan): string[] {
  const spent = spentOn(build.ratings);
  const left = build.budget - spent;
  const badges = badgesOfBuild(build);
  const lowest = ATTRIBUTE_IDS.filter((id) => !ruledOut.includes(id))
    .toSorted((a, b) => build.ratings[a] - build.ratings[b])
    .slice(0, 2);
  return [
    left > 0
      ? `${spent} of ${build.budget} attribute points are spent; ${left} ${left === 1 ? 'is' : 'are'} left.`
      : `All ${build.budget} attribute points are spent.`,
    ...(badges.length > 0 ? [`Badges it earns: ${listed(badges)}.`] : []),
    `It pays for that with its lowest ratings: ${rated(build, lowest)}.`,
  ];
}

/** Formats ratings with their names: "Block 92, Strength 86". */
const rated = ({ ratings }: Build, ids: readonly AttributeId[]) =>
  ids.map((id) => `${attributeName(id)} ${ratings[id]}`).join(', ');

const titled = (words: string) => words.replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Formats a build for display. */
export function cardOf(build: Build): BuildCard {
  const caps = capsOfBuild(build);
  const attributes = ATTRIBUTE_IDS.map((id) => ({
    ...{ id, name: attributeName(id) },
    ...{ rating: build.ratings[id], cap: caps[id] },
  }));
  return {
    title: `${archetypeName(build.archetype)} ${titled(entryLabel('position', build.position))}`,
    position: build.position,
    archetype: archetypeName(build.archetype),
    height_cm: build.height,
    size: heightShown(build.height),
    weight_lb: build.weight,
    budget: build.budget,
    spent: spentOn(build.ratings),
    attributes: attributes.sort((a, b) => b.rating - a.rating),
    badges: badgesOfBuild(build),
  };
}

const MOST_BADGES = 2;

/** Returns the milestones for a build: its four strengths in order, and the first badges they earn. */
export const milestoneTitles = (build: Build): string[] => [
  ...strengthsOf(build).map((id) => `${attributeName(id)} to ${build.ratings[id]}`),
  ...badgesOfBuild(build)
    .slice(0, MOST_BADGES)
    .map((badge) => `Earn the ${badge} badge`),
];
