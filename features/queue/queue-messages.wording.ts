import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { DismissingPush, NewNotification } from '../notifications/notifications.schema.ts';

type Check = { id: string; kind: 'now' | 'tonight' };
type Seat = { userId: string; deadline: Date; word: string };

/** Says on a locked phone that a group is found, with the two answers; it names nobody, and is worth nothing later. */
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
    title: kind === 'now' ? 'Your five is found. {seconds} s left' : 'Your five for tonight is found',
    lines: [kind === 'now' ? 'Say that you are ready.' : 'Look at the hour and say yes within ten minutes.'],
    link: { label: 'Open it', path: paths.matches },
    deadline,
    topic: checkTopic(id),
    dedupeKey: `check:${id}:${word}`,
    pushActions: [answer('ready', kind === 'now' ? 'Ready' : 'I am in'), answer('not_now', 'Not now')],
  };
}

/** The same for tonight by the other channels too: there are ten minutes, and nobody has to wait on a page. */
function createTonightMessage({ id }: Check, { userId, deadline, word }: Seat): NewNotification {
  return {
    userId,
    kind: 'session',
    title: 'Your five for tonight is found',
    lines: ['Look at the hour and say yes within ten minutes; otherwise another takes the seat.'],
    link: { label: 'Answer', path: paths.matches },
    usefulUntil: deadline,
    dedupeKey: `check:${id}:${word}:tonight`,
  };
}

/** Asks on a locked phone whether somebody still wants to play. */
export function stillThereMessage({ userId, id }: { userId: string; id: string }, until: Date): NewNotification {
  return {
    userId,
    kind: 'queue',
    title: 'Do you still want to play?',
    lines: ['You have been in the queue for a while. Say so within {seconds} s, or you are out of it.'],
    link: { label: 'I am still here', path: paths.matches },
    deadline: until,
    topic: stillThereTopic(id),
    dedupeKey: `still:${id}:${until.getTime()}`,
  };
}

/** Says on the other devices of somebody who has answered that the question is over. */
export const closePushMessage = (topic: string, userId: string, deadline: Date): DismissingPush => ({
  userId,
  kind: 'queue',
  title: 'You have answered',
  lines: ['You answered this on another device.'],
  link: { label: 'Open it', path: paths.matches },
  channels: ['push'],
  deadline,
  topic,
  closes: true,
  dedupeKey: `${topic}:${deadline.getTime()}:answered`,
});

/** The topic of what asks somebody in a check. */
export const checkTopic = (id: string) => `check:${id}`;

/** The topic of what asks whether the owner of a ticket is still there. */
export const stillThereTopic = (ticketId: string) => `still:${ticketId}`;

/** How those who are asked by a check are told. */
export const checkMessages = (check: Check, seat: Seat): NewNotification[] =>
  check.kind === 'tonight'
    ? [checkMessage(check, seat), createTonightMessage(check, seat)]
    : [checkMessage(check, seat)];
