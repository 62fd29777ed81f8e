import { paths } from '../../../content/paths.ts';
import { formatReaderTime, type ReaderTimes } from '../../../time/reader-times.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { formatTimeLine } from '../sessions/squad-session-messages.wording.ts';

type Named = { name: string; size: number };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date };
type Reader = { userId: string; times: ReaderTimes };
type Question = { id: string; seat: Position | null; until: Date; score: number | null };

/** Invites a user to sub in for one session. The notification isn't useful after its deadline. */
export function createSubstituteInviteMessage(
  squad: Named,
  session: Timed,
  reader: Reader,
  { question, coming, reasons }: { question: Question; coming: number; reasons: readonly string[] },
): NewNotification {
  const { seat, until, score } = question;
  const fit = score === null ? [] : [`With you, they’d score ${Math.round(score)} out of 100.`];
  return {
    userId: reader.userId,
    kind: 'session',
    title: `${squad.name} needs a sub${seat ? ` to play ${seat}` : ''}`,
    lines: [
      formatTimeLine(session, reader.times),
      `${coming} of ${squad.size} are in. You’d play just this session and chat with the squad about it.`,
      ...fit,
      ...reasons.slice(0, 2),
      `Answer by ${formatReaderTime(until, 'weekday-clock', reader.times)}. After that, we’ll ask someone else.`,
    ],
    link: { label: 'See the session', path: paths.substituteRequest(session.id, session.version) },
    dedupeKey: `stand-in:${question.id}:asked`,
    usefulUntil: until,
  };
}

/** The reason a sub offer or a substitution ended. */
export type SubstituteEnd = 'enough' | 'fewer' | 'stopped' | 'moved' | 'called-off' | 'hidden' | 'parted';

const END_REASONS: Record<SubstituteEnd, string> = {
  enough: 'Enough players are in again, so the squad doesn’t need a sub.',
  fewer: 'The squad needs fewer players than before, so this spot is closed.',
  stopped: 'The captain stopped looking for subs, so this spot is closed.',
  moved: 'The squad moved this session, so this request ended. We may ask you again for the new time.',
  'called-off': 'The session is canceled.',
  hidden: 'Your profile is no longer published, so we’re asking someone else. Publish it to be asked again.',
  // A block must look like any other reason.
  parted: 'The squad doesn’t need this spot filled anymore.',
};

/** Notifies a user that their sub offer or substitution has ended. */
export function createSubstituteEndMessage(
  squad: Named,
  session: Timed,
  reader: Reader,
  { question, why, wasIn }: { question: { id: string }; why: SubstituteEnd; wasIn: boolean },
): NewNotification {
  return {
    userId: reader.userId,
    kind: 'session',
    title: wasIn ? `You’re no longer subbing in for ${squad.name}` : `${squad.name} no longer needs a sub`,
    lines: [formatTimeLine(session, reader.times), END_REASONS[why]],
    link: { label: 'See the session', path: paths.session(session.id) },
    dedupeKey: `stand-in:${question.id}:ended`,
    usefulUntil: session.endsAt,
  };
}
