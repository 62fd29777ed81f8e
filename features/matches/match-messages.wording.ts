import { paths } from '../../content/paths.ts';
import type { Explanation } from '../../matcher/run.ts';
import { translate } from '../../messages/lazy-text.ts';
import { formatList } from '../../messages/lists.ts';
import { mention } from '../../messages/mentions.ts';
import type { Translator } from '../../messages/translator.ts';
import { type CalendarEvent, formatCalendarFile } from '../../time/calendar-file.ts';
import { formatReaderRange } from '../../time/reader-ranges.ts';
import { describeZone, formatReaderTime, type TimePreferences } from '../../time/reader-times.ts';
import { type DenyingEvent, getEndReason } from '../moderation/access-policy.rules.ts';
import type { Attachment, NotificationDraft } from '../notifications/notifications.schema.ts';
import { formatOfType } from '../profiles/group-formats.schema.ts';
import { EDIT_HOURS } from '../profiles/profiles.rules.ts';
import { createExplanationReader } from './explanations.wording.ts';
import { formatMatchReasons } from './match-reasons.wording.ts';
import * as messages from './matches.messages.ts';
import { ANSWER_HOURS, roundShownScore } from './matches.rules.ts';
import type { MatchEnd, MatchResponse, Session } from './matches.schema.ts';

type MessageText = ReturnType<NotificationDraft['write']>;

const MATCHES = paths.matches;

const ANSWER_TIME = { hours: ANSWER_HOURS };

/** The data for the message about a proposed match. */
type ProposalFacts = {
  id: string;
  type: string;
  score: number;
  facts: Explanation;
  positions: Record<string, string>;
  substituteId: string | null;
  carriedIds: readonly string[];
};

/** The recipient of a message and their time format. */
export type Reader = { id: string; times: TimePreferences };

/**
 * Builds the message about a proposed match to one member. Members carried over from a declined squad are asked only
 * about the replacement.
 */
export function createProposalMessage(
  t: Translator,
  match: ProposalFacts,
  reader: Reader & { people: ReadonlyMap<string, { display_name: string }> },
  expiresAt: Date,
): MessageText {
  const userId = reader.id;
  const format = formatOfType(match.type);
  const position = match.positions[userId];
  const isCarried = match.carriedIds.includes(userId);
  const isSubstitute = match.substituteId !== null && match.substituteId !== userId;
  const score = roundShownScore(match.score);
  const time = formatReaderTime(t, expiresAt, 'full', reader.times);
  return {
    kind: isSubstitute ? 'match_changed' : 'match_proposed',
    title: isSubstitute ? t(messages.replacedTitle, { score }) : t(messages.proposedTitle, { format, score }),
    lines: [
      isSubstitute ? announceReplacement(t, position) : announceProposal(t, format, position),
      ...formatMatchReasons(t, match.facts, createExplanationReader(userId, reader.times, reader.people)),
      isCarried ? t(messages.replacedAsk) : t(messages.proposedAsk, ANSWER_TIME),
      t(messages.proposedUntil, { time, zone: describeZone(t, reader.times.zone, expiresAt) }),
    ],
    link: { label: t(messages.seeMatch), path: paths.match(match.id) },
    actions: [
      { label: t(isCarried ? messages.agreeAction : messages.accept), path: paths.respondTo(match.id, 'accept') },
      { label: t(messages.decline), path: paths.respondTo(match.id, 'decline') },
    ],
    dedupeKey: `match:${match.id}:proposed`,
  };
}

const announceReplacement = (t: Translator, position: string | undefined) =>
  position ? t(messages.replacedFoundWithPosition, { position }) : t(messages.replacedFound);

const announceProposal = (t: Translator, format: string, position: string | undefined) =>
  position ? t(messages.proposedFoundWithPosition, { format, position }) : t(messages.proposedFound, { format });

/** Formats a session in the reader's own zone and clock, such as 'Tue, Jan 20, 7:00–11:00 PM EST'. */
export const formatSessionLine = (t: Translator, session: Session, reader: TimePreferences): string =>
  formatReaderRange(t, [session.start, session.end], 'zoned-moment', reader);

/** A member as shown in the message about a mutual match. */
export type Teammate = { id: string; name: string; position: string | undefined; contacts: string[] };

/**
 * Builds the message that tells one member that everyone accepted. It has the other members, their contacts, the times
 * to play and a calendar.
 */
export function createMutualMessage(
  t: Translator,
  match: { id: string; type: string; squadId: string | undefined; live?: boolean },
  reader: Reader,
  { team, sessions, calendar }: { team: readonly Teammate[]; sessions: readonly Session[]; calendar: string },
): MessageText {
  const others = team.filter((member) => member.id !== reader.id);
  const times =
    sessions.length > 0
      ? [
          t(messages.nextSessionsLine, { zone: describeZone(t, reader.times.zone) }),
          ...sessions.map((one) => formatSessionLine(t, one, reader.times)),
        ]
      : [t(match.live ? messages.sessionStarted : messages.noSharedHours)];
  return {
    kind: 'match_mutual',
    title: t(messages.acceptedByAllTitle, { format: formatOfType(match.type) }),
    lines: [t(messages.meetSquad), ...others.map((member) => formatTeammateWithContacts(t, member)), ...times],
    link: match.squadId
      ? { label: t(messages.openSquadRoom), path: paths.squad(match.squadId) }
      : { label: t(messages.seeSquad), path: MATCHES },
    attachments: sessions.length > 0 ? [createCalendarAttachment(calendar)] : [],
    dedupeKey: `match:${match.id}:mutual`,
  };
}

const formatTeammate = (t: Translator, { name, position }: Teammate) =>
  position ? t(messages.playerAtPosition, { position, name }) : name;

function formatTeammateWithContacts(t: Translator, member: Teammate): string {
  const player = formatTeammate(t, member);
  if (member.contacts.length === 0) return mention(member.id, player);
  const contacts = formatList(t, member.contacts, 'commas');
  return mention(member.id, t(messages.playerWithContacts, { player, contacts }));
}

const createCalendarAttachment = (content: string): Attachment => ({
  name: 'squad-sessions.ics',
  type: 'text/calendar',
  content,
});

const formatEndReason = (t: Translator, event: DenyingEvent) => translate(t, getEndReason('proposals', event)!);

/**
 * For each way a match can end, the account event that the other members read about. A decline and a block share one
 * text, so that a block looks like any other decline.
 */
const END_EVENTS: Partial<Record<string, DenyingEvent>> = {
  declined: 'blocked',
  parted: 'blocked',
  banned: 'banned-matching',
  left: 'leaving',
  unpublished: 'unpublished',
};

/** Builds the message to a member whose match ended without any action by them. It never says who declined. */
export function createEndedMessage(
  t: Translator,
  match: { id: string; type: string },
  why: 'declined' | 'deadline' | 'silent' | 'banned' | 'left' | 'parted' | 'unpublished',
): MessageText {
  const event = END_EVENTS[why];
  const endedText = why === 'silent' ? messages.matchEndedUnansweredByYou : messages.matchEndedUnanswered;
  return {
    kind: 'match_changed',
    title: t(messages.matchEndedTitle, { format: formatOfType(match.type) }),
    lines: [
      event ? formatEndReason(t, event) : t(endedText, ANSWER_TIME),
      t(why === 'silent' ? messages.awayHint : messages.openForMatches),
    ],
    link: { label: t(messages.seeMatches), path: MATCHES },
    dedupeKey: `match:${match.id}:ended`,
  };
}

/** Returns why a match ended, as shown to one of its members later. @param ownResponse that member's answer */
export function formatPastMatchReason(t: Translator, end: MatchEnd | null, ownResponse: MatchResponse | null): string {
  if (end === 'declined' && ownResponse === 'decline') return t(messages.endReasonOwnDecline);
  const event = END_EVENTS[end ?? 'deadline'];
  if (event) return formatEndReason(t, event);
  switch (end) {
    case null:
    case 'deadline':
      return t(ownResponse ? messages.endReasonUnanswered : messages.endReasonUnansweredByYou, ANSWER_TIME);
    case 'withdrawn':
      return t(messages.endReasonReplaced);
    case 'rebuild':
      return t(messages.endReasonRebuilt);
    default:
      return t(messages.endReasonUnknown);
  }
}

/**
 * Builds the message to a player whose profile stayed unpublished after saving: their open matches and party have
 * ended.
 */
export function createWithdrawnMessage(t: Translator, userId: string, now: Date): MessageText {
  return {
    kind: 'match_changed',
    title: t(messages.stayedUnpublishedTitle),
    lines: [t(messages.stayedUnpublished, { hours: EDIT_HOURS }), t(messages.stayedUnpublishedHint)],
    link: { label: t(messages.publishMyProfile), path: paths.onboarding },
    dedupeKey: `withdrawn:${userId}:${now.toISOString()}`,
  };
}

/** Builds an iCalendar file of the sessions. A session has the same UID each time the file is fetched. */
export function matchCalendar(
  t: Translator,
  match: { id: string; type: string; sessions: readonly Session[] },
  team: readonly Teammate[],
  { origin, now }: { origin: string; now: Date },
): string {
  const events = match.sessions.map(
    ({ start, end }): CalendarEvent => ({
      uid: `${match.id}-${Date.parse(start)}@${new URL(origin).hostname}`,
      title: t(messages.calendarEvent, { format: formatOfType(match.type) }),
      description: team.map((member) => formatTeammate(t, member)).join('\n'),
      url: `${origin}${MATCHES}`,
      startsAt: new Date(start),
      endsAt: new Date(end),
      status: 'CONFIRMED',
      alarm: { minutesBefore: 30, text: t(messages.calendarAlarm) },
    }),
  );
  return formatCalendarFile({ product: 'matches', name: t(messages.calendarName) }, events, now);
}
