import { paths } from '../../../content/paths.ts';
import type { Kind } from '../notifications.schema.ts';
import type { PushPayload, PushSource } from './push.schema.ts';

type PushText = { title: string; body: string };

const MAX_TITLE_LENGTH = 100;
const MAX_BODY_LENGTH = 240;

/** Lock-screen text for each kind. It says enough to decide whether to open it, and doesn't name anyone. */
const LOCKED: Record<Kind, PushText> = {
  security: { title: 'About your account', body: 'Open it to check that it was you.' },
  queue: { title: 'Match found', body: 'Open it and ready up.' },
  match_proposed: { title: 'A new match for you', body: "Open it to see who's in and answer." },
  match_mutual: { title: 'Everyone accepted', body: 'Your squad is on. Open it to say hello.' },
  match_changed: { title: 'One of your matches changed', body: 'Open it to see what changed.' },
  party: { title: 'Party update', body: "Open it to see who's in." },
  squad: { title: 'Squad update', body: 'Open it to see what happened.' },
  session: { title: 'Squad session', body: 'Open it to see when and answer.' },
  thread: { title: 'A new message', body: 'Someone you play with messaged you.' },
  lfg: { title: 'Listing update', body: 'Open it to see the application.' },
  moderation: { title: 'Moderator decision', body: 'Open it to read it.' },
  booking: { title: 'Booking update', body: 'Open it to see what it needs from you.' },
  payment: { title: 'Payment update', body: 'Open it to see the receipt.' },
  reach: { title: 'A channel stopped reaching you', body: 'Open it to see which one and how to fix it.' },
  test: { title: 'Test message', body: 'It arrived, so this device gets our notifications.' },
};

const truncate = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** Returns the whole seconds until an instant, but at least one. */
export const getSecondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.floor((instant.getTime() - now.getTime()) / 1_000));

/**
 * Builds a push from a message. Only messages with a deadline are written for lock screens, so only those show their
 * own text. The others show a generic one.
 */
export function createPushPayload(message: PushSource, now: Date): PushPayload {
  const { usefulUntil, urgent } = message;
  const content = urgent ? { title: message.title, body: message.lines.join(' ') } : LOCKED[message.kind];
  const left = usefulUntil ? String(getSecondsUntil(usefulUntil, now)) : '';
  const filled = (text: string) => text.replaceAll('{seconds}', left);
  return {
    title: truncate(filled(content.title), MAX_TITLE_LENGTH),
    body: truncate(filled(content.body), MAX_BODY_LENGTH),
    tag: message.topic ?? message.outboxId,
    path: message.address ?? paths.inbox,
    urgent: urgent && !message.closes,
    over: urgent && usefulUntil ? usefulUntil.getTime() : null,
    actions: message.pushActions,
    closes: message.closes,
  };
}
