import type { NewNotification } from '../notifications/notifications.schema.ts';

/** Words of a message that were reported, with how it read before it was changed or taken back. */
export function reportedWords({ body, earlier }: { body: string; earlier: readonly string[] }): string {
  const before = earlier.map((text, at) => `Before change ${at + 1}: ${text}`);
  return [body || 'Taken back since.', ...before].join('\n');
}

/** Somebody wrote, and the reader has not read it: one message until they do. */
export function unreadMessage(
  { id, title, path }: { id: string; title: string; path: string },
  { userId, readSeq, author }: { userId: string; readSeq: number; author: string },
): NewNotification {
  return {
    userId,
    kind: 'thread',
    title: `${author} wrote in ${title}`,
    lines: ['You have not read it yet. You get one message about this conversation until you do.'],
    link: { label: 'Read and answer', path },
    dedupeKey: `thread:${id}:${readSeq}`,
  };
}
