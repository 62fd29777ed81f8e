import type { Message } from '../../messages/message.ts';
import * as messages from './notifications.messages.ts';

type ChannelFacts = {
  /** Channel name on the toggle. */
  label: Message;
  /** Position among the toggles, and among the fallback channels. Sending otherwise uses the order of this table. */
  place: number;
  /** Profile's contact preference for this channel; undefined if a profile can't prefer it. */
  preferredContact: string | undefined;
  /**
   * The field of a message's own recipient that this channel sends to; undefined if the channel only reaches people
   * with an account.
   */
  recipient: 'email' | 'phone' | undefined;
  /** External account whose address this channel uses; undefined if it uses an address from the profile or account. */
  account: Account | undefined;
  /** Whether users turn the channel on per device. It's then used in addition to the profile's preferred channel. */
  byDevice: boolean;
  /** Whether messages make a sound on arrival, so they wait until quiet hours end. */
  buzzes: boolean;
  /** Whether it supports attachments, such as a calendar file. */
  files: boolean;
  /** Whether several messages may be sent as one. */
  gathers: boolean;
  /**
   * Whether the vendor reports a message's status. If a message may have arrived, its status is checked before it's
   * resent.
   */
  looksUp: boolean;
  /** Reasons why the channel may refuse our messages, each with the fix. */
  closed: Partial<Record<SuppressionReason, Message>>;
};

type Account = {
  /**
   * How authorizing ends: the vendor's page redirects back to ours (`redirect`), or the user confirms on our page
   * (`button`).
   */
  back: 'redirect' | 'button';
  /** Benefit of connecting, and the text once connected. */
  hint: Message;
  connected: Message;
};

/** Reason why an address no longer accepts our messages. */
export type SuppressionReason = 'not_installed' | 'closed' | 'stopped' | 'no_such_address';

/**
 * External channels. The in-app inbox isn't a channel: it shows all messages of the outbox except secret ones. A new
 * channel also needs entries in other tables, which the compiler checks: its address in SQL
 * (`notifications.queries.ts`) unless it's a connected account, and its sender or account connection
 * (`channels.commands.ts`).
 */
export const CHANNEL_FACTS = {
  email: {
    label: messages.channelEmail,
    place: 1,
    preferredContact: 'email',
    recipient: 'email',
    account: undefined,
    byDevice: false,
    buzzes: false,
    files: true,
    gathers: true,
    looksUp: false,
    closed: { no_such_address: messages.emailAddressGone },
  },
  sms: {
    label: messages.channelSms,
    place: 3,
    preferredContact: 'phone',
    recipient: 'phone',
    account: undefined,
    byDevice: false,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: true,
    closed: { stopped: messages.smsStopped, no_such_address: messages.smsAddressGone },
  },
  discord: {
    label: messages.channelDiscord,
    place: 2,
    preferredContact: 'discord',
    recipient: undefined,
    account: { back: 'redirect', hint: messages.discordHint, connected: messages.discordConnected },
    byDevice: false,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: false,
    closed: {
      not_installed: messages.discordNotInstalled,
      closed: messages.discordBlocked,
      no_such_address: messages.discordAddressGone,
    },
  },
  push: {
    label: messages.channelPush,
    place: 4,
    preferredContact: undefined,
    recipient: undefined,
    account: undefined,
    byDevice: true,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: false,
    // A browser that no longer accepts messages is removed from the user's devices.
    closed: {},
  },
} as const satisfies Record<string, ChannelFacts>;

export type Channel = keyof typeof CHANNEL_FACTS;

export const CHANNELS = Object.keys(CHANNEL_FACTS) as [Channel, ...Channel[]];

/** Channels whose address is an external account that people connect. */
export type ConnectedChannel = {
  [Name in Channel]: (typeof CHANNEL_FACTS)[Name]['account'] extends undefined ? never : Name;
}[Channel];
export const isConnected = (channel: Channel): channel is ConnectedChannel =>
  CHANNEL_FACTS[channel].account !== undefined;
export const CONNECTED_CHANNELS = CHANNELS.filter(isConnected) as [ConnectedChannel, ...ConnectedChannel[]];

/** Channels sorted by position. */
export const CHANNELS_BY_POSITION = CHANNELS.toSorted((a, b) => CHANNEL_FACTS[a].place - CHANNEL_FACTS[b].place);

/** Channel for users who haven't chosen another. */
export const DEFAULT_CHANNEL: Channel = 'email';

/** Builds a record with one value for each channel. */
export function mapChannels<T>(of: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, of(channel)])) as Record<Channel, T>;
}

/** A person's address on each channel; null for a channel without one. */
export type Addresses = Record<Channel, string | null>;
