import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import type { ArchetypeId, SkillId } from './build-facts.rules.ts';

export const LANGUAGES_READ = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES_READ)[number];

/** What is said of something: wished for, weak, more, less, none or no more of it, lacked by the squad, or had by it. */
export const VERDICTS = ['want', 'weak', 'more', 'less', 'not', 'enough', 'lack', 'covered'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where a build is for: five against five with a plan, or the open court where everybody helps themselves. */
export type Mode = 'five' | 'park';

/**
 * The words of one language, as phrases; a star stands for the rest of a word. They are compared without accents and
 * capitals. What two phrases both fit belongs to the longer one.
 */
export type Lexicon = {
  /** Words by which the language is known. */
  marks: readonly string[];
  positions: Record<Position, readonly string[]>;
  archetypes: Record<ArchetypeId, readonly string[]>;
  skills: Record<SkillId, readonly string[]>;
  levels: Record<CompetitiveLevel, readonly string[]>;
  modes: Record<Mode, readonly string[]>;
  /** Phrases that look like a no and are none, or that name a squad without saying anything of it. */
  idle: readonly string[];
  no: readonly string[];
  team: readonly string[];
  /** Somebody says what they are or play. */
  self: readonly string[];
  need: readonly string[];
  weak: readonly string[];
  strong: readonly string[];
  more: readonly string[];
  less: readonly string[];
  or: readonly string[];
  and: readonly string[];
  /** A thought ends before these. */
  breaks: readonly string[];
  taller: readonly string[];
  shorter: readonly string[];
  why: readonly string[];
  /** Asks for the points that there are. */
  howMany: readonly string[];
  points: readonly string[];
  budget: readonly string[];
  fresh: readonly string[];
  /** The numbers from one to twelve, as they are written out. */
  counts: readonly string[];
  feet: readonly string[];
  inches: readonly string[];
  /** Says that a bare number is a height. */
  tall: readonly string[];
};

/** As phrases are compared: small, without accents, with one kind of quote and dash. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[’‘′´`]/g, "'")
    .replace(/[“”″„]|''/g, '"')
    .replace(/[‐‑‒–—]/g, '-');

const EDGE = '\\p{L}\\p{N}';
const pattern = (phrase: string) =>
  phrase
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '\\p{L}*')
    .replace(/[ -]/g, '[ -]?');

/** An expression that finds any of these phrases as whole words, the longest first. @param spelt how the text is written that is looked through */
export function anyOf(phrases: readonly string[], spelt: (phrase: string) => string = plain): RegExp {
  const longestFirst = phrases.toSorted((a, b) => b.length - a.length).map((phrase) => pattern(spelt(phrase)));
  return new RegExp(`(?<![${EDGE}])(?:${longestFirst.join('|') || '(?!)'})(?![${EDGE}])`, 'gu');
}
