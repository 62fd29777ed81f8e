import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../site.messages.ts';
import type { Wishes } from './advice.schema.ts';
import {
  type AttributeId,
  formatBuildHeight,
  formatPounds,
  getArchetype,
  listCoreRatings,
  POSITION_HEIGHTS,
  SKILLS,
} from './build-facts.rules.ts';
import {
  type ArchetypeId,
  type ChipId,
  type ChipKind,
  getChipKind,
  getChipLabel,
  listValues,
  NUMBER_LIMITS,
  type NumberName,
  type SkillId,
} from './vocabulary.schema.ts';

export const NO_WISHES: Wishes = { chips: [], height_cm: null, weight_lb: null, budget: null };

/** Label and format of each number. */
export const NUMBERS: Record<
  NumberName,
  { label: Message; step: number; show: (t: Translator, value: number) => string }
> = {
  height_cm: { label: messages.height, step: 1, show: formatBuildHeight },
  weight_lb: { label: messages.weight, step: 1, show: (_, pounds) => formatPounds(pounds) },
  budget: { label: messages.points, step: 10, show: (t, points) => t(messages.pointCount, { points }) },
};
export const clamp = (value: number, [min, max]: readonly [number, number]) => Math.min(max, Math.max(min, value));
/** Returns the nearest value a slider can have. */
export const clampToRange = (name: NumberName, value: number): number =>
  clamp(Math.round(value), [NUMBER_LIMITS[name].min, NUMBER_LIMITS[name].max]);

export const isEmpty = ({ chips, ...numbers }: Wishes): boolean =>
  chips.length === 0 && Object.values(numbers).every((value) => value === null);

/** A message that names two contradictory chips. */
type Clash = Message<{ one: string; other: string }>;

const CLASH_MESSAGES: Partial<Record<ChipKind, Clash>> = {
  position: messages.clashPosition,
  archetype: messages.clashArchetype,
  level: messages.clashLevel,
  mode: messages.clashMode,
};

/** Returns the ratings that are ruled out when a player wants none of these skills. */
export const listRuledOutAttributes = (skills: readonly SkillId[]): AttributeId[] =>
  skills.flatMap((one) => [...SKILLS[one].all]);

/** Returns whether an archetype works without these ratings. It needs its first core rating and another one. */
export function canKeepArchetype(archetype: ArchetypeId, ruledOut: readonly AttributeId[]): boolean {
  const core = listCoreRatings(archetype).map(([id]) => id);
  return !ruledOut.includes(core[0]!) && core.filter((id) => !ruledOut.includes(id)).length >= 2;
}

const isRuledOutBy = (skill: SkillId, ruledOut: SkillId) =>
  [SKILLS[skill].small, SKILLS[skill].big].some((attributeIds: readonly AttributeId[]) =>
    attributeIds.every((id) => listRuledOutAttributes([ruledOut]).includes(id)),
  );

/** Returns why two chips contradict each other, if they do. */
function findClash(one: ChipId, other: ChipId): Clash | undefined {
  const kind = getChipKind(one);
  const exclusiveClash = CLASH_MESSAGES[kind];
  if (exclusiveClash && kind === getChipKind(other)) return exclusiveClash;
  const chips = [one, other];
  const [avoidedSkill] = listValues(chips, 'avoid');
  if (avoidedSkill === undefined) return undefined;
  if (listValues(chips, 'want').some((wantedSkill) => isRuledOutBy(wantedSkill, avoidedSkill)))
    return messages.clashSkills;
  const isLost = listValues(chips, 'archetype').some(
    (archetype) => !canKeepArchetype(archetype, listRuledOutAttributes([avoidedSkill])),
  );
  return isLost ? messages.clashCore : undefined;
}

export type Contradiction = { message: Clash; chips: [ChipId, ChipId] };

export const formatContradiction = (t: Translator, { message, chips: [one, other] }: Contradiction): string =>
  t(message, { one: getChipLabel(t, one), other: getChipLabel(t, other) });

/** Lists the pairs of chips that contradict each other; removing one chip of a pair resolves it. */
export function listContradictions(chips: readonly ChipId[]): Contradiction[] {
  return chips.flatMap((one, index) =>
    chips.slice(index + 1).flatMap((other): Contradiction[] => {
      const message = findClash(one, other);
      return message ? [{ message, chips: [one, other] }] : [];
    }),
  );
}

/** Adds new wishes and drops earlier ones that conflict with them. */
export function mergeWishes(before: Wishes, newWishes: Wishes): Wishes {
  const isOverridden = (id: ChipId) =>
    newWishes.chips.some((one) => one === id || findClash(id, one) || isReplacedBy(id, one));
  const [position] = listValues(newWishes.chips, 'position');
  const isHeightOpen = newWishes.height_cm !== null || (position && !canPlayAt(position, before.height_cm));
  return {
    chips: [...before.chips.filter((id) => !isOverridden(id)), ...newWishes.chips],
    height_cm: isHeightOpen ? newWishes.height_cm : before.height_cm,
    weight_lb: newWishes.weight_lb ?? before.weight_lb,
    budget: newWishes.budget ?? before.budget,
  };
}

const canPlayAt = (position: keyof typeof POSITION_HEIGHTS, cm: number | null) =>
  cm === null || clamp(cm, POSITION_HEIGHTS[position].possible) === cm;

/**
 * Returns whether a new position or archetype replaces an earlier chip, because players of the archetype don't play the
 * position.
 */
function isReplacedBy(before: ChipId, newChip: ChipId): boolean {
  const chips = [before, newChip];
  const [position] = listValues(chips, 'position');
  const [archetype] = listValues(chips, 'archetype');
  return Boolean(position && archetype && !getArchetype(archetype).positions.includes(position));
}
