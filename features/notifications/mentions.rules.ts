import type { Mentions } from '../../messages/mentions.ts';
import type { Attachment, MessageAction } from './notifications.schema.ts';

/** The texts of a stored message. */
export type MessageTexts = {
  title: string;
  lines: string[];
  actions: MessageAction[];
  attachments: Attachment[];
};

/** Shorter names can be ordinary words, so we don't look for them in messages stored without mentions. */
const SHORTEST_SEARCHED_NAME = 3;

/** Returns whether messages without mentions can be searched for a name. */
export const isSearchable = (name: string): boolean => [...name].length >= SHORTEST_SEARCHED_NAME;

/** Keeps the mentions whose words appear in the texts. Drops the recipient's own mention. */
export function keepUsedMentions(
  mentions: Mentions,
  userId: string,
  { title, lines, labels, files }: { title: string; lines: readonly string[]; labels: string[]; files: string[] },
): Mentions {
  const text = [title, ...lines, ...labels, ...files].join('\n');
  const used = Object.entries(mentions)
    .filter(([id]) => id !== userId)
    .map(([id, words]) => [id, words.filter((one) => text.includes(one))] as const)
    .filter(([, words]) => words.length > 0);
  return Object.fromEntries(used);
}

const escapePattern = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Replaces whole words. If the words only appear inside longer ones, replaces them there. */
function replaceWords(text: string, words: string, replacement: string): string {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(words)}(?![\\p{L}\\p{N}_])`, 'gu');
  const replaced = text.replaceAll(whole, () => replacement);
  return replaced === text ? text.replaceAll(words, () => replacement) : replaced;
}

/**
 * Replaces the words that identify a person in a message. Drops attached files, because they're outdated once the
 * person's account is erased. The page offers the current files.
 */
export function replaceMentions(texts: MessageTexts, words: readonly string[], replacement: string): MessageTexts {
  // Replace the longest words first, because a line with contact details also contains the name.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const replace = (text: string) => longestFirst.reduce((rest, one) => replaceWords(rest, one, replacement), text);
  return {
    title: replace(texts.title),
    lines: texts.lines.map(replace),
    actions: texts.actions.map((action) => ({ ...action, label: replace(action.label) })),
    attachments: [],
  };
}

/** Replaces a name in a message that was stored without mentions. Only whole words count. */
export function replaceSearchedName(texts: MessageTexts, name: string, replacement: string): MessageTexts {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(name)}(?![\\p{L}\\p{N}_])`, 'u');
  const isNamed = [texts.title, ...texts.lines].some((text) => whole.test(text));
  return isNamed ? replaceMentions(texts, [name], replacement) : texts;
}
