import type { PageAddress } from '../../content/paths.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';
import * as messages from './threads.messages.ts';
import { EDIT_HISTORY_FIRST, EDIT_HISTORY_MAX } from './threads.rules.ts';
import { MESSAGE_MAX } from './threads.schema.ts';

/** Maximum length of a reported message, in characters. Leaves room for four full-length versions. */
const REPORTED_MAX = 4 * MESSAGE_MAX;

const getLength = (text: string) => [...text].length;

/**
 * Formats a reported message together with its earlier versions. If that's too long, includes only the first version
 * and the latest ones.
 */
export function formatReportedText({ body, earlier }: { body: string; earlier: readonly string[] }): string {
  const versions = earlier.map((text, index) => ({ text, at: index }));
  let remainingLength = REPORTED_MAX - getLength(body);
  const shownSeqs = new Set<number>();
  for (const { text, at } of [...versions.slice(0, 1), ...versions.slice(1).toReversed()]) {
    remainingLength -= getLength(text);
    if (remainingLength < 0) break;
    shownSeqs.add(at);
  }
  // A full history may lack versions in the middle, so later ones aren't numbered.
  const numbered = earlier.length < EDIT_HISTORY_MAX ? EDIT_HISTORY_MAX : EDIT_HISTORY_FIRST;
  const lines = versions
    .filter(({ at }) => shownSeqs.has(at))
    .map(({ text, at }) =>
      at < numbered
        ? english(messages.reportedBeforeEdit, { number: at + 1, text })
        : english(messages.reportedBeforeLaterEdit, { text }),
    );
  const missingCount = earlier.length - shownSeqs.size;
  const leftOut = missingCount > 0 ? [english(messages.reportedVersionsLeftOut, { count: missingCount })] : [];
  return [body || english(messages.reportedDeleted), ...lines, ...leftOut].join('\n');
}

/**
 * Builds the notification about unread messages. A reader gets only one notification until they've read the messages.
 */
export function createUnreadMessage(
  t: Translator,
  { id, title, path }: { id: string; title: string; path: PageAddress },
  { readSeq, author }: { readSeq: number; author: string | undefined },
): Omit<NewNotification, 'userId'> {
  return {
    kind: 'thread',
    title: t(messages.unreadTitle, { author: author ?? t(messages.unknownAuthor), chat: title }),
    lines: [t(messages.unreadHint)],
    link: { label: t(messages.unreadLink), path },
    dedupeKey: `thread:${id}:${readSeq}`,
  };
}
