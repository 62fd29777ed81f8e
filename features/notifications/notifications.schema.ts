import { z } from 'zod';
import type { ActingAddress, PageAddress } from '../../content/paths.ts';
import { instant } from '../../time/instant-schema.ts';
import { CHANNELS, type Channel, mapChannels } from './channels.schema.ts';

type KindFacts = {
  label: string;
  /** Time-critical: it may come through quiet hours when the person consented. */
  urgent: boolean;
  /** On by default. */
  channels: Channel[];
  /** Who turns a channel on for it by hand consents to be woken by it there. */
  wakes?: true;
};

/** What a notification is about. `security` ones are sent whatever the preferences say. */
export const KINDS = {
  security: { label: 'Security of your account', urgent: true, channels: ['email'] },
  queue: { label: 'Play now: your group is found', urgent: true, channels: ['push'], wakes: true },
  match_proposed: { label: 'New match proposals', urgent: false, channels: ['email', 'discord', 'push'] },
  match_mutual: { label: 'Everybody accepted a match', urgent: true, channels: ['email', 'discord', 'push'] },
  match_changed: { label: 'Changes to your matches', urgent: false, channels: ['email', 'discord', 'push'] },
  party: {
    label: 'Parties: invitations, who joins and leaves',
    urgent: false,
    channels: ['email', 'discord', 'push'],
  },
  squad: {
    label: 'Your squads: invitations, who joins and leaves, who leads',
    urgent: false,
    channels: ['email', 'discord', 'push'],
  },
  session: {
    label: 'Sessions: times to answer, reminders, standing in for others',
    urgent: true,
    channels: ['email', 'discord', 'push'],
  },
  thread: { label: 'Messages from people you play with', urgent: false, channels: ['email', 'discord', 'push'] },
  lfg: { label: 'Applications to and from listings', urgent: false, channels: ['email', 'discord', 'push'] },
  moderation: { label: 'Decisions of moderators', urgent: false, channels: ['email'] },
  booking: { label: 'Hires, coaching and assemblies', urgent: true, channels: ['email', 'discord', 'push'] },
  payment: { label: 'Receipts and refunds', urgent: false, channels: ['email'] },
  reach: { label: 'A channel that stopped reaching you', urgent: false, channels: ['email'] },
  test: { label: 'Test messages that you asked for', urgent: true, channels: ['email'] },
} as const satisfies Record<string, KindFacts>;
export type Kind = keyof typeof KINDS;

/** Whether a switch of this kind that is on by hand means in quiet hours too. */
export const wakesWhenEnabled = (kind: Kind): boolean => (KINDS[kind] as KindFacts).wakes === true;

/** Kinds in one sentence, as people read them. */
export function formatKinds(kinds: readonly Kind[]): string {
  return kinds.map((kind) => `“${KINDS[kind].label}”`).join(' and ');
}

/** Kinds as an unsubscribe link names them: one, or several with commas between. */
export const LinkedKinds = z
  .string('This unsubscribe link is not complete.')
  .max(200, 'This unsubscribe link is not complete.')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], 'This unsubscribe link is not complete.')).min(1));

/** Where a message leads, with the label of the button that opens it. Opening it changes nothing. */
export type Link = { label: string; path: PageAddress };
/** A labeled button of a message. It may act; the address of a message never does. */
export type MessageAction = { label: string; path: PageAddress | ActingAddress };
/** A text file in the mail. */
export type Attachment = { name: string; type: string; content: string };

/** A button on a push: pressed, its worker answers for the person, whether or not a page is open. */
export type PushAction = {
  /** Unique among those of the message. */
  action: string;
  title: string;
  /**
   * Where the answer goes by POST: a path on our own origin; without one, pressing it opens the link of the message. No
   * session comes along: `body` holds a word that is good for this one thing, in this version, and this one answer. The
   * operation answers with `{ sentence }`, which is shown; when it refuses, the link is opened.
   */
  url?: string;
  body?: Record<string, string | number | boolean>;
};

/** One message to one person about one cause. */
export type NewNotification = {
  userId: string;
  kind: Kind;
  title: string;
  /** Plain sentences, one a paragraph. */
  lines: string[];
  /** The address of the message: what a text message, a push and a list of messages open. */
  link?: Link | undefined;
  /** Buttons before the one that opens the address. */
  actions?: MessageAction[] | undefined;
  attachments?: Attachment[] | undefined;
  /** Names the cause for this person: a second notification with the same key is dropped. */
  dedupeKey: string;
  /** Sends to this address instead of the account's, e.g. to confirm a new one. */
  recipient?: { email?: string; phone?: string } | undefined;
  /** Only these channels, whatever the preferences say. */
  channels?: Channel[] | undefined;
  /** Holds a code or a sign-in link: kept out of the inbox and wiped after sending. */
  secret?: boolean | undefined;
  /** From then on it helps nobody: no channel brings it, the inbox keeps it. */
  usefulUntil?: Date | undefined;
  /**
   * It is worth something for seconds or minutes, and nothing from this instant on: it leaves before all others, push
   * services wake the phone for it, and the instant is looked at again before it is sent and before it is shown. It is
   * kept out of the inbox and wiped afterwards, as what is `secret`, and goes no other way when it cannot be brought.
   * `{seconds}` in its title and lines is what is left when it leaves. It names nobody: its words stand on locked phones.
   * @example await enqueueNotification(tx, deps, { userId, kind: 'queue', title: 'Your five is found. {seconds} s left',
   *   lines: ['Say that you are ready.'], link: { label: 'Open it', path: paths.matches }, deadline: check.endsAt,
   *   topic: `check:${check.id}`, dedupeKey: `check:${check.id}:${check.version}`, pushActions: [
   *     { action: 'ready', title: 'Ready', url: `/api/queue/checks/${check.id}/answer-by-token`, body: { token } }] });
   */
  deadline?: Date | undefined;
  /** What it is about: on its way and on the screen, the newer about the same replaces the older. */
  topic?: string | undefined;
  /** Takes the place of a push about the same `topic` that needs no answer anymore, without a sound. */
  closes?: boolean | undefined;
  /** At most two; a phone that shows none opens the link and answers nothing. */
  pushActions?: PushAction[] | undefined;
};

/** A quiet push that takes the place of those about its topic. */
export type DismissingPush = NewNotification & { topic: string; deadline: Date; closes: true };

export const InboxItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  /** The page that it opens. Opening it changes nothing. */
  address: z.string().nullable(),
  /** Its buttons. */
  actions: z.array(z.object({ label: z.string(), path: z.string() })),
  read: z.boolean(),
  /** Whether what it is about still waits for a word of the reader. */
  waits: z.boolean(),
  createdAt: instant,
});
export type InboxItem = z.infer<typeof InboxItem>;

/** Everything, or what waits for a word of the reader. */
export const InboxView = z.enum(['all', 'waiting'], { error: 'Ask for all messages or for those that wait for you.' });
export type InboxView = z.infer<typeof InboxView>;

export const Inbox = z.object({
  items: z.array(InboxItem),
  unread: z.number().int(),
  /** How many things wait for a word of the reader, of those that messages are about. */
  waiting: z.number().int(),
  /** Pass as `before` to read on; null at the end. */
  next: z.string().nullable(),
});
export type Inbox = z.infer<typeof Inbox>;

/** The one number of what is unread, wherever it is shown. */
export const Unread = z.object({ unread: z.number().int() });

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 23:00.');

export const Preferences = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      channels: z.object(mapChannels(() => z.boolean())),
      /** What is switched on by hand comes in quiet hours too. */
      wakes: z.boolean(),
    }),
  ),
  quiet: z.object({ start: clock, end: clock }).nullable(),
  urgentInQuiet: z.boolean(),
  consent: z.boolean(),
  /** Channels that lead nowhere yet, since nobody has said where to: their switches count once somebody has. */
  nowhere: z.array(z.enum(CHANNELS)),
  /** Channels whose address refused us for good, and what to do about it. */
  closed: z.array(z.object({ channel: z.enum(CHANNELS), sentence: z.string(), since: instant })),
});
export type Preferences = z.infer<typeof Preferences>;

export const PreferenceChange = z
  .object({
    kind: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], { error: 'There is no such kind of notification.' }),
    channel: z.enum(CHANNELS, { error: 'There is no such channel.' }),
    enabled: z.boolean(),
  })
  .refine((change) => change.kind !== 'security', 'Security mail cannot be switched off.');

export const SettingsChange = z.object({
  quiet: z.object({ start: clock, end: clock }).nullable().optional(),
  urgentInQuiet: z.boolean().optional(),
});
