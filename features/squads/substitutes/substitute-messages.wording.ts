import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { formatReaderTime, type TimePreferences } from '../../../time/reader-times.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { formatTimeLine } from '../sessions/squad-session-messages.wording.ts';
import * as messages from '../squads.messages.ts';

type Named = { name: string; size: number };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date };
type About = { squad: Named; session: Timed };
/** The part of a notification that's written for its recipient. */
type Content = Omit<NewNotification, 'userId'>;
type Question = { id: string; seat: Position | null; until: Date; score: number | null };

/** Builds the invitation to sub in for one session, which is useful until its deadline. */
export function createSubstituteInviteMessage(
  t: Translator,
  { squad, session }: About,
  times: TimePreferences,
  { question, goingCount, reasons }: { question: Question; goingCount: number; reasons: readonly string[] },
): Content {
  const { seat, until, score } = question;
  const fitLines = score === null ? [] : [t(messages.subFit, { score: Math.round(score) })];
  return {
    kind: 'session',
    title: t(messages.subNeededTitle, { squad: squad.name, position: seat ?? 'none' }),
    lines: [
      formatTimeLine(t, session, times),
      t(messages.subNeededCount, { count: goingCount, size: squad.size }),
      ...fitLines,
      ...reasons.slice(0, 2),
      t(messages.subNeededDeadline, { time: formatReaderTime(t, until, 'weekday-clock', times) }),
    ],
    link: { label: t(messages.seeSession), path: paths.substituteRequest(session.id, session.version) },
    dedupeKey: `stand-in:${question.id}:asked`,
    usefulUntil: until,
  };
}

/** Builds the push for a player in the queue, who has seconds to take a spot in a game that's waiting for them. */
export const createQueueOfferMessage = (
  t: Translator,
  { squad, session }: About,
  { id, seat, until }: Pick<Question, 'id' | 'seat' | 'until'>,
): Content => ({
  kind: 'queue',
  title: t(messages.subNeededTitle, { squad: squad.name, position: seat ?? 'none' }),
  lines: [t(messages.queueOfferHint)],
  link: { label: t(messages.seeSession), path: paths.substituteRequest(session.id, session.version) },
  dedupeKey: `stand-in:${id}:asked`,
  topic: `stand-in:${id}`,
  deadline: until,
});

/** Why a sub offer or a substitution ended. */
export type SubstituteEnd = 'enough' | 'fewer' | 'stopped' | 'moved' | 'called-off' | 'hidden' | 'parted';

const END_REASONS: Record<SubstituteEnd, Message> = {
  enough: messages.subEndedEnough,
  fewer: messages.subEndedFewer,
  stopped: messages.subEndedStopped,
  moved: messages.subEndedMoved,
  'called-off': messages.subEndedCanceled,
  hidden: messages.subEndedUnpublished,
  // The text looks like any other reason, so that it doesn't reveal a block.
  parted: messages.subEndedOther,
};

/** Builds the notification that a sub offer or substitution has ended. */
export function createSubstituteEndMessage(
  t: Translator,
  { squad, session }: About,
  times: TimePreferences,
  { question, why, wasIn }: { question: { id: string }; why: SubstituteEnd; wasIn: boolean },
): Content {
  return {
    kind: 'session',
    title: t(wasIn ? messages.subEndedTitle : messages.subNotNeededTitle, { squad: squad.name }),
    lines: [formatTimeLine(t, session, times), t(END_REASONS[why])],
    link: { label: t(messages.seeSession), path: paths.session(session.id) },
    dedupeKey: `stand-in:${question.id}:ended`,
    usefulUntil: session.endsAt,
  };
}
