import { paths } from '../../../content/paths.ts';
import { formatList } from '../../../messages/lists.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { TimePreferences } from '../../../time/reader-times.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { formatSessionLine } from '../../matches/match-messages.wording.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import type { GroupFormat } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';
import { getAnswerDeadline, type Reminder } from './squad-sessions.rules.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

type Named = { id: string; name: string };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date; answersUntil: Date | null };

/** A session and its squad, as referred to in messages. */
type About<Squad extends Named = Named> = { squad: Squad; session: Timed };

/** The part of a notification that's written for its recipient. */
type Content = Omit<NewNotification, 'userId'>;

type SessionNotice = {
  what: string;
  title: string;
  lines: readonly string[];
  guest?: boolean;
  asks?: boolean;
  helpsUntil?: Date | undefined;
};

/** Formats a session's time in the reader's time zone. */
export const formatTimeLine = (
  t: Translator,
  { startsAt, endsAt }: Pick<Timed, 'startsAt' | 'endsAt'>,
  reader: TimePreferences,
): string => formatSessionLine(t, { start: startsAt.toISOString(), end: endsAt.toISOString() }, reader);

/**
 * Builds the notification about a session for one reader, useful until the answer deadline.
 * @param what the cause; each reader gets one notification per cause, session and version; `guest`: the reader is a
 * substitute and sees the session's own page; `asks`: it can be answered in the message; `helpsUntil`: set if it's
 * useful longer
 */
export function createSessionMessage(
  t: Translator,
  { squad, session }: About,
  { what, title, lines, guest = false, asks = false, helpsUntil }: SessionNotice,
): Content {
  return {
    kind: 'session',
    title,
    lines: [...lines],
    link: guest
      ? { label: t(messages.seeSession), path: paths.session(session.id) }
      : {
          label: t(messages.openRoom),
          path: asks ? paths.squadSession(squad.id, session.id, session.version) : paths.squad(squad.id),
        },
    dedupeKey: `session:${session.id}:${session.version}:${what}`,
    usefulUntil: helpsUntil ?? getAnswerDeadline(session),
  };
}

/** Builds the feedback request for a player in the lineup. @param until when feedback closes */
export function createFeedbackMessage(
  t: Translator,
  about: About,
  { times, until }: { times: TimePreferences; until: Date },
): Content {
  const { squad, session } = about;
  return {
    ...createSessionMessage(t, about, {
      what: 'how-was-it',
      title: t(messages.feedbackRequestTitle, { squad: squad.name }),
      lines: [formatTimeLine(t, session, times), t(messages.feedbackRequest)],
    }),
    link: { label: t(messages.giveFeedback), path: paths.session(session.id) },
    usefulUntil: until,
  };
}

/** Text that says how many players have to confirm, by format. */
export const PLAYERS_NEEDED: Record<GroupFormat, Message> = {
  squad: messages.onOnceFive,
  pair: messages.onOnceBoth,
};
/** Like `PLAYERS_NEEDED`, but for a session that starts right away. */
export const PLAYERS_NEEDED_NOW: Record<GroupFormat, Message> = {
  squad: messages.runBackOnceFive,
  pair: messages.runBackOnceBoth,
};

/** Formats a list of names without "and". */
export const formatNames = (t: Translator, names: readonly string[]): string => formatList(t, names, 'commas');

/** Returns a title that says when the squad plays: in a day, in 3 hours or in 45 minutes. */
export function formatReminderTitle(t: Translator, squad: string, ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (hours >= 23) return t(messages.reminderTitleDay, { squad });
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes >= 90) return t(messages.reminderTitleHours, { squad, hours });
  if (minutes >= 55) return t(messages.reminderTitleHour, { squad });
  return t(messages.reminderTitleMinutes, { squad, minutes: Math.max(minutes, 1) });
}

/** Builds the reminder for a member who said yes or maybe to a session, or hasn't answered. */
export function createReminderMessage(
  t: Translator,
  about: About<Named & { size: number }>,
  reader: { times: TimePreferences; answer: SessionAnswer | null; isSubstitute: boolean },
  { which, names, now }: { which: Reminder; names: readonly string[]; now: Date },
): Content {
  const { squad, session } = about;
  const { answer, isSubstitute } = reader;
  const state =
    names.length < squad.size
      ? t(messages.reminderCount, { count: names.length, size: squad.size })
      : t(messages.confirmedPlayers, { names: formatNames(t, names) });
  const ownLines = answer === 'yes' ? [] : [t(answer === null ? messages.reminderUnanswered : messages.reminderMaybe)];
  const hour = which === 'hour' ? [t(isSubstitute ? messages.checkInHintForSubs : messages.checkInHint)] : [];
  return createSessionMessage(t, about, {
    what: `reminder-${which}`,
    title: formatReminderTitle(t, squad.name, session.startsAt.getTime() - now.getTime()),
    lines: [formatTimeLine(t, session, reader.times), state, ...ownLines, ...hour],
    guest: isSubstitute,
    asks: answer !== 'yes',
  });
}
