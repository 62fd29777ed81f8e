import { z } from 'zod';
import type { ActionUrl, PageAddress } from '../../content/paths.ts';
import { issueText } from '../../messages/issue-text.ts';
import { formatList } from '../../messages/lists.ts';
import type { Mentions } from '../../messages/mentions.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { instant } from '../../time/instant-schema.ts';
import { CHANNELS, type Channel, mapChannels } from './channels.schema.ts';
import * as messages from './notifications.messages.ts';

type KindFacts = {
  label: Message;
  /** Whether the kind is time-critical, so it may break quiet hours if the user consented. */
  urgent: boolean;
  /** Channels on by default. */
  channels: Channel[];
  /** Whether turning on a channel for this kind also means consent to break quiet hours. */
  wakes?: true;
};

/** The kinds of notifications. `security` ones are sent regardless of preferences. */
export const KINDS = {
  security: { label: messages.kindSecurity, urgent: true, channels: ['email'] },
  queue: { label: messages.kindQueue, urgent: true, channels: ['push'], wakes: true },
  match_proposed: { label: messages.kindMatchProposed, urgent: false, channels: ['email', 'discord', 'push'] },
  match_mutual: { label: messages.kindMatchMutual, urgent: true, channels: ['email', 'discord', 'push'] },
  match_changed: { label: messages.kindMatchChanged, urgent: false, channels: ['email', 'discord', 'push'] },
  party: {
    label: messages.kindParty,
    urgent: false,
    channels: ['email', 'discord', 'push'],
  },
  squad: {
    label: messages.kindSquad,
    urgent: false,
    channels: ['email', 'discord', 'push'],
  },
  session: {
    label: messages.kindSession,
    urgent: true,
    channels: ['email', 'discord', 'push'],
  },
  thread: { label: messages.kindThread, urgent: false, channels: ['email', 'discord', 'push'] },
  lfg: { label: messages.kindLfg, urgent: false, channels: ['email', 'discord', 'push'] },
  moderation: { label: messages.kindModeration, urgent: false, channels: ['email'] },
  booking: { label: messages.kindBooking, urgent: true, channels: ['email', 'discord', 'push'] },
  payment: { label: messages.kindPayment, urgent: false, channels: ['email'] },
  reach: { label: messages.kindReach, urgent: false, channels: ['email'] },
  test: { label: messages.kindTest, urgent: true, channels: ['email'] },
} as const satisfies Record<string, KindFacts>;
export type Kind = keyof typeof KINDS;

/** Returns whether turning on this kind explicitly also allows it during quiet hours. */
export const isAllowedInQuietHours = (kind: Kind): boolean => (KINDS[kind] as KindFacts).wakes === true;

/** Formats several kinds as one phrase for users. */
export function formatKinds(t: Translator, kinds: readonly Kind[]): string {
  const names = kinds.map((kind) => t(messages.quotedKind, { kind: t(KINDS[kind].label) }));
  return formatList(t, names);
}

/** Kinds in an unsubscribe link, separated by commas. */
export const LinkedKinds = z
  .string(issueText(messages.linkIncomplete))
  .max(200, issueText(messages.linkIncomplete))
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], issueText(messages.linkIncomplete))).min(1));

/** A message's URL with the label of the button that opens it. Opening it changes nothing. */
export type Link = { label: string; path: PageAddress };
/** A labeled button of a message. It may perform an action; a message's URL never does. */
export type MessageAction = { label: string; path: PageAddress | ActionUrl };
/** A text file attached to the email. */
export type Attachment = { name: string; type: string; content: string };

/**
 * A button on a push notification. When tapped, the service worker sends the user's answer, whether or not a page is
 * open.
 */
export type PushAction = {
  /** Unique within the message. */
  action: string;
  title: string;
  /**
   * Path on our own origin to POST the answer to. Without it, a tap opens the message's link. No session is sent.
   * Instead, `body` holds a token that's valid only for this subject, version and answer. The operation responds with a
   * `{ sentence }` to show. If it refuses, the link opens.
   */
  url?: string;
  body?: Record<string, string | number | boolean>;
};

/** A message to one person about one cause. */
export type NewNotification = {
  userId: string;
  kind: Kind;
  title: string;
  /** Plain sentences, one per paragraph. */
  lines: string[];
  /** The message's URL. It opens from a text message, a push notification or a message list. */
  link?: Link | undefined;
  /** Buttons shown before the button that opens the URL. */
  actions?: MessageAction[] | undefined;
  attachments?: Attachment[] | undefined;
  /** Key for the cause and this person: a second notification with the same key is dropped. */
  dedupeKey: string;
  /** Address to use instead of the account's, e.g. to confirm a new one. */
  recipient?: { email?: string; phone?: string } | undefined;
  /** The only channels to use, regardless of preferences. */
  channels?: Channel[] | undefined;
  /** Whether the message holds a code or a sign-in link, so it's kept out of the inbox and wiped after sending. */
  secret?: boolean | undefined;
  /** Time after which it isn't sent on any channel. The inbox keeps it. */
  usefulUntil?: Date | undefined;
  /**
   * Time after which the message is useless, seconds or minutes from now. It's sent before all others, push services
   * wake the phone for it, and the deadline is checked again before sending and before showing it. Like `secret`
   * messages, it's kept out of the inbox and wiped afterwards, and it has no fallback channel. `{seconds}` in its title
   * and lines is the time left when it's sent. Don't name anyone, because the text shows on locked phones.
   * @example await enqueueNotification(tx, deps, { userId, kind: 'queue', title: 'Match found. {seconds} s left',
   *   lines: ["Ready up if you're in."], link: { label: 'See the match', path: paths.matches }, deadline: check.endsAt,
   *   topic: `check:${check.id}`, dedupeKey: `check:${check.id}:${check.version}`, pushActions: [
   *     { action: 'ready', title: 'Ready', url: `/api/queue/checks/${check.id}/answer-by-token`, body: { token } }] });
   */
  deadline?: Date | undefined;
  /** The message's subject. A newer message on the same topic replaces an older one, in transit and on screen. */
  topic?: string | undefined;
  /** Whether the message silently replaces a push on the same `topic` whose question no longer needs an answer. */
  closes?: boolean | undefined;
  /** Buttons, at most two. On a phone that shows no buttons, a tap opens the link without answering. */
  pushActions?: PushAction[] | undefined;
  /** The people that the message names. Filled in with the names that were passed to `mention`. */
  mentions?: Mentions | undefined;
};

/** A message to be written in its recipient's language, which is looked up when the message is stored. */
export type NotificationDraft = { userId: string; write: (t: Translator) => Omit<NewNotification, 'userId'> };

/** A silent push that replaces earlier ones on its topic. */
export type DismissingPush = {
  userId: string;
  topic: string;
  deadline: Date;
  write: (t: Translator) => Omit<NewNotification, 'userId' | 'topic' | 'deadline' | 'closes'>;
};

export const InboxItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  /** URL of the page that the message opens. Opening it changes nothing. */
  address: z.string().nullable(),
  actions: z.array(z.object({ label: z.string(), path: z.string() })),
  read: z.boolean(),
  /** Whether the message still needs an answer from the user. */
  waits: z.boolean(),
  createdAt: instant,
});
export type InboxItem = z.infer<typeof InboxItem>;

/** Filter for all messages, or only those that need an answer from the user. */
export const InboxView = z.enum(['all', 'waiting'], { error: issueText(messages.inboxViewUnknown) });
export type InboxView = z.infer<typeof InboxView>;

export const Inbox = z.object({
  items: z.array(InboxItem),
  unread: z.number().int(),
  /** Number of topics in the inbox that need an answer from the user. */
  waiting: z.number().int(),
  /** Value of `before` for the next page; null at the end. */
  next: z.string().nullable(),
});
export type Inbox = z.infer<typeof Inbox>;

export const UnreadCount = z.object({ unread: z.number().int() });

/** The inbox's counts. `waiting` is the number that the navigation shows: topics that need an answer from the user. */
export const InboxCounts = UnreadCount.extend({ waiting: z.number().int() });
export type InboxCounts = z.infer<typeof InboxCounts>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueText(messages.timeInvalid));

export const Preferences = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      channels: z.object(mapChannels(() => z.boolean())),
      /** Whether turning it on explicitly also allows it during quiet hours. */
      wakes: z.boolean(),
    }),
  ),
  quiet: z.object({ start: clock, end: clock }).nullable(),
  urgentInQuiet: z.boolean(),
  consent: z.boolean(),
  /** Channels without an address. Their toggles take effect once the user adds one. */
  nowhere: z.array(z.enum(CHANNELS)),
  /** Channels whose address permanently refused our messages, and how to fix that. */
  closed: z.array(z.object({ channel: z.enum(CHANNELS), sentence: z.string(), since: instant })),
});
export type Preferences = z.infer<typeof Preferences>;

export const PreferenceChange = z
  .object({
    kind: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], { error: issueText(messages.kindUnknown) }),
    channel: z.enum(CHANNELS, { error: issueText(messages.channelUnknown) }),
    enabled: z.boolean(),
  })
  .refine((change) => change.kind !== 'security', issueText(messages.securityStaysOn));

export const SettingsChange = z.object({
  quiet: z.object({ start: clock, end: clock }).nullable().optional(),
  urgentInQuiet: z.boolean().optional(),
});
