import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { Translator } from '../../messages/translator.ts';
import type { DismissingPush, NewNotification } from '../notifications/notifications.schema.ts';
import * as messages from './queue.messages.ts';

/** Placeholder that the sender replaces with the remaining seconds. */
const SECONDS_LEFT = { seconds: '{seconds}' };

type Check = { id: string; kind: 'now' | 'tonight' };
type Seat = { userId: string; deadline: Date; word: string };

/**
 * Builds the push notification for a found match, with both answers as buttons. It contains no names and expires with
 * the player's deadline.
 */
function checkMessage(t: Translator, { id, kind }: Check, { userId, deadline, word }: Seat): NewNotification {
  const now = kind === 'now';
  const answer = (action: 'ready' | 'not_now', title: string) => ({
    action,
    title,
    url: endpoints.checkAnswer(id),
    body: { token: word, answer: action },
  });
  return {
    userId,
    kind: 'queue',
    title: now ? t(messages.checkPush, SECONDS_LEFT) : t(messages.matchFoundTonight),
    lines: [t(now ? messages.checkPushHint : messages.checkPushTonightHint)],
    link: { label: t(messages.checkPushOpen), path: paths.matches },
    deadline,
    topic: checkTopic(id),
    dedupeKey: `check:${id}:${word}`,
    pushActions: [
      answer('ready', t(now ? messages.ready : messages.checkPushReadyTonight)),
      answer('not_now', t(messages.notNow)),
    ],
  };
}

/**
 * Builds the notification for a match tonight. Unlike the push, it uses the other channels too, because players have
 * ten minutes and don't need to stay on a page.
 */
function createTonightMessage(t: Translator, { id }: Check, { userId, deadline, word }: Seat): NewNotification {
  return {
    userId,
    kind: 'session',
    title: t(messages.matchFoundTonight),
    lines: [t(messages.checkMessageTonight)],
    link: { label: t(messages.checkMessageAnswer), path: paths.matches },
    usefulUntil: deadline,
    dedupeKey: `check:${id}:${word}:tonight`,
  };
}

/** Builds the push notification asking whether a player still wants to play. */
export function createStillThereMessage(
  t: Translator,
  { userId, id }: { userId: string; id: string },
  until: Date,
): NewNotification {
  return {
    userId,
    kind: 'queue',
    title: t(messages.stillTherePush),
    lines: [t(messages.stillTherePushHint, SECONDS_LEFT)],
    link: { label: t(messages.stillHere), path: paths.matches },
    deadline: until,
    topic: formatStillThereTopic(id),
    dedupeKey: `still:${id}:${until.getTime()}`,
  };
}

/** Closes the notification on a player's other devices once they've answered. */
export const closePushMessage = (t: Translator, topic: string, userId: string, deadline: Date): DismissingPush => ({
  userId,
  kind: 'queue',
  title: t(messages.answeredElsewhere),
  lines: [t(messages.answeredElsewhereHint)],
  link: { label: t(messages.checkPushOpen), path: paths.matches },
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
export const createCheckMessages = (t: Translator, check: Check, seat: Seat): NewNotification[] =>
  check.kind === 'tonight'
    ? [checkMessage(t, check, seat), createTonightMessage(t, check, seat)]
    : [checkMessage(t, check, seat)];
