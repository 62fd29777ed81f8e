import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../notifications.messages.ts';
import type { Kind } from '../notifications.schema.ts';
import type { PushPayload, PushSource } from './push.schema.ts';

type PushText = { title: Message; body: Message };

const MAX_TITLE_LENGTH = 100;
const MAX_BODY_LENGTH = 240;

/** Lock-screen text for each kind: enough to decide whether to open it, without naming anyone. */
const LOCK_SCREEN_TEXTS: Record<Kind, PushText> = {
  security: { title: messages.lockScreenSecurityTitle, body: messages.lockScreenSecurity },
  queue: { title: messages.lockScreenQueueTitle, body: messages.lockScreenQueue },
  match_proposed: { title: messages.lockScreenMatchProposedTitle, body: messages.lockScreenMatchProposed },
  match_mutual: { title: messages.lockScreenMatchMutualTitle, body: messages.lockScreenMatchMutual },
  match_changed: { title: messages.lockScreenMatchChangedTitle, body: messages.lockScreenMatchChanged },
  party: { title: messages.lockScreenPartyTitle, body: messages.lockScreenParty },
  squad: { title: messages.lockScreenSquadTitle, body: messages.lockScreenSquad },
  session: { title: messages.lockScreenSessionTitle, body: messages.lockScreenSession },
  thread: { title: messages.lockScreenThreadTitle, body: messages.lockScreenThread },
  lfg: { title: messages.lockScreenLfgTitle, body: messages.lockScreenLfg },
  moderation: { title: messages.lockScreenModerationTitle, body: messages.lockScreenModeration },
  booking: { title: messages.lockScreenBookingTitle, body: messages.lockScreenBooking },
  payment: { title: messages.lockScreenPaymentTitle, body: messages.lockScreenPayment },
  reach: { title: messages.lockScreenReachTitle, body: messages.lockScreenReach },
  test: { title: messages.lockScreenTestTitle, body: messages.lockScreenTest },
};

const truncate = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** Returns the whole seconds until the given time, but at least one. */
export const getSecondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.floor((instant.getTime() - now.getTime()) / 1_000));

/**
 * Builds a push from a message. Only messages with a deadline are written for lock screens, so only those show their
 * own text. Other messages show a generic text.
 */
export function createPushPayload(t: Translator, message: PushSource, now: Date): PushPayload {
  const { usefulUntil, urgent } = message;
  const lockScreenText = LOCK_SCREEN_TEXTS[message.kind];
  const content = urgent
    ? { title: message.title, body: message.lines.join(' ') }
    : { title: t(lockScreenText.title), body: t(lockScreenText.body) };
  const secondsLeft = usefulUntil ? String(getSecondsUntil(usefulUntil, now)) : '';
  const fillIn = (text: string) => text.replaceAll('{seconds}', secondsLeft);
  return {
    title: truncate(fillIn(content.title), MAX_TITLE_LENGTH),
    body: truncate(fillIn(content.body), MAX_BODY_LENGTH),
    tag: message.topic ?? message.outboxId,
    path: message.address ?? paths.inbox,
    urgent: urgent && !message.closes,
    over: urgent && usefulUntil ? usefulUntil.getTime() : null,
    actions: message.pushActions,
    closes: message.closes,
  };
}
