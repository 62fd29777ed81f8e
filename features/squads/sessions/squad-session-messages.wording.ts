import { paths } from '../../../content/paths.ts';
import type { ReaderTimes } from '../../../time/reader-times.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { formatSessionLine } from '../../matches/match-messages.wording.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import { formatFor, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import { getAnswerDeadline, type Reminder } from './squad-sessions.rules.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

type Named = { id: string; name: string };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date; answersUntil: Date | null };

type SessionNotice = {
  what: string;
  title: string;
  lines: readonly string[];
  guest?: boolean;
  asks?: boolean;
  helpsUntil?: Date | undefined;
};

/** Formats a session's time in the reader's time zone. */
export const formatTimeLine = ({ startsAt, endsAt }: Pick<Timed, 'startsAt' | 'endsAt'>, reader: ReaderTimes): string =>
  formatSessionLine({ start: startsAt.toISOString(), end: endsAt.toISOString() }, reader);

/**
 * Builds the message about a session's change for one reader. It's useful until the session can no longer be answered.
 * @param what identifies the cause: each reader gets each cause once per session and version; `guest`: the reader only
 * plays this session and sees its own page; `asks`: it can be answered right in the message; `helpsUntil`: set when the
 * message is useful longer than the session can be answered
 */
export function createSessionMessage(
  squad: Named,
  session: Timed,
  userId: string,
  { what, title, lines, guest = false, asks = false, helpsUntil }: SessionNotice,
): NewNotification {
  return {
    userId,
    kind: 'session',
    title,
    lines: [...lines],
    link: guest
      ? { label: 'See the session', path: paths.session(session.id) }
      : {
          label: 'Open the squad room',
          path: asks ? paths.squadSession(squad.id, session.id, session.version) : paths.squad(squad.id),
        },
    dedupeKey: `session:${session.id}:${session.version}:${what}`,
    usefulUntil: helpsUntil ?? getAnswerDeadline(session),
  };
}

/** Builds the feedback request for a player in the lineup. @param until when feedback closes */
export function createFeedbackMessage(
  squad: Named,
  session: Timed,
  reader: { userId: string; times: ReaderTimes },
  until: Date,
): NewNotification {
  const lines = [
    formatTimeLine(session, reader.times),
    'Tell us if you played and who was a no-show. The others won’t see your answer. In a squad of five, one report alone doesn’t count.',
  ];
  return {
    ...createSessionMessage(squad, session, reader.userId, {
      what: 'how-was-it',
      title: `${squad.name}: how was it?`,
      lines,
    }),
    link: { label: 'Give feedback', path: paths.session(session.id) },
    usefulUntil: until,
  };
}

/** Formats how many players have to confirm, for those who are asked. */
export const formatPlayersNeeded = (size: number): string => PLAYERS_NEEDED[formatFor(size)];
const PLAYERS_NEEDED: Record<GroupFormat, string> = {
  squad: 'It’s on once five of you confirm.',
  pair: 'It’s on once you both confirm.',
};

/** Formats 'in a day', 'in 3 hours', 'in 45 minutes'. */
export function formatDeadline(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (hours >= 23) return 'in a day';
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes >= 90) return `in ${hours} hours`;
  return minutes >= 55 ? 'in an hour' : `in ${Math.max(minutes, 1)} minute${minutes > 1 ? 's' : ''}`;
}

/** Reminder texts for players whose answer isn't final. */
const OPEN_WORDS = {
  maybe: 'You said maybe. Tell the others if you’re coming.',
  silent: 'You haven’t answered yet. Tell the others if you’re coming.',
};

/** Builds the reminder for a member who said yes or maybe to a session, or hasn't answered. */
export function createReminderMessage(
  squad: Named & { size: number },
  session: Timed,
  reader: { userId: string; times: ReaderTimes; answer: SessionAnswer | null; isSubstitute: boolean },
  { which, names, now }: { which: Reminder; names: readonly string[]; now: Date },
): NewNotification {
  const missing = squad.size - names.length;
  const count = `${names.length} of ${squad.size} are in`;
  const state = missing > 0 ? `Not confirmed yet: ${count}.` : `In: ${names.join(', ')}.`;
  const own = reader.answer === 'yes' ? [] : [OPEN_WORDS[reader.answer === null ? 'silent' : 'maybe']];
  const where = reader.isSubstitute ? 'on the session page' : 'in the squad room';
  const hour = which === 'hour' ? [`Check in ${where} during the 30 minutes before it starts.`] : [];
  return createSessionMessage(squad, session, reader.userId, {
    what: `reminder-${which}`,
    title: `${squad.name} plays ${formatDeadline(session.startsAt.getTime() - now.getTime())}`,
    lines: [formatTimeLine(session, reader.times), state, ...own, ...hour],
    guest: reader.isSubstitute,
    asks: reader.answer !== 'yes',
  });
}
