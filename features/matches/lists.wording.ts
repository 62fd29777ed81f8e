import type { Translator } from '../../messages/translator.ts';

/** Joins words as 'a, b and c', or 'a, b or c' for a disjunction. */
export const formatList = (t: Translator, words: readonly string[], type: Intl.ListFormatType = 'conjunction') =>
  // Use British English, which has no comma before the last word.
  new Intl.ListFormat(t.locale === 'en' ? 'en-GB' : t.locale, { type }).format(words);
