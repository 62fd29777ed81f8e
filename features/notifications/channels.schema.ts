type ChannelFacts = {
  /** Its name on the switch. */
  label: string;
  /** Its messages, at the start of a sentence. */
  messages: string;
  /** Its place among the switches; messages leave in the order of the table. */
  place: number;
  /** The profile's wish to be reached that means this channel; none: no profile can prefer it. */
  preferredContact: string | undefined;
  /** The part of a message's own recipient that it sends to; none: it cannot reach anybody but people with an account. */
  recipient: 'email' | 'phone' | undefined;
  /** Its address is an account that people connect there; none: an address of their profile or account. */
  account: Account | undefined;
  /** People turn it on by hand on each of their devices, so it comes beside the way that a profile prefers. */
  byDevice: boolean;
  /** It makes a noise, so it waits for the end of quiet hours. */
  buzzes: boolean;
  /** It carries files, such as a calendar. */
  files: boolean;
  /** Several messages may leave as one. */
  gathers: boolean;
  /** What became of a message can be asked there, so one that may have arrived is looked up and then sent if it did not. */
  looksUp: boolean;
  /** Why its addresses may be closed to us, each with the way out, as a sentence. */
  closed: Partial<Record<SuppressionReason, string>>;
};

type Account = {
  /** After agreeing there, the vendor's page leads back to ours (`redirect`), or the person says here that it is done. */
  back: 'redirect' | 'button';
  /** What connecting is good for, and what it is good for once it is done. */
  hint: string;
  connected: string;
};

/** Why an address takes nothing from us any more. */
export type SuppressionReason = 'not_installed' | 'closed' | 'stopped' | 'no_such_address';

/**
 * Ways out of the product; the in-app inbox is the outbox itself and always gets what is not secret. What else a channel
 * needs, its address in SQL where it is no connected account (`notifications.queries.ts`), and its sender and how an account is
 * connected (`channels.commands.ts`), are tables by channel too:
 * a channel without one does not compile.
 */
export const CHANNEL_FACTS = {
  email: {
    label: 'E-mail',
    messages: 'Mail',
    place: 1,
    preferredContact: 'email',
    recipient: 'email',
    account: undefined,
    byDevice: false,
    buzzes: false,
    files: true,
    gathers: true,
    looksUp: false,
    closed: {
      no_such_address:
        'The mail server of your address says that there is no such mailbox. Give another address in your profile, or free the mailbox and try again.',
    },
  },
  sms: {
    label: 'SMS',
    messages: 'Text',
    place: 3,
    preferredContact: 'phone',
    recipient: 'phone',
    account: undefined,
    byDevice: false,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: true,
    closed: {
      stopped: 'You answered STOP to our text messages. Text START to the number they came from, then try again.',
      no_such_address: 'Your number takes no text messages. Give another number in your profile.',
    },
  },
  discord: {
    label: 'Discord',
    messages: 'Discord',
    place: 2,
    preferredContact: 'discord',
    recipient: undefined,
    account: {
      back: 'redirect',
      hint: 'Connect it to receive match notifications via DM. Our bot is added to your Discord account, so that it may write to you.',
      connected: 'Receive match notifications via DM',
    },
    byDevice: false,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: false,
    closed: {
      not_installed:
        'Discord lets our bot write only to people who added it to their account. Connect Discord again and allow it.',
      closed:
        'Your Discord settings keep our bot from writing to you. Allow direct messages, or unblock the bot, then try again.',
      no_such_address: 'The Discord account that you connected is gone. Connect another one.',
    },
  },
  push: {
    label: 'Push',
    messages: 'Push',
    place: 4,
    preferredContact: undefined,
    recipient: undefined,
    account: undefined,
    byDevice: true,
    buzzes: true,
    files: false,
    gathers: false,
    looksUp: false,
    // A browser that takes nothing any more is taken off the person's list of devices.
    closed: {},
  },
} as const satisfies Record<string, ChannelFacts>;

export type Channel = keyof typeof CHANNEL_FACTS;

export const CHANNELS = Object.keys(CHANNEL_FACTS) as [Channel, ...Channel[]];

/** Channels whose address is an account that people connect. */
export type ConnectedChannel = {
  [Name in Channel]: (typeof CHANNEL_FACTS)[Name]['account'] extends undefined ? never : Name;
}[Channel];
export const isConnected = (channel: Channel): channel is ConnectedChannel =>
  CHANNEL_FACTS[channel].account !== undefined;
export const CONNECTED_CHANNELS = CHANNELS.filter(isConnected) as [ConnectedChannel, ...ConnectedChannel[]];

/** In the order of their places. */
export const CHANNELS_BY_PLACE = CHANNELS.toSorted((a, b) => CHANNEL_FACTS[a].place - CHANNEL_FACTS[b].place);

/** How everybody is reached who has not said otherwise. */
export const DEFAULT_CHANNEL: Channel = 'email';

/** One value for each channel. */
export function mapChannels<T>(of: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, of(channel)])) as Record<Channel, T>;
}

/** Where each channel leads for one person, when it leads anywhere. */
export type Addresses = Record<Channel, string | null>;
