import { anyOf, LANGUAGES_READ, type Language, type Lexicon, plain } from './lexicon.rules.ts';
import { english } from './lexicon-english.rules.ts';
import { french } from './lexicon-french.rules.ts';
import { german } from './lexicon-german.rules.ts';
import { spanish } from './lexicon-spanish.rules.ts';

export const LEXICONS: Record<Language, Lexicon> = { en: english, de: german, es: spanish, fr: french };

/** Lists a language's own basketball terms. */
const named = ({ positions, archetypes, skills, feet, inches }: Lexicon) => [
  ...[positions, archetypes, skills].flatMap((table) => Object.values<readonly string[]>(table).flat()),
  ...feet,
  ...inches,
];

/** Words that identify a language: its marker words, and terms no other of our languages shares. */
function marksOf(language: Language, spelt: (word: string) => string): RegExp {
  const alike = (word: string) => spelt(word).replace(/[ -]/g, '');
  const others = new Set(
    LANGUAGES_READ.filter((one) => one !== language).flatMap((one) => named(LEXICONS[one]).map(alike)),
  );
  // Without accents a word may belong to another language: "defense" identifies neither French nor English.
  const own = [...LEXICONS[language].marks, ...named(LEXICONS[language])]
    .map(spelt)
    .filter((word) => !others.has(alike(word)));
  return anyOf([...new Set(own)], spelt);
}
const asWritten = (text: string) => text.toLowerCase().normalize('NFC');
const marks = LANGUAGES_READ.map((language) => ({
  language,
  plainly: marksOf(language, plain),
  written: marksOf(language, asWritten),
}));

/**
 * Detects a text's language by the words only that language has. Accents distinguish "pívot" from "pivot" but are often
 * left out, so both spellings count.
 * @param before the fallback when the text gives no hint or a tie
 */
export function languageOf(text: string, before: Language): Language {
  const [small, exact] = [plain(text), asWritten(text)];
  const counts = marks.map(({ language, plainly, written }) => ({
    language,
    count: (small.match(plainly)?.length ?? 0) + (exact.match(written)?.length ?? 0),
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const first = counts.filter(({ count }) => count === most).map(({ language }) => language);
  return most === 0 || first.includes(before) ? before : first[0]!;
}
