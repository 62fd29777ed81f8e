import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import {
  type ArchetypeId,
  type AttributeId,
  archetypeOf,
  BASE,
  isBig,
  type Ratings,
  SHORTEST_CM,
  SKILL_IDS,
  SKILLS,
  type SkillId,
  TALLEST_CM,
  TOP,
} from './build-facts.rules.ts';
import type { Mode } from './lexicon.rules.ts';
import type { ParsedText } from './understanding.rules.ts';

/** Why a rating should reach a minimum. */
export type Motive = 'want' | 'weak' | 'more' | 'lack';

/** Everything a conversation has asked for and not withdrawn; its whole memory. */
export type Wishes = {
  position: Position | null;
  otherPositions: Position[];
  notPositions: Position[];
  archetype: ArchetypeId | null;
  notArchetypes: ArchetypeId[];
  /** Centimeters. */
  height: number | null;
  otherHeights: number[];
  weight: number | null;
  budget: number | null;
  level: CompetitiveLevel | null;
  mode: Mode | null;
  /** Skills to raise, each with its motive. */
  raised: Partial<Record<SkillId, Motive>>;
  /** Ratings that get no points. */
  ruledOut: AttributeId[];
  covered: SkillId[];
  /** Ratings that should be higher or lower than they were. */
  floors: Partial<Ratings>;
  ceilings: Partial<Ratings>;
  seats: Position[];
  mates: Position[];
};

export const NO_WISHES: Wishes = {
  position: null,
  otherPositions: [],
  notPositions: [],
  archetype: null,
  notArchetypes: [],
  height: null,
  otherHeights: [],
  weight: null,
  budget: null,
  level: null,
  mode: null,
  raised: {},
  ruledOut: [],
  covered: [],
  floors: {},
  ceilings: {},
  seats: [],
  mates: [],
};

/** The parts of a build that a later wish may refer to. */
export type Before = { position: Position; height: number; ratings: Ratings };

/** Points more or less when the player only gives the direction. */
const STEP = 6;
/** The ceiling "less" sets on a rating nobody has seen yet. */
const LITTLE = 60;

/** Returns whether a text describes a new build, so nothing of the previous one applies. */
export const beginsAnew = (heard: ParsedText): boolean =>
  heard.fresh || (heard.positions.length > 0 && (heard.archetypes.length > 0 || heard.heights.length > 0));

const once = <T>(list: readonly T[]): T[] => [...new Set(list)];
const without = <T>(list: readonly T[], gone: readonly T[]): T[] => list.filter((one) => !gone.includes(one));

/**
 * Updates the wishes with one more message.
 * @param last the last build the player saw
 */
export function wishesAfter(before: Wishes, heard: ParsedText, last: Before | undefined): Wishes {
  const anew = beginsAnew(heard);
  const from = anew ? NO_WISHES : before;
  const { skills } = heard;
  const wishes: Wishes = {
    ...from,
    raised: { ...from.raised },
    floors: { ...from.floors },
    ceilings: { ...from.ceilings },
    notPositions: once(without([...from.notPositions, ...heard.notPositions], heard.positions)),
    notArchetypes: once(without([...from.notArchetypes, ...heard.notArchetypes], heard.archetypes)),
    ruledOut: once([...without(from.ruledOut, meant(heard)), ...all(skills.not)]),
    covered: once([...without(from.covered, skills.lack), ...skills.covered]),
    seats: heard.seats.length > 0 ? heard.seats : without(from.seats, heard.mates),
    mates: heard.mates.length > 0 ? heard.mates : without(from.mates, heard.seats),
    weight: heard.weight ?? from.weight,
    budget: heard.budget ?? from.budget,
    level: heard.level ?? from.level,
    mode: heard.mode ?? from.mode,
  };
  wishes.position = heard.positions[0] ?? kept(from.position, heard.notPositions);
  wishes.otherPositions = heard.positions.slice(1);
  wishes.archetype = heard.archetypes[0] ?? kept(from.archetype, heard.notArchetypes);
  takeHeights(wishes, heard, anew ? undefined : last);
  for (const motive of ['want', 'weak', 'lack', 'more'] as const) {
    for (const skill of skills[motive]) raise(wishes, skill, motive, anew ? undefined : last);
  }
  for (const skill of skills.less) lower(wishes, skill, anew ? undefined : last);
  for (const skill of skills.not) forget(wishes, skill);
  return wishes;
}

const kept = <T>(value: T | null, gone: readonly T[]): T | null =>
  value !== null && gone.includes(value) ? null : value;

const all = (skills: readonly SkillId[]): AttributeId[] => skills.flatMap((one) => [...SKILLS[one].all]);

/** Returns ratings that are asked for in any way, so they're no longer ruled out. */
const meant = ({ skills, archetypes }: ParsedText): AttributeId[] => [
  ...all([...skills.want, ...skills.weak, ...skills.more, ...skills.less]),
  ...archetypes.flatMap((one) => archetypeOf(one).core.map(([id]) => id)),
];

function takeHeights(wishes: Wishes, heard: ParsedText, last: Before | undefined): void {
  const [height, ...others] = heard.heights;
  wishes.otherHeights = others;
  if (height !== undefined) wishes.height = height;
  else if (heard.heightChange !== undefined && last) {
    wishes.height = Math.min(TALLEST_CM, Math.max(SHORTEST_CM, last.height + heard.heightChange));
  }
}

function raise(wishes: Wishes, skill: SkillId, motive: Motive, last: Before | undefined): void {
  wishes.raised[skill] = motive;
  for (const id of SKILLS[skill].all) delete wishes.ceilings[id];
  if (motive !== 'more' || !last) return;
  const { small, big } = SKILLS[skill];
  for (const id of isBig(last.position) ? big : small) {
    wishes.floors[id] = Math.min(TOP, last.ratings[id] + STEP);
  }
}

function lower(wishes: Wishes, skill: SkillId, last: Before | undefined): void {
  forget(wishes, skill);
  for (const id of SKILLS[skill].all) {
    wishes.ceilings[id] = Math.max(BASE, last ? last.ratings[id] - STEP : LITTLE);
  }
}

/** Drops every wish that raises ratings of this skill and nothing else. */
function forget(wishes: Wishes, skill: SkillId): void {
  const gone: readonly AttributeId[] = SKILLS[skill].all;
  for (const id of gone) delete wishes.floors[id];
  for (const one of SKILL_IDS) {
    // If the squad lacks it, that stays true no matter who brings it.
    if (wishes.raised[one] === 'lack') continue;
    if (SKILLS[one].all.every((id: AttributeId) => gone.includes(id))) delete wishes.raised[one];
  }
}
