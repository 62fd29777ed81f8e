import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { Translator } from '../../messages/translator.ts';
import type { DismissingPush, NewNotification, NotificationDraft } from '../notifications/notifications.schema.ts';
import * as messages from './queue.messages.ts';

/** Placeholder that the sender replaces with the remaining seconds. */
const SECONDS_LEFT = { seconds: '{seconds}' };

type Check = { id: string; kind: 'now' | 'tonight' };
type Seat = { userId: string; deadline: Date; word: string };
type Content = Omit<NewNotification, 'userId'>;

/**
 * Builds the push notification for a found match, with both answers as buttons. It contains no names and expires with
 * the player's deadline.
 */
function writeCheckPush(t: Translator, { id, kind }: Check, { deadline, word }: Seat): Content {
  const isNow = kind === 'now';
  const answer = (action: 'ready' | 'not_now', title: string) => ({
    action,
    title,
    url: endpoints.checkAnswer(id),
    body: { token: word, answer: action },
  });
  return {
    kind: 'queue',
    title: isNow ? t(messages.checkPush, SECONDS_LEFT) : t(messages.matchFoundTonight),
    lines: [t(isNow ? messages.checkPushHint : messages.checkPushTonightHint)],
    link: { label: t(messages.checkPushOpen), path: paths.matches },
    deadline,
    topic: getCheckTopic(id),
    dedupeKey: `check:${id}:${word}`,
    pushActions: [
      answer('ready', t(isNow ? messages.ready : messages.checkPushReadyTonight)),
      answer('not_now', t(messages.notNow)),
    ],
  };
}

/**
 * Builds the notification for a match tonight. Unlike the push, it uses the other channels too, because players have
 * ten minutes and don't need to stay on a page.
 */
function writeTonightMessage(t: Translator, { id }: Check, { deadline, word }: Seat): Content {
  return {
    kind: 'session',
    title: t(messages.matchFoundTonight),
    lines: [t(messages.checkMessageTonight)],
    link: { label: t(messages.checkMessageAnswer), path: paths.matches },
    usefulUntil: deadline,
    dedupeKey: `check:${id}:${word}:tonight`,
  };
}

/** Drafts the push notification asking whether a player still wants to play. */
export function createStillThereMessage(
  { userId, id }: { userId: string; id: string },
  until: Date,
): NotificationDraft {
  return {
    userId,
    write: (t) => ({
      kind: 'queue',
      title: t(messages.stillTherePush),
      lines: [t(messages.stillTherePushHint, SECONDS_LEFT)],
      link: { label: t(messages.stillHere), path: paths.matches },
      deadline: until,
      topic: formatStillThereTopic(id),
      dedupeKey: `still:${id}:${until.getTime()}`,
    }),
  };
}

/** Drafts the push that closes a question on a player's other devices once they've answered. */
export const createDismissal = (topic: string, userId: string, deadline: Date): DismissingPush => ({
  userId,
  topic,
  deadline,
  write: (t) => ({
    kind: 'queue',
    title: t(messages.answeredElsewhere),
    lines: [t(messages.answeredElsewhereHint)],
    link: { label: t(messages.checkPushOpen), path: paths.matches },
    channels: ['push'],
    dedupeKey: `${topic}:${deadline.getTime()}:answered`,
  }),
});

/** Returns the notification topic of a ready check. */
export const getCheckTopic = (id: string) => `check:${id}`;

/** Returns the notification topic for a ticket's still-there question. */
export const formatStillThereTopic = (ticketId: string) => `still:${ticketId}`;

/** Drafts the notifications for a player invited to a check. */
export function createCheckMessages(check: Check, seat: Seat): NotificationDraft[] {
  const { userId } = seat;
  const push: NotificationDraft = { userId, write: (t) => writeCheckPush(t, check, seat) };
  return check.kind === 'tonight' ? [push, { userId, write: (t) => writeTonightMessage(t, check, seat) }] : [push];
}
