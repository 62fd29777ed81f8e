import { formatHeight, formatWeight, INCH_CM, KILOGRAM_LB } from '../../../messages/body-measures.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Position } from '../../profiles/game.schema.ts';
import * as messages from '../site.messages.ts';
import { type ArchetypeId, NUMBER_LIMITS, type SkillId } from './vocabulary.schema.ts';

// The rules for builds: our own model of basketball, made for comparing builds. It isn't based on any particular game,
// so read the ratings as proportions. Every statement the assistant makes is computed from these rules.

/** Minimum and maximum of every rating. */
export const BASE = 25;
const TOP = 99;

/** Maximum point budget of a build. */
export const BUDGET = NUMBER_LIMITS.budget.max;

/** Price of the next rating point, by the current rating. */
const PRICES: readonly (readonly [below: number, price: number])[] = [
  [60, 1],
  [80, 2],
  [90, 3],
  [TOP, 4],
];
export const getNextPointPrice = (rating: number): number => PRICES.find(([limit]) => rating < limit)?.[1] ?? 0;

/** Returns the cost of a rating in points. The base rating is free. */
export function getRatingCost(rating: number): number {
  let cost = 0;
  for (let index = BASE; index < rating; index += 1) cost += getNextPointPrice(index);
  return cost;
}

/** Allowed heights in centimeters: 5'9" to 7'4". */
const { min: SHORTEST_CM, max: TALLEST_CM } = NUMBER_LIMITS.height_cm;

/**
 * A rating's name and its caps at 183 cm (`short`) and 218 cm (`tall`). The cap is linear in the height, also outside
 * this range. `heavier` is the change per ten extra pounds.
 */
type Reach = { name: Message; short: number; tall: number; heavier?: number };

const ATTRIBUTES = {
  layup: { name: messages.attributeLayup, short: 99, tall: 84 },
  dunk: { name: messages.attributeDunk, short: 82, tall: 95 },
  standing_dunk: { name: messages.attributeStandingDunk, short: 45, tall: 98 },
  post: { name: messages.attributePost, short: 60, tall: 98, heavier: 1 },
  mid: { name: messages.attributeMid, short: 99, tall: 90 },
  three: { name: messages.attributeThree, short: 99, tall: 82 },
  pass: { name: messages.attributePass, short: 99, tall: 84 },
  handle: { name: messages.attributeHandle, short: 99, tall: 62 },
  ball_speed: { name: messages.attributeBallSpeed, short: 98, tall: 55, heavier: -1 },
  perimeter: { name: messages.attributePerimeter, short: 97, tall: 70 },
  interior: { name: messages.attributeInterior, short: 62, tall: 98, heavier: 1 },
  steal: { name: messages.attributeSteal, short: 97, tall: 70 },
  block: { name: messages.attributeBlock, short: 58, tall: 98 },
  off_rebound: { name: messages.attributeOffRebound, short: 58, tall: 98 },
  def_rebound: { name: messages.attributeDefRebound, short: 66, tall: 98 },
  speed: { name: messages.attributeSpeed, short: 98, tall: 68, heavier: -1 },
  lateral: { name: messages.attributeLateral, short: 97, tall: 66, heavier: -1 },
  strength: { name: messages.attributeStrength, short: 68, tall: 97, heavier: 2 },
} as const satisfies Record<string, Reach>;
export type AttributeId = keyof typeof ATTRIBUTES;
export const getAttributeName = (t: Translator, id: AttributeId): string => t(ATTRIBUTES[id].name);
export const ATTRIBUTE_IDS = Object.keys(ATTRIBUTES) as AttributeId[];
export type Ratings = Record<AttributeId, number>;

/** The usual weight in pounds for a height: 175 lb at 183 cm, 255 lb at 218 cm. */
export const getUsualWeight = (cm: number): number => Math.round(175 + ((cm - 183) * 80) / 35);
/** Returns the lightest and heaviest weight for a height. */
export const getWeightRange = (cm: number) => [getUsualWeight(cm) - 40, getUsualWeight(cm) + 40] as const;

/** Returns the highest rating a body allows. */
export function getRatingCap(attribute: AttributeId, cm: number, pounds: number): number {
  const { short, tall, heavier = 0 }: Reach = ATTRIBUTES[attribute];
  const byHeight = short + ((tall - short) * (cm - 183)) / 35;
  const byWeight = (heavier * (pounds - getUsualWeight(cm))) / 10;
  return Math.max(BASE, Math.min(TOP, Math.round(byHeight + byWeight)));
}

/** Heights in centimeters: the usual range for a position, and the range in which it can be played at all. */
type Range = readonly [least: number, most: number];
export const POSITION_HEIGHTS: Record<Position, { usual: Range; possible: Range }> = {
  PG: { usual: [183, 196], possible: [SHORTEST_CM, 203] },
  SG: { usual: [191, 201], possible: [180, 206] },
  SF: { usual: [196, 206], possible: [188, 211] },
  PF: { usual: [201, 211], possible: [193, 216] },
  C: { usual: [206, 218], possible: [201, TALLEST_CM] },
};

const isBig = (position: Position): boolean => position === 'PF' || position === 'C';

type Archetype = {
  /** Positions that players of the archetype play, most common first. */
  positions: readonly Position[];
  /** The ratings the archetype depends on, most important first, each with its target. */
  core: Partial<Ratings>;
  second: readonly AttributeId[];
};

const ARCHETYPES = {
  slasher: {
    positions: ['PG', 'SG', 'SF'],
    core: { layup: 88, handle: 88, ball_speed: 86, pass: 82 },
    second: ['dunk', 'mid', 'speed', 'perimeter'],
  },
  general: {
    positions: ['PG', 'SF', 'PF'],
    core: { pass: 92, handle: 86, ball_speed: 82, mid: 78 },
    second: ['perimeter', 'three', 'layup', 'speed'],
  },
  shooter: {
    positions: ['SG', 'SF', 'PG', 'PF'],
    core: { three: 94, mid: 84, speed: 82, perimeter: 74 },
    second: ['pass', 'handle', 'lateral', 'layup'],
  },
  lock: {
    positions: ['SF', 'SG', 'PG'],
    core: { perimeter: 95, lateral: 88, steal: 86, three: 78 },
    second: ['speed', 'strength', 'def_rebound', 'layup'],
  },
  scorer: {
    positions: ['SG', 'SF', 'PG', 'PF'],
    core: { mid: 86, three: 82, handle: 82, perimeter: 80 },
    second: ['layup', 'ball_speed', 'lateral', 'dunk'],
  },
  stretch: {
    positions: ['PF', 'C'],
    core: { three: 86, def_rebound: 84, interior: 80, strength: 74 },
    second: ['mid', 'block', 'standing_dunk', 'off_rebound'],
  },
  glass: {
    positions: ['PF', 'C'],
    core: { off_rebound: 92, def_rebound: 92, strength: 86, interior: 84 },
    second: ['standing_dunk', 'block', 'post', 'lateral'],
  },
  anchor: {
    positions: ['C', 'PF'],
    core: { block: 92, interior: 92, strength: 86, standing_dunk: 84 },
    second: ['def_rebound', 'off_rebound', 'post', 'lateral'],
  },
  post: {
    positions: ['C', 'PF'],
    core: { post: 92, standing_dunk: 86, strength: 84, mid: 78 },
    second: ['def_rebound', 'interior', 'off_rebound', 'pass'],
  },
} as const satisfies Record<ArchetypeId, Archetype>;
export const ARCHETYPE_IDS = Object.keys(ARCHETYPES) as ArchetypeId[];
export const getArchetype = (id: ArchetypeId): Archetype => ARCHETYPES[id];
/** Returns an archetype's core ratings with their targets, the most important first. */
export const listCoreRatings = (id: ArchetypeId) => Object.entries(ARCHETYPES[id].core) as [AttributeId, number][];

/**
 * Skills that people name instead of ratings. For each: the ratings it raises for small and big players, and all
 * ratings it covers.
 */
type Skill = { small: readonly AttributeId[]; big: readonly AttributeId[]; all: readonly AttributeId[] };
const createSkill = (small: readonly AttributeId[], all = small, big = small): Skill => ({ small, big, all });

export const SKILLS = {
  shooting: createSkill(['three'], ['three', 'mid']),
  three: createSkill(['three']),
  mid: createSkill(['mid']),
  finishing: createSkill(['layup', 'dunk'], ['layup', 'dunk', 'standing_dunk'], ['standing_dunk', 'layup']),
  dunking: createSkill(['dunk'], ['dunk', 'standing_dunk'], ['standing_dunk', 'dunk']),
  playmaking: createSkill(['pass', 'handle'], ['pass', 'handle', 'ball_speed'], ['pass']),
  passing: createSkill(['pass']),
  handle: createSkill(['handle'], ['handle', 'ball_speed']),
  defense: createSkill(['perimeter', 'lateral'], ['perimeter', 'interior', 'steal', 'block'], ['interior', 'block']),
  perimeter: createSkill(['perimeter']),
  rim: createSkill(['block', 'interior']),
  steals: createSkill(['steal']),
  rebounding: createSkill(['def_rebound'], ['def_rebound', 'off_rebound'], ['def_rebound', 'off_rebound']),
  speed: createSkill(['speed'], ['speed', 'ball_speed']),
  strength: createSkill(['strength']),
  post: createSkill(['post']),
} as const satisfies Record<SkillId, Skill>;

/** Returns the ratings to raise when a player at this position wants more of a skill. */
export const listRaisedAttributes = (one: SkillId, position: Position): readonly AttributeId[] =>
  isBig(position) ? SKILLS[one].big : SKILLS[one].small;

/** The main skill of each archetype. A squad that looks for the archetype lacks this skill. */
export const SKILL_BY_ARCHETYPE: Record<ArchetypeId, SkillId> = {
  slasher: 'finishing',
  general: 'playmaking',
  shooter: 'shooting',
  lock: 'perimeter',
  scorer: 'mid',
  stretch: 'three',
  glass: 'rebounding',
  anchor: 'rim',
  post: 'post',
};

/** All badges with the ratings they require. */
const BADGES: readonly { name: Message; needs: Partial<Ratings> }[] = [
  { name: messages.badgeDeepSpace, needs: { three: 90 } },
  { name: messages.badgeSteadyOrbit, needs: { mid: 86, three: 80 } },
  { name: messages.badgeMeteorLine, needs: { layup: 88, ball_speed: 80 } },
  { name: messages.badgeTether, needs: { handle: 88 } },
  { name: messages.badgeLightspeedPass, needs: { pass: 90 } },
  { name: messages.badgeEclipse, needs: { perimeter: 90, lateral: 84 } },
  { name: messages.badgePickpocketMoon, needs: { steal: 86 } },
  { name: messages.badgeEventHorizon, needs: { block: 90, interior: 86 } },
  { name: messages.badgeGravityWell, needs: { def_rebound: 90 } },
  { name: messages.badgeSecondSunrise, needs: { off_rebound: 90 } },
  { name: messages.badgeHeavyCore, needs: { strength: 88 } },
  { name: messages.badgeLowGravity, needs: { standing_dunk: 88 } },
  { name: messages.badgeBlackHole, needs: { post: 88 } },
];

export const listBadges = (ratings: Ratings): Message[] =>
  BADGES.filter(({ needs }) => Object.entries(needs).every(([id, least]) => ratings[id as AttributeId] >= least)).map(
    ({ name }) => name,
  );

/** Formats a weight in pounds and kilograms, as a slider shows it in every language. */
export const formatPounds = (pounds: number): string => `${pounds} lb (${Math.round(pounds / KILOGRAM_LB)} kg)`;
/** Formats a weight: in English in pounds and kilograms, in other languages in kilograms. */
export const formatBuildWeight = (t: Translator, pounds: number): string =>
  formatWeight(t, pounds, formatPounds(pounds));
export const toCentimeters = (inches: number): number => Math.round(inches * INCH_CM);
const formatFeet = (cm: number): string => {
  const inches = Math.round(cm / INCH_CM);
  return `${Math.floor(inches / 12)}'${inches % 12}"`;
};
/** Formats a height: in English in feet and centimeters, in other languages in meters. */
export const formatBuildHeight = (t: Translator, cm: number): string =>
  formatHeight(t, cm, `${formatFeet(cm)} (${cm} cm)`);
