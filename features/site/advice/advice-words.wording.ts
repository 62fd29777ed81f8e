import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import type { Fact, Missing } from './advice-facts.rules.ts';
import { type ArchetypeId, type AttributeId, feetOf, kgOf, type SkillId } from './build-facts.rules.ts';

type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

/** One language's wording: names, and a sentence for each fact. */
export type AdviceWords = {
  attributes: Record<AttributeId, string>;
  positions: Record<Position, string>;
  skills: Record<SkillId, string>;
  levels: Record<CompetitiveLevel, string>;
  ideas: Record<ArchetypeId, string>;
  jobs: Record<Position, string>;
  facts: { [Kind in Fact['kind']]: (fact: FactOf<Kind>) => string };
  missing: Record<Missing, string>;
  title: (archetype: string, position: string) => string;
  /** Follow-up questions that can be asked with one tap. */
  next: { taller: string; shorter: string; more: (skill: SkillId) => string; why: string; points: string };
};

/** Joins words as "a, b and c" in any language. */
export const listed = (words: readonly string[], and: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Formats a height for metric users; English puts feet first. */
export const metric = (cm: number): string => `${cm} cm (${feetOf(cm)})`;
export const kilograms = (lb: number): string => `${kgOf(lb)} kg (${lb} lb)`;

/** Formats ratings with their names: "Block 92, Strength 86". */
export const rated = (
  ratings: readonly (readonly [AttributeId, number])[],
  names: Record<AttributeId, string>,
): string => ratings.map(([id, rating]) => `${names[id]} ${rating}`).join(', ');
