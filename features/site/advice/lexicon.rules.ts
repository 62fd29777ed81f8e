import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import type { ArchetypeId, SkillId } from './build-facts.rules.ts';

export const LANGUAGES_READ = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES_READ)[number];

/**
 * What's said about something: wanted, weak, more, less, none or no more of it, lacking in the squad, or covered by it.
 */
export const VERDICTS = ['want', 'weak', 'more', 'less', 'not', 'enough', 'lack', 'covered'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a build is for: organized five-on-five, or the park, where everyone plays for themselves. */
export type Mode = 'five' | 'park';

/**
 * One language's words, as phrases; an asterisk matches the rest of a word. Matching ignores accents and case. When two
 * phrases match, the longer one wins.
 */
export type Lexicon = {
  /** Words that identify the language. */
  marks: readonly string[];
  positions: Record<Position, readonly string[]>;
  archetypes: Record<ArchetypeId, readonly string[]>;
  skills: Record<SkillId, readonly string[]>;
  levels: Record<CompetitiveLevel, readonly string[]>;
  modes: Record<Mode, readonly string[]>;
  /** Phrases that look like a negation but aren't, or that mention a squad without saying anything about it. */
  idle: readonly string[];
  no: readonly string[];
  team: readonly string[];
  /** The player says what they are or play. */
  self: readonly string[];
  need: readonly string[];
  weak: readonly string[];
  strong: readonly string[];
  more: readonly string[];
  less: readonly string[];
  or: readonly string[];
  and: readonly string[];
  /** A clause ends before these. */
  breaks: readonly string[];
  taller: readonly string[];
  shorter: readonly string[];
  why: readonly string[];
  /** Asks how many points there are. */
  howMany: readonly string[];
  points: readonly string[];
  budget: readonly string[];
  fresh: readonly string[];
  /** The numbers from one to twelve, spelled out. */
  counts: readonly string[];
  feet: readonly string[];
  inches: readonly string[];
  /** Marks a bare number as a height. */
  tall: readonly string[];
};

/** Normalizes text for comparison: lowercase, no accents, one kind of quote and dash. */
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

/**
 * Builds an expression that finds any of these phrases as whole words, the longest first. @param spelt normalizes a
 * phrase the way the searched text was normalized
 */
export function anyOf(phrases: readonly string[], spelt: (phrase: string) => string = plain): RegExp {
  const longestFirst = phrases.toSorted((a, b) => b.length - a.length).map((phrase) => pattern(spelt(phrase)));
  return new RegExp(`(?<![${EDGE}])(?:${longestFirst.join('|') || '(?!)'})(?![${EDGE}])`, 'gu');
}
