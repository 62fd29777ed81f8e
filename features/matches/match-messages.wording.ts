import { paths } from '../../content/paths.ts';
import type { Explanation } from '../../matcher/run.ts';
import { explanationSentences } from '../../matcher/run.ts';
import { type CalendarEvent, formatCalendarFile } from '../../time/calendar-file.ts';
import { formatReaderRange } from '../../time/reader-ranges.ts';
import { describeZone, formatReaderTime, type ReaderTimes } from '../../time/reader-times.ts';
import { ACCESS_POLICY } from '../moderation/access-policy.rules.ts';
import type { Attachment, NewNotification } from '../notifications/notifications.schema.ts';
import { FORMAT_FACTS, formatOfType, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { EDIT_HOURS } from '../profiles/profiles.rules.ts';
import { createExplanationReader } from './explanations.wording.ts';
import { ANSWER_HOURS, roundShownScore } from './matches.rules.ts';
import type { MatchEnd, MatchResponse, Session } from './matches.schema.ts';

const MATCHES = paths.matches;

const groupLabel = (type: string) => FORMAT_FACTS[formatOfType(type)].noun;
const ACCEPTED_TITLES: Record<GroupFormat, string> = {
  squad: 'Your squad is on: all five accepted',
  pair: "You're on: you both accepted",
};

/** The data for the message about a proposed match. */
type Proposed = {
  id: string;
  type: string;
  score: number;
  facts: Explanation;
  positions: Record<string, string>;
  substituteId: string | null;
  carriedIds: readonly string[];
};

/** The recipient of a message and their time format. */
export type Reader = { id: string; times: ReaderTimes };

/**
 * Builds the message about a new proposal to one member. Members carried over from a declined squad are asked only
 * about the substitute.
 */
export function createProposalMessage(
  match: Proposed,
  reader: Reader & { people: ReadonlyMap<string, { display_name: string }> },
  expiresAt: Date,
): NewNotification {
  const userId = reader.id;
  const word = groupLabel(match.type);
  const position = match.positions[userId];
  const carried = match.carriedIds.includes(userId);
  const substitute = match.substituteId !== null && match.substituteId !== userId;
  const first = substitute
    ? `A player in your squad couldn't make it. We found a replacement${position ? ` and you stay at ${position}` : ''}.`
    : `We found a ${word} for you${position ? `. You'd play ${position}` : ''}.`;
  const ask = carried
    ? 'You already accepted. Just tap to agree to the replacement.'
    : `Accept or decline within ${ANSWER_HOURS} hours. No one sees your contact details unless everyone accepts.`;
  const title = substitute
    ? `Your squad has a replacement: score ${roundShownScore(match.score)}/100`
    : `New ${word}: score ${roundShownScore(match.score)}/100`;
  return {
    userId,
    kind: substitute ? 'match_changed' : 'match_proposed',
    title,
    lines: [
      first,
      ...explanationSentences(match.facts, createExplanationReader(userId, reader.times, reader.people)),
      ask,
      `Open until ${formatReaderTime(expiresAt, 'full', reader.times)} (${describeZone(reader.times.zone)}).`,
    ],
    link: { label: 'See the match', path: paths.match(match.id) },
    actions: [
      { label: carried ? 'Agree' : 'Accept', path: paths.respondTo(match.id, 'accept') },
      { label: 'Decline', path: paths.respondTo(match.id, 'decline') },
    ],
    dedupeKey: `match:${match.id}:proposed`,
  };
}

/** Formats a session in the reader's own zone and clock, such as 'Tue, Jan 20, 7:00–11:00 PM EST'. */
export const formatSessionLine = (session: Session, reader: ReaderTimes): string =>
  formatReaderRange(session.start, session.end, 'zoned-moment', reader);

/** A member as shown in the message about a mutual match. */
export type Teammate = { id: string; name: string; position: string | undefined; contacts: string[] };

/**
 * Builds the message to one member that everyone accepted: the members, how to contact them and when to play, with a
 * calendar.
 */
export function createMutualMessage(
  match: { id: string; type: string; squadId: string | undefined; live?: boolean },
  reader: Reader,
  team: readonly Teammate[],
  { sessions, calendar }: { sessions: readonly Session[]; calendar: string },
): NewNotification {
  const others = team.filter((member) => member.id !== reader.id);
  const intro = others.map((member) => {
    const seat = member.position ? `${member.position}: ` : '';
    return `${seat}${member.name}${member.contacts.length ? ` (${member.contacts.join(', ')})` : ''}`;
  });
  const times =
    sessions.length > 0
      ? [
          `Your next sessions, in your time zone (${describeZone(reader.times.zone)}):`,
          ...sessions.map((one) => formatSessionLine(one, reader.times)),
        ]
      : [
          match.live
            ? 'Your session has started. Meet in the squad room.'
            : 'You share no hours in the coming weeks. Agree on a time with your squad.',
        ];
  return {
    userId: reader.id,
    kind: 'match_mutual',
    title: ACCEPTED_TITLES[formatOfType(match.type)],
    lines: ['Everyone accepted. Meet your squad:', ...intro, ...times],
    link: match.squadId
      ? { label: 'Open your squad room', path: paths.squad(match.squadId) }
      : { label: 'See your squad', path: MATCHES },
    attachments: sessions.length > 0 ? [createCalendarAttachment(calendar)] : [],
    dedupeKey: `match:${match.id}:mutual`,
  };
}

const createCalendarAttachment = (content: string): Attachment => ({
  name: 'squad-sessions.ics',
  type: 'text/calendar',
  content,
});

/** Builds the message to a member whose match ended without any action by them. It never says who declined. */
export function createEndedMessage(
  match: { id: string; type: string },
  userId: string,
  why: 'declined' | 'deadline' | 'silent' | 'banned' | 'left' | 'parted' | 'unpublished',
): NewNotification {
  const word = groupLabel(match.type);
  const { ends } = ACCESS_POLICY.proposals;
  const free = "You're open for new matches. Your wait counts, so you come first from now on.";
  const lines = {
    declined: ["A player couldn't make it, so this match is canceled.", free],
    banned: [ends['banned-matching']!, free],
    left: [ends.leaving!, free],
    parted: [ends.blocked!, free],
    unpublished: [ends.unpublished!, free],
    deadline: [`Not everyone answered within ${ANSWER_HOURS} hours, so this match is canceled.`, free],
    silent: [
      `You didn't answer within ${ANSWER_HOURS} hours, so this match is canceled.`,
      "If you're away, unpublish your profile so no one waits for you.",
    ],
  }[why];
  return {
    userId,
    kind: 'match_changed',
    title: `Your ${word} match has ended`,
    lines,
    link: { label: 'See your matches', path: MATCHES },
    dedupeKey: `match:${match.id}:ended`,
  };
}

/** Returns why a proposal ended, as shown to one of its members later. @param ownResponse that member's answer */
export function formatPastMatchReason(ended: MatchEnd | null, ownResponse: MatchResponse | null): string {
  const { ends } = ACCESS_POLICY.proposals;
  if (ended === 'declined' && ownResponse === 'decline') return 'You declined it.';
  const reasons: Record<MatchEnd, string | undefined> = {
    accepted: undefined,
    // A block must look like any other decline.
    declined: ends.blocked,
    parted: ends.blocked,
    deadline: ownResponse
      ? `Not everyone answered within ${ANSWER_HOURS} hours.`
      : `You didn't answer within ${ANSWER_HOURS} hours.`,
    banned: ends['banned-matching'],
    left: ends.leaving,
    unpublished: ends.unpublished,
    withdrawn: 'A newer match replaced it.',
    rebuild: 'Newer matches replaced it.',
  };
  return reasons[ended ?? 'deadline'] ?? 'It has ended.';
}

/**
 * Builds the message to a player whose saved profile stayed unpublished that their open matches and party have ended.
 */
export function createWithdrawnMessage(userId: string, now: Date): NewNotification {
  return {
    userId,
    kind: 'match_changed',
    title: 'Your open matches and your party have ended',
    lines: [
      `You saved your profile but didn't publish it again within ${EDIT_HOURS === 1 ? 'an hour' : `${EDIT_HOURS} hours`}, so the others are no longer waiting for you.`,
      "Publish it and we'll match you again.",
    ],
    link: { label: 'Publish my profile', path: paths.onboarding },
    dedupeKey: `withdrawn:${userId}:${now.toISOString()}`,
  };
}

const SESSION_TITLES: Record<GroupFormat, string> = { squad: 'Squad session', pair: 'Pair session' };

/** Builds an iCalendar file of the sessions. A session keeps its UID each time the file is fetched. */
export function matchCalendar(
  match: { id: string; type: string; sessions: readonly Session[] },
  team: readonly Teammate[],
  { origin, now }: { origin: string; now: Date },
): string {
  const events = match.sessions.map(
    ({ start, end }): CalendarEvent => ({
      uid: `${match.id}-${Date.parse(start)}@${new URL(origin).hostname}`,
      title: `Planet Crew: ${SESSION_TITLES[formatOfType(match.type)]}`,
      description: team.map((member) => `${member.position ? `${member.position}: ` : ''}${member.name}`).join('\n'),
      url: `${origin}${MATCHES}`,
      startsAt: new Date(start),
      endsAt: new Date(end),
      status: 'CONFIRMED',
      alarm: { minutesBefore: 30, text: 'Squad session' },
    }),
  );
  return formatCalendarFile({ product: 'matches', name: 'Planet Crew sessions' }, events, now);
}
