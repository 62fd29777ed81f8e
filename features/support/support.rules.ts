import { DAY_MS } from '../../time/units.ts';
import type { AboutKind, RequestState, Topic } from './support-topics.schema.ts';

/** How long an answered request stays open for another message before it's closed. */
export const AUTO_CLOSE_MS = 14 * DAY_MS;
/** How long a closed request is kept. */
export const RETENTION_MS = 365 * DAY_MS;

/** Maximum number of messages per conversation. After that, the person starts a new one. */
export const MAX_MESSAGES = 100;

const EXCERPT_LENGTH = 120;

/**
 * Returns when a request entered its state. For an open one, that's the time of its oldest message without an answer.
 */
export const getStateSince = (before: { state: RequestState; stateSince: Date }, state: RequestState, now: Date) =>
  before.state === state ? before.stateSince : now;

/** Longer path segments may be secrets, such as the token of an invitation. */
const LONGEST_SEGMENT = 40;

/** Removes possible secrets from a page's path, because admins read it. */
export const redactPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isId(segment) || (segment.length < LONGEST_SEGMENT && !isToken(segment)) ? segment : '…'))
    .join('/');

const isId = (segment: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment);
/** Returns whether a segment looks random: long, with digits and letters of both cases, or hexadecimal. */
const isToken = (segment: string) =>
  segment.length >= 16 && (/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]+$/.test(segment) || /^[0-9a-f]+$/.test(segment));

/** Returns the beginning of a text as one line. */
export function toExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= EXCERPT_LENGTH ? line : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

const TOPIC_BY_KIND: Record<AboutKind, Topic> = {
  order: 'money',
  booking: 'money',
  squad: 'play',
  listing: 'play',
  match: 'play',
  player: 'safety',
};

/** Returns the topic that the form preselects. */
export const guessTopic = (kind: AboutKind | undefined, hasError: boolean): Topic | '' => {
  if (hasError) return 'bug';
  return kind ? TOPIC_BY_KIND[kind] : '';
};
