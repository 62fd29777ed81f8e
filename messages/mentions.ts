/** The people whom a text names, by id, each with the words that identify them: a name, or a line with their contacts. */
export type Mentions = Record<string, string[]>;

let collectedMentions: Mentions | undefined;

/** Writes a text and collects the people whom it names with `mention`. The text must be written synchronously. */
export function collectMentions<Text>(write: () => Text): { text: Text; mentions: Mentions } {
  const outer = collectedMentions;
  const mentions: Mentions = {};
  collectedMentions = mentions;
  try {
    return { text: write(), mentions };
  } finally {
    collectedMentions = outer;
  }
}

/**
 * Notes that the text being written names a person, so that erasing their account removes these words from it. Every
 * name in a notification must go through here.
 * @param words the words as they appear in the text
 */
export function mention<Words extends string | null | undefined>(id: string | null | undefined, words: Words): Words {
  if (!collectedMentions || !id || !words) return words;
  const knownWords = collectedMentions[id] ?? [];
  if (!knownWords.includes(words)) collectedMentions[id] = [...knownWords, words];
  return words;
}
