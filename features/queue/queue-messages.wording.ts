import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { DismissingPush, NewNotification } from '../notifications/notifications.schema.ts';

type Check = { id: string; kind: 'now' | 'tonight' };
type Seat = { userId: string; deadline: Date; word: string };

/**
 * Builds the push notification for a found match, with both answers as buttons. It contains no names and is useless
 * once it expires.
 */
function checkMessage({ id, kind }: Check, { userId, deadline, word }: Seat): NewNotification {
  const answer = (action: 'ready' | 'not_now', title: string) => ({
    action,
    title,
    url: endpoints.checkAnswer(id),
    body: { token: word, answer: action },
  });
  return {
    userId,
    kind: 'queue',
    title: kind === 'now' ? 'Match found. {seconds} s left' : 'Match found for tonight',
    lines: [kind === 'now' ? 'Ready up to play.' : 'Check the time and ready up within ten minutes.'],
    link: { label: 'Open it', path: paths.matches },
    deadline,
    topic: checkTopic(id),
    dedupeKey: `check:${id}:${word}`,
    pushActions: [answer('ready', kind === 'now' ? 'Ready' : 'I’m in'), answer('not_now', 'Not now')],
  };
}

/**
 * Builds the notification for a match tonight. It's also sent through the other channels, because players have ten
 * minutes and don't need to stay on a page.
 */
function createTonightMessage({ id }: Check, { userId, deadline, word }: Seat): NewNotification {
  return {
    userId,
    kind: 'session',
    title: 'Match found for tonight',
    lines: ['Check the time and ready up within ten minutes, or another player gets your spot.'],
    link: { label: 'Answer', path: paths.matches },
    usefulUntil: deadline,
    dedupeKey: `check:${id}:${word}:tonight`,
  };
}

/** Builds the push notification asking whether a player still wants to play. */
export function createStillThereMessage({ userId, id }: { userId: string; id: string }, until: Date): NewNotification {
  return {
    userId,
    kind: 'queue',
    title: 'Do you still want to play?',
    lines: ['You’ve been in the queue a while. Confirm within {seconds} s, or you’ll be out of it.'],
    link: { label: 'I’m still here', path: paths.matches },
    deadline: until,
    topic: formatStillThereTopic(id),
    dedupeKey: `still:${id}:${until.getTime()}`,
  };
}

/** Closes the notification on a player's other devices once they've answered. */
export const closePushMessage = (topic: string, userId: string, deadline: Date): DismissingPush => ({
  userId,
  kind: 'queue',
  title: 'You already answered',
  lines: ['You answered this on another device.'],
  link: { label: 'Open it', path: paths.matches },
  channels: ['push'],
  deadline,
  topic,
  closes: true,
  dedupeKey: `${topic}:${deadline.getTime()}:answered`,
});

/** Returns the notification topic of a ready check. */
export const checkTopic = (id: string) => `check:${id}`;

/** Returns the notification topic for a ticket's still-there question. */
export const formatStillThereTopic = (ticketId: string) => `still:${ticketId}`;

/** Builds the notifications for players invited to a check. */
export const createCheckMessages = (check: Check, seat: Seat): NewNotification[] =>
  check.kind === 'tonight'
    ? [checkMessage(check, seat), createTonightMessage(check, seat)]
    : [checkMessage(check, seat)];
