import { paths } from '../../../content/paths.ts';
import { formatReaderTime, type ReaderTimes } from '../../../time/reader-times.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { timeLine } from '../sessions/squad-session-messages.wording.ts';

type Named = { name: string; size: number };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date };
type Reader = { userId: string; times: ReaderTimes };
type Question = { id: string; seat: Position | null; until: Date; score: number | null };

/** Asks a user to sub in for one session. The notification is useless after its deadline. */
export function substituteInviteMessage(
  squad: Named,
  session: Timed,
  reader: Reader,
  { question, coming, reasons }: { question: Question; coming: number; reasons: readonly string[] },
): NewNotification {
  const { seat, until, score } = question;
  const fit = score === null ? [] : [`With you the matcher gives them ${Math.round(score)} of 100.`];
  return {
    userId: reader.userId,
    kind: 'session',
    title: `${squad.name} needs a stand-in${seat ? ` to play ${seat}` : ''}`,
    lines: [
      timeLine(session, reader.times),
      `${coming} of ${squad.size} are in. You would play this one session, and write to each other for it.`,
      ...fit,
      ...reasons.slice(0, 2),
      `Answer until ${formatReaderTime(until, 'weekday-clock', reader.times)}; then somebody else is asked.`,
    ],
    link: { label: 'See the session', path: paths.standIn(session.id, session.version) },
    dedupeKey: `stand-in:${question.id}:asked`,
    usefulUntil: until,
  };
}

/** Why a user is no longer asked or no longer subs in. */
export type SubstituteEnd = 'enough' | 'fewer' | 'stopped' | 'moved' | 'called-off' | 'hidden' | 'parted';

const END_REASONS: Record<SubstituteEnd, string> = {
  enough: 'Enough players are in again, so the seat is not needed any more.',
  fewer: 'Fewer players are looked for than before, so this seat is not needed any more.',
  stopped: 'The captain asks nobody any more, so the seat is not needed.',
  moved: 'The squad moved this session to another time, so this has ended. You may be asked for the new one.',
  'called-off': 'The session is called off.',
  hidden: 'Your profile is not published any more, so somebody else is asked. Publish it to be asked again.',
  // A block reads like any other reason.
  parted: 'The seat is not needed any more.',
};

/** Tells a user that they're no longer asked, or no longer sub in. */
export function substituteEndMessage(
  squad: Named,
  session: Timed,
  reader: Reader,
  { question, why, wasIn }: { question: { id: string }; why: SubstituteEnd; wasIn: boolean },
): NewNotification {
  return {
    userId: reader.userId,
    kind: 'session',
    title: wasIn ? `You do not stand in for ${squad.name} any more` : `${squad.name} needs no stand-in any more`,
    lines: [timeLine(session, reader.times), END_REASONS[why]],
    link: { label: 'See the session', path: paths.session(session.id) },
    dedupeKey: `stand-in:${question.id}:ended`,
    usefulUntil: session.endsAt,
  };
}
