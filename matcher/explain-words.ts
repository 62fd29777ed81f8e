import { english } from './explain-english.ts';
import type { Explanation, ExplanationFact } from './explain-facts.ts';
import type { ExplanationWords, Group, Language, Reader } from './explain-reader.ts';

const LANGUAGES: Record<Language, ExplanationWords> = { en: english };

/** Writes an explanation for one reader: one sentence per topic, with their language, time zone and names. */
export function explanationSentences({ members, facts }: Explanation, reader: Reader): string[] {
  const words = LANGUAGES[reader.language ?? 'en'];
  const group: Group = { members, reader };
  return facts.map((fact) => sentenceOf(fact, words, group)).filter((sentence) => sentence !== null);
}

/** Writes one fact. The cast is needed because TypeScript can't match a union's members with the table's entries. */
function sentenceOf(fact: ExplanationFact, words: ExplanationWords, group: Group): string | null {
  const write = words[fact.about] as (fact: ExplanationFact, group: Group) => string | null;
  return write(fact, group);
}
