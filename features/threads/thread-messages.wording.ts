import type { PageAddress } from '../../content/paths.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';
import { EDIT_HISTORY_FIRST, EDIT_HISTORY_MAX } from './threads.rules.ts';
import { MESSAGE_MAX } from './threads.schema.ts';

/** So many characters of a message a report keeps: four versions of the greatest length. */
const REPORTED_MAX = 4 * MESSAGE_MAX;

const lengthOf = (text: string) => [...text].length;

/**
 * Words of a message that were reported, with how it read before it was changed or taken back. Where that is too much,
 * the first version and the latest ones are there.
 */
export function formatReportedText({ body, earlier }: { body: string; earlier: readonly string[] }): string {
  const all = earlier.map((text, at) => ({ text, at }));
  let left = REPORTED_MAX - lengthOf(body);
  const shown = new Set<number>();
  for (const { text, at } of [...all.slice(0, 1), ...all.slice(1).toReversed()]) {
    left -= lengthOf(text);
    if (left < 0) break;
    shown.add(at);
  }
  // Of as many as are kept some in between may be gone, so that later ones have no number.
  const numbered = earlier.length < EDIT_HISTORY_MAX ? EDIT_HISTORY_MAX : EDIT_HISTORY_FIRST;
  const lines = all
    .filter(({ at }) => shown.has(at))
    .map(({ text, at }) => `${at < numbered ? `Before change ${at + 1}` : 'Before a later change'}: ${text}`);
  const missing = earlier.length - shown.size;
  return [body || 'Taken back since.', ...lines, ...(missing > 0 ? [`Versions left out here: ${missing}.`] : [])].join(
    '\n',
  );
}

/** Somebody wrote, and the reader has not read it: one message until they do. */
export function unreadMessage(
  { id, title, path }: { id: string; title: string; path: PageAddress },
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
