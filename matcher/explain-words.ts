import { english } from './explain-english.ts';
import type { Explanation, ExplanationFact } from './explain-facts.ts';
import type { ExplanationWords, Group, Language, Reader } from './explain-reader.ts';

const LANGUAGES: Record<Language, ExplanationWords> = { en: english };

/** Writes an explanation for one reader: one sentence per topic, with their language, time zone and names. */
export function explanationSentences({ members, facts }: Explanation, reader: Reader): string[] {
  const language = LANGUAGES[reader.language ?? 'en'];
  const group: Group = { members, reader };
  return facts.map((fact) => getSentence(fact, language, group)).filter((sentence) => sentence !== null);
}

/** Writes one fact. The cast is needed because TypeScript can't match a union's members with the table's entries. */
function getSentence(fact: ExplanationFact, language: ExplanationWords, group: Group): string | null {
  const write = language[fact.about] as (fact: ExplanationFact, group: Group) => string | null;
  return write(fact, group);
}
