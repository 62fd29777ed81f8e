import type { Translator } from '../../messages/translator.ts';
import * as messages from './notifications.messages.ts';
import type { InboxItem } from './notifications.schema.ts';

/** Messages on one topic, newest first; never empty. */
export type MessageGroup = { key: string; newest: InboxItem; earlier: InboxItem[] };

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns a message's topic: the match, listing, booking or order in its URL, otherwise the message itself. */
const toGroupKey = (item: Pick<InboxItem, 'id' | 'address'>): string =>
  item.address?.match(ID)?.[0].toLowerCase() ?? item.id;

/**
 * Groups messages by topic, starting with the topic of the latest message.
 * @param items newest first
 */
export function groupByTopic(items: readonly InboxItem[]): MessageGroup[] {
  const groups = new Map<string, MessageGroup>();
  for (const item of items) {
    const key = toGroupKey(item);
    const group = groups.get(key);
    if (group) group.earlier.push(item);
    else groups.set(key, { key, newest: item, earlier: [] });
  }
  return [...groups.values()];
}

/** Splits topics into those with a message that needs an answer and all others, each in inbox order. */
export function splitByAnswerNeeded(groups: readonly MessageGroup[]): {
  toAnswer: MessageGroup[];
  others: MessageGroup[];
} {
  const isWaitingForAnswer = ({ newest, earlier }: MessageGroup) => [newest, ...earlier].some(({ waits }) => waits);
  return { toAnswer: groups.filter(isWaitingForAnswer), others: groups.filter((group) => !isWaitingForAnswer(group)) };
}

/** Formats a count to fit a badge. */
export const formatCount = (count: number) => (count > 99 ? '99+' : String(count));

/**
 * Returns the announcement when the unread count changes. Only increases are announced, and never the count on page
 * load.
 * @param before the previous count; undefined if it wasn't known
 */
export function getNewsAnnouncement(t: Translator, before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined || now <= before) return '';
  return t(messages.newNotifications, { added: now - before });
}
