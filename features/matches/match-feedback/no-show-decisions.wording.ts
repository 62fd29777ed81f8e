import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { NotificationDraft } from '../../notifications/notifications.schema.ts';
import * as messages from '../matches.messages.ts';

type Appeal = { id: string; kind: 'match' | 'session' };

/** Builds the message to a player about a moderator's decision on their no-show. */
export function createNoShowDecisionMessage(
  t: Translator,
  { id, kind }: Appeal,
  { status, answer }: { status: 'granted' | 'rejected'; answer: string | null },
): ReturnType<NotificationDraft['write']> {
  const isGranted = status === 'granted';
  return {
    kind: 'moderation',
    title: t(isGranted ? messages.noShowDismissedTitle : messages.noShowKeptTitle, { kind }),
    lines: [
      t(isGranted ? messages.noShowDismissed : messages.noShowKept),
      ...(answer ? [t(messages.appealAnswer, { answer })] : []),
    ],
    link: { label: t(messages.seeAccountStatus), path: paths.accountStatus },
    dedupeKey: `absence-decided:${id}`,
  };
}
