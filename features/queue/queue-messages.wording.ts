import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';

type Check = { id: string; kind: 'now' | 'tonight' };
type Seat = { userId: string; deadline: Date; word: string };

/** Says on a locked phone that a group is found, with the two answers; it names nobody, and is worth nothing later. */
export function checkMessage({ id, kind }: Check, { userId, deadline, word }: Seat): NewNotification {
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
    topic: `check:${id}`,
    dedupeKey: `check:${id}:${word}`,
    actions: [answer('ready', kind === 'now' ? 'Ready' : 'I am in'), answer('not_now', 'Not now')],
  };
}
