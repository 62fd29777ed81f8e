import type { ThreadMessage, ThreadNews, ThreadPage } from './threads.schema.ts';

/**
 * Merges new messages into a thread page.
 * @param viewerId the user viewing the page
 * @returns undefined when there's a gap, so the page has to be fetched
 */
export function mergeNews(page: ThreadPage, { messages }: ThreadNews, viewerId: string): ThreadPage | undefined {
  const newMessages = messages.filter(({ seq }) => seq > page.last_seq);
  const addedMessages: ThreadMessage[] = [];
  for (const [index, { seq, author_id, client_id, text, created_at }] of newMessages.entries()) {
    const author = page.members.find(({ id }) => id === author_id);
    if (seq !== page.last_seq + 1 + index || !author) return undefined;
    const { id, display_name, avatar_path, muted } = author;
    const isYou = id === viewerId;
    addedMessages.push({
      seq,
      client_id: isYou ? client_id : null,
      author: { id, display_name, avatar_path },
      is_you: isYou,
      muted,
      text,
      removed: null,
      editable: isYou,
      created_at,
      edited_at: null,
    });
  }
  const unreadCount = addedMessages.filter(({ is_you, muted }) => !is_you && !muted).length;
  return {
    ...page,
    messages: [...page.messages, ...addedMessages],
    last_seq: page.last_seq + addedMessages.length,
    unread: page.unread + unreadCount,
  };
}

/** Merges the viewer's own message into the page. @returns undefined when unknown messages precede the new one */
export function mergeOwnMessage(page: ThreadPage, message: ThreadMessage): ThreadPage | undefined {
  if (message.seq > page.last_seq + 1) return undefined;
  const otherMessages = page.messages.filter(({ seq }) => seq !== message.seq);
  const messages = [...otherMessages, message].sort((a, b) => a.seq - b.seq);
  return { ...page, messages, last_seq: Math.max(page.last_seq, message.seq) };
}

/** Marks every message up to this number as read. */
export function mergeReadMark(page: ThreadPage, seq: number): ThreadPage {
  const unreadMessages = page.messages.filter(
    (one) => one.seq > seq && one.author && !one.is_you && !one.muted && !one.removed,
  );
  return { ...page, read_seq: Math.max(page.read_seq, seq), unread: unreadMessages.length };
}

/**
 * Returns the last message to mark as read, or 0 when all are read. Includes messages that don't count as unread: if
 * deleted or muted messages didn't move the mark, the reader would get no further notifications.
 */
export const findUnmarkedSeq = ({ last_seq, read_seq }: ThreadPage): number => (last_seq > read_seq ? last_seq : 0);
