import type { InboxItem } from './notifications.schema.ts';

/** Messages about one thing, newest first; there is always one. */
export type MessageGroup = { key: string; newest: InboxItem; earlier: InboxItem[] };

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** What a message is about: the match, listing, booking or order that its address names, else only itself. */
const toGroupKey = (item: Pick<InboxItem, 'id' | 'address'>): string =>
  item.address?.match(ID)?.[0].toLowerCase() ?? item.id;

/**
 * Messages by what they are about: whatever was last heard of comes first.
 * @param items newest first
 */
export function groupByTopic(items: readonly InboxItem[]): MessageGroup[] {
  const things = new Map<string, MessageGroup>();
  for (const item of items) {
    const key = toGroupKey(item);
    const known = things.get(key);
    if (known) known.earlier.push(item);
    else things.set(key, { key, newest: item, earlier: [] });
  }
  return [...things.values()];
}

/** A number of unread messages as a badge has room for. */
export const formatCount = (unread: number) => (unread > 99 ? '99+' : String(unread));

/** What the bell is called. @param unread undefined until the number is known */
export const getBellLabel = (unread: number | undefined) =>
  unread ? `Notifications, ${unread} unread` : 'Notifications';

/**
 * What is read out when the number changes: only that there is more, and not the number one arrives with.
 * @param before undefined when it was not known
 */
export function getUnreadAnnouncement(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined || now <= before) return '';
  const added = now - before;
  return `${added} new ${added === 1 ? 'notification' : 'notifications'}, ${now} unread`;
}
