import type { Message } from '../../messages/message.ts';
import * as messages from './support.messages.ts';

/** The topics of requests, in the order of the form. */
export const TOPICS = ['account', 'play', 'money', 'safety', 'bug', 'other'] as const;
export type Topic = (typeof TOPICS)[number];

export const TOPIC_LABELS: Record<Topic, Message> = {
  account: messages.topicAccount,
  play: messages.topicPlay,
  money: messages.topicMoney,
  safety: messages.topicSafety,
  bug: messages.topicBug,
  other: messages.topicOther,
};

/** Kinds of things that a support request can refer to. */
export const ABOUT_KINDS = ['order', 'booking', 'squad', 'listing', 'match', 'player'] as const;
export type AboutKind = (typeof ABOUT_KINDS)[number];

export const ABOUT_LABELS: Record<AboutKind, Message> = {
  order: messages.aboutOrder,
  booking: messages.aboutBooking,
  squad: messages.aboutSquad,
  listing: messages.aboutListing,
  match: messages.aboutMatch,
  player: messages.aboutPlayer,
};

/**
 * The state of a request: `open` waits for us, `waiting` for the requester, and `answered` for no one. A message from
 * the requester reopens it in any state.
 */
export const REQUEST_STATES = ['open', 'waiting', 'answered', 'closed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export type EmailState = 'waiting' | 'sent' | 'failed';

export const LIMITS = { text: 4_000, email: 254, page: 300, reference: 64 } as const;

/** The states as the requester sees them. */
export const STATE_LABELS: Record<RequestState, Message> = {
  open: messages.stateOpen,
  waiting: messages.stateWaiting,
  answered: messages.stateAnswered,
  closed: messages.stateClosed,
};
