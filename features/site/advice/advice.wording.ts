import { formatList } from '../../../messages/lists.ts';
import type { Translator } from '../../../messages/translator.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import * as messages from '../site.messages.ts';
import type { BuildCard, Wishes } from './advice.schema.ts';
import {
  ATTRIBUTE_IDS,
  type AttributeId,
  formatBuildHeight,
  formatBuildWeight,
  getArchetype,
  getAttributeName,
  getUsualWeight,
  POSITION_HEIGHTS,
} from './build-facts.rules.ts';
import { listWantedRatings, type Plan, type SquadPositions } from './build-plan.rules.ts';
import { type Build, getBuildCaps, listBuildBadges, listStrengths, sumSpentPoints } from './builds.rules.ts';
import { ARCHETYPE_LABELS, getSkillName, listValues } from './vocabulary.schema.ts';

/** Returns a position's name for a list in a sentence. */
const getPositionName = (t: Translator, position: Position) => t(messages.positionName, { position });

/** Explains a build. Sentences are computed from the finished build, so they're always true. */
export function formatAdvice(t: Translator, wishes: Wishes, plan: Plan, squad: SquadPositions | null): string[] {
  const { build } = plan;
  return [
    ...describeRole(t, wishes, build),
    ...describeBody(t, wishes, build),
    ...describeRatings(t, plan),
    ...(squad ? [describeSquad(t, squad, build.position)] : []),
    ...describeRest(t, plan),
  ];
}

function describeRole(t: Translator, { chips }: Wishes, { position, archetype }: Build): string[] {
  const isPositionChosen = listValues(chips, 'position').length > 0;
  const isArchetypeChosen = listValues(chips, 'archetype').length > 0;
  const isUnusual = !getArchetype(archetype).positions.includes(position);
  const rare = { archetype: t(ARCHETYPE_LABELS[archetype]), position };
  return [
    t(isPositionChosen ? messages.adviceOnPosition : messages.adviceOnOurPosition, { position }),
    t(isArchetypeChosen ? messages.adviceOnArchetype : messages.adviceOnOurArchetype, { archetype }),
    ...(isUnusual ? [t(messages.rareArchetype, rare)] : []),
  ];
}

function describeBody(t: Translator, wishes: Wishes, build: Build): string[] {
  const { height_cm, weight_lb } = wishes;
  const sentences = [describeHeight(t, height_cm, build)];
  if (weight_lb === null) return sentences;
  const weightDifference = build.weight - getUsualWeight(build.height);
  const effect = Math.abs(weightDifference) < 5 ? 'usual' : weightDifference < 0 ? 'lighter' : 'heavier';
  const weight = formatBuildWeight(t, build.weight);
  const wishedWeight = formatBuildWeight(t, weight_lb);
  return [
    ...sentences,
    wishedWeight === weight
      ? t(messages.weightUsed, { weight, effect })
      : t(messages.weightImpossible, { wanted: wishedWeight, weight, effect }),
  ];
}

function describeHeight(t: Translator, wishedHeight: number | null, { position, height: cm }: Build): string {
  const height = formatBuildHeight(t, cm);
  if (wishedHeight !== null && wishedHeight !== cm) {
    return t(messages.heightImpossible, { position, wanted: formatBuildHeight(t, wishedHeight), height });
  }
  const [least, most] = POSITION_HEIGHTS[position].usual;
  const text = cm < least ? messages.heightShort : cm > most ? messages.heightTall : messages.heightFits;
  return t(text, { height, low: formatBuildHeight(t, least), high: formatBuildHeight(t, most) });
}

const RAISE_MESSAGES = {
  want: { raised: messages.skillWanted, ruledOut: messages.skillWantedRuledOut },
  lack: { raised: messages.skillLacked, ruledOut: messages.skillLackedRuledOut },
} as const;

function describeRatings(t: Translator, { build, raises, ruledOut }: Plan): string[] {
  const { ratings } = build;
  const caps = getBuildCaps(build);
  const sentences = raises.map(({ skill: id, motive, ratings: raisedIds }) => {
    const skill = getSkillName(t, id);
    const open = raisedIds.filter((one) => !ruledOut.includes(one));
    if (open.length === 0) return t(RAISE_MESSAGES[motive].ruledOut, { skill });
    return t(RAISE_MESSAGES[motive].raised, { skill, ratings: formatRatings(t, build, open) });
  });
  for (const [id, aim] of listWantedRatings(raises)) {
    if (ruledOut.includes(id) || ratings[id] >= aim) continue;
    const attribute = getAttributeName(t, id);
    sentences.push(
      ratings[id] === caps[id]
        ? t(messages.ratingCapped, { attribute, cap: caps[id], height: formatBuildHeight(t, build.height) })
        : t(messages.ratingUnpaid, { attribute, rating: ratings[id] }),
    );
  }
  if (ruledOut.length === 0) return sentences;
  const excludedNames = ATTRIBUTE_IDS.filter((id) => ruledOut.includes(id)).map((id) => getAttributeName(t, id));
  return [...sentences, t(messages.ruledOut, { attributes: formatList(t, excludedNames) })];
}

function describeSquad(t: Translator, { name: squad, has }: SquadPositions, position: Position): string {
  const getName = (one: Position) => getPositionName(t, one);
  const positions = formatList(t, has.map(getName));
  const open = POSITIONS.filter((one) => !has.includes(one) && one !== position).map(getName);
  if (open.length === 0) return t(messages.squadFull, { squad, positions });
  const openPositions = formatList(t, open, 'or');
  if (has.length === 0) return t(messages.squadEmpty, { squad, open: openPositions });
  return t(messages.squadOpen, { squad, positions, open: openPositions });
}

/** Describes the points, the badges, and the build's weakest spot. */
function describeRest(t: Translator, { build, ruledOut }: Plan): string[] {
  const { budget } = build;
  const spentPoints = sumSpentPoints(build.ratings);
  const badges = listBuildBadges(build).map((badge) => t(badge));
  const lowest = ATTRIBUTE_IDS.filter((id) => !ruledOut.includes(id))
    .toSorted((a, b) => build.ratings[a] - build.ratings[b])
    .slice(0, 2);
  return [
    spentPoints < budget
      ? t(messages.pointsLeft, { spent: spentPoints, budget, left: budget - spentPoints })
      : t(messages.pointsSpent, { budget }),
    ...(badges.length > 0 ? [t(messages.badgesEarned, { badges: formatList(t, badges) })] : []),
    t(messages.lowestRatings, { ratings: formatRatings(t, build, lowest) }),
  ];
}

/** Formats ratings with their names: "Block 92, Strength 86". */
const formatRatings = (t: Translator, { ratings }: Build, ids: readonly AttributeId[]) =>
  formatList(
    t,
    ids.map((id) => t(messages.ratingOf, { attribute: getAttributeName(t, id), rating: ratings[id] })),
    'commas',
  );

export function toBuildCard(t: Translator, build: Build): BuildCard {
  const caps = getBuildCaps(build);
  const archetype = t(ARCHETYPE_LABELS[build.archetype]);
  const attributes = ATTRIBUTE_IDS.map((id) => ({
    ...{ id, name: getAttributeName(t, id) },
    ...{ rating: build.ratings[id], cap: caps[id] },
  }));
  return {
    title: t(messages.buildTitle, { archetype, position: build.position }),
    position: build.position,
    archetype,
    height_cm: build.height,
    size: formatBuildHeight(t, build.height),
    weight_lb: build.weight,
    budget: build.budget,
    spent: sumSpentPoints(build.ratings),
    attributes: attributes.sort((a, b) => b.rating - a.rating),
    badges: listBuildBadges(build).map((badge) => t(badge)),
  };
}

const MAX_BADGES = 2;

/** Returns the milestones for a build: its four strengths in order, and the first badges they earn. */
export const listMilestoneTitles = (t: Translator, build: Build): string[] => [
  ...listStrengths(build).map((id) =>
    t(messages.ratingMilestone, { attribute: getAttributeName(t, id), rating: build.ratings[id] }),
  ),
  ...listBuildBadges(build)
    .slice(0, MAX_BADGES)
    .map((badge) => t(messages.badgeMilestone, { badge: t(badge) })),
];
