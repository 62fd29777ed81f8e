import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import * as messages from '../competition.messages.ts';

export type GameNotice = 'reported' | 'confirmed' | 'disputed' | 'decided' | 'void' | 'voided';

type About = {
  id: string;
  /** How often the game has changed, so that each change is told once. */
  change: number;
  /** The squad that did it or, against unknown opponents, the reader's own. */
  squad: string;
  isAgainstSquad: boolean;
};

function writeText(t: Translator, notice: GameNotice, { squad, isAgainstSquad }: About): [string, string] {
  switch (notice) {
    case 'reported':
      return isAgainstSquad
        ? [t(messages.noticeReported, { squad }), t(messages.noticeReportedHint)]
        : [t(messages.noticeConfirmTitle, { squad }), t(messages.noticeConfirmHint)];
    case 'confirmed':
      return [t(messages.noticeConfirmed, { squad }), t(messages.noticeConfirmedHint)];
    case 'disputed':
      return [t(messages.noticeDisputed, { squad }), t(messages.noticeDisputedHint)];
    case 'decided':
      return [t(messages.noticeDecided), t(messages.noticeConfirmedHint)];
    case 'void':
      return [t(messages.noticeVoid), t(messages.noticeVoidHint)];
    case 'voided':
      return [t(messages.noticeVoided), t(messages.noticeVoidHint)];
  }
}

/** Builds the notification about a change to a game for one reader. */
export function createGameMessage(t: Translator, notice: GameNotice, about: About): Omit<NewNotification, 'userId'> {
  const [title, line] = writeText(t, notice, about);
  return {
    kind: 'squad',
    title,
    lines: [line],
    link: { label: t(messages.seeGame), path: paths.game(about.id) },
    dedupeKey: `game:${about.id}:${about.change}:${notice}`,
  };
}
