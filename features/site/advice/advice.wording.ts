import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { BuildCard, Wishes } from './advice.schema.ts';
import {
  ATTRIBUTE_IDS,
  type AttributeId,
  formatHeight,
  formatPounds,
  getArchetype,
  getAttributeName,
  getUsualWeight,
  POSITION_HEIGHTS,
} from './build-facts.rules.ts';
import { listWantedRatings, type Plan, type SquadPositions } from './build-plan.rules.ts';
import { type Build, getBuildCaps, listBuildBadges, listStrengths, sumSpentPoints } from './builds.rules.ts';
import { type ArchetypeId, getEntryLabel, listValues } from './vocabulary.schema.ts';

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

const getPositionName = (position: Position) => getEntryLabel('position', position).toLowerCase();
const getArchetypeName = (archetype: ArchetypeId) => getEntryLabel('archetype', archetype);
/** Joins words as "a, b and c". */
const formatList = (words: readonly string[], and = 'and') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Explains a build. Each sentence is computed from the finished build, so it's true of it. */
export function formatAdvice(wishes: Wishes, plan: Plan, squad: SquadPositions | null): string[] {
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
  const name = getArchetypeName(archetype);
  const isUnusual = !getArchetype(archetype).positions.includes(position);
  return [
    listValues(chips, 'position').length > 0
      ? `As a ${getPositionName(position)}, ${JOBS[position]}.`
      : `You didn’t choose a position, so this is a ${getPositionName(position)}: ${JOBS[position]}.`,
    listValues(chips, 'archetype').length > 0
      ? `You play as a ${name}: ${IDEAS[archetype]}.`
      : `Of the builds for this position, the ${name} fits best: ${IDEAS[archetype]}.`,
    ...(isUnusual ? [`A ${name} is rare for a ${getPositionName(position)}. Some height caps work against it.`] : []),
  ];
}

function describeBody(wishes: Wishes, { position, height, weight }: Build): string[] {
  const [low, high] = POSITION_HEIGHTS[position].usual;
  const range = `the usual range is ${formatHeight(low)} to ${formatHeight(high)}`;
  const shown = formatHeight(height);
  const sentences = [
    wishes.height_cm !== null && wishes.height_cm !== height
      ? `A ${getPositionName(position)} can’t be ${formatHeight(wishes.height_cm)} here, so this build is ${shown}.`
      : height < low
        ? `${shown} is short for this. You keep your speed but lose contests near the rim (${range}).`
        : height > high
          ? `${shown} is tall for this. You see over people but dribble slower (${range}).`
          : `${shown} fits: ${range}.`,
  ];
  if (wishes.weight_lb === null) return sentences;
  const used =
    wishes.weight_lb === weight
      ? formatPounds(weight)
      : `${formatPounds(wishes.weight_lb)} doesn’t work with this height, so this build has ${formatPounds(weight)}`;
  const off = weight - getUsualWeight(height);
  const effect = off <= -5 ? 'lighter than usual, so quicker and weaker' : 'heavier than usual, so stronger and slower';
  return [...sentences, `${used}: ${Math.abs(off) < 5 ? 'usual for this height' : effect}.`];
}

function describeRatings({ build, raises, ruledOut }: Plan): string[] {
  const { ratings } = build;
  const caps = getBuildCaps(build);
  const sentences = raises.map(({ skill, motive, ratings: raised }) => {
    const name = getEntryLabel('skill', skill).toLowerCase();
    const open = raised.filter((id) => !ruledOut.includes(id));
    const asked = `${motive === 'lack' ? 'Your squad lacks' : 'You asked for'} ${name}`;
    if (open.length === 0) return `${asked}, but you ruled it out, so someone else has to bring it.`;
    return `${asked}: ${formatRatings(build, open)}.`;
  });
  for (const [id, aim] of listWantedRatings(raises)) {
    if (ruledOut.includes(id) || ratings[id] >= aim) continue;
    sentences.push(
      ratings[id] === caps[id]
        ? `${getAttributeName(id)} tops out at ${caps[id]} for ${formatHeight(build.height)} and this weight.`
        : `${getAttributeName(id)} stays at ${ratings[id]} because the points ran out.`,
    );
  }
  if (ruledOut.length === 0) return sentences;
  const gone = ATTRIBUTE_IDS.filter((id) => ruledOut.includes(id)).map((id) => getAttributeName(id));
  return [...sentences, `No points for ${formatList(gone)}, as you chose.`];
}

function describeSquad({ name, has }: SquadPositions, position: Position): string {
  const open = POSITIONS.filter((one) => !has.includes(one) && one !== position).map(getPositionName);
  return `In ${name} others play ${formatList(has.map(getPositionName)) || 'no position yet'}; ${
    open.length > 0 ? `with this build, no one plays ${formatList(open, 'or')}` : 'this build fills every position'
  }.`;
}

/** Ends every answer: the points, the badges, and the build's weakest spot. */
function describeRest({ build, ruledOut }: Plan): string[] {
  const spent = sumSpentPoints(build.ratings);
  const left = build.budget - spent;
  const badges = listBuildBadges(build);
  const lowest = ATTRIBUTE_IDS.filter((id) => !ruledOut.includes(id))
    .toSorted((a, b) => build.ratings[a] - build.ratings[b])
    .slice(0, 2);
  return [
    left > 0
      ? `${spent} of ${build.budget} attribute points are spent; ${left} ${left === 1 ? 'is' : 'are'} left.`
      : `All ${build.budget} attribute points are spent.`,
    ...(badges.length > 0 ? [`Badges it earns: ${formatList(badges)}.`] : []),
    `It pays for that with its lowest ratings: ${formatRatings(build, lowest)}.`,
  ];
}

/** Formats ratings with their names: "Block 92, Strength 86". */
const formatRatings = ({ ratings }: Build, ids: readonly AttributeId[]) =>
  ids.map((id) => `${getAttributeName(id)} ${ratings[id]}`).join(', ');

const toTitleCase = (words: string) => words.replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Formats a build for display. */
export function toBuildCard(build: Build): BuildCard {
  const caps = getBuildCaps(build);
  const attributes = ATTRIBUTE_IDS.map((id) => ({
    ...{ id, name: getAttributeName(id) },
    ...{ rating: build.ratings[id], cap: caps[id] },
  }));
  return {
    title: `${getArchetypeName(build.archetype)} ${toTitleCase(getEntryLabel('position', build.position))}`,
    position: build.position,
    archetype: getArchetypeName(build.archetype),
    height_cm: build.height,
    size: formatHeight(build.height),
    weight_lb: build.weight,
    budget: build.budget,
    spent: sumSpentPoints(build.ratings),
    attributes: attributes.sort((a, b) => b.rating - a.rating),
    badges: listBuildBadges(build),
  };
}

const MOST_BADGES = 2;

/** Returns the milestones for a build: its four strengths in order, and the first badges they earn. */
export const listMilestoneTitles = (build: Build): string[] => [
  ...listStrengths(build).map((id) => `${getAttributeName(id)} to ${build.ratings[id]}`),
  ...listBuildBadges(build)
    .slice(0, MOST_BADGES)
    .map((badge) => `Earn the ${badge} badge`),
];
