import { z } from 'zod';
import { instant } from '../../time/instant-schema.ts';
import { byChannel, CHANNELS, type Channel } from './channels.schema.ts';

/**
 * What a notification is about. `urgent` kinds may come through quiet hours when the person consented; `security` ones
 * are sent whatever the preferences say. `channels` are on by default.
 */
export const KINDS = {
  security: { label: 'Security of your account', urgent: true, channels: ['email'] },
  queue: { label: 'Play now: your group is found', urgent: true, channels: [] },
  match_proposed: { label: 'New match proposals', urgent: false, channels: ['email', 'discord'] },
  match_mutual: { label: 'Everybody accepted a match', urgent: true, channels: ['email', 'discord'] },
  match_changed: { label: 'Changes to your matches', urgent: false, channels: ['email', 'discord'] },
  party: { label: 'Parties: invitations, who joins and leaves', urgent: false, channels: ['email', 'discord'] },
  squad: {
    label: 'Your squads: invitations, who joins and leaves, who leads',
    urgent: false,
    channels: ['email', 'discord'],
  },
  session: {
    label: 'Sessions: times to answer, reminders, standing in for others',
    urgent: true,
    channels: ['email', 'discord'],
  },
  thread: { label: 'Messages from people you play with', urgent: false, channels: ['email', 'discord'] },
  lfg: { label: 'Applications to and from listings', urgent: false, channels: ['email', 'discord'] },
  moderation: { label: 'Decisions of moderators', urgent: false, channels: ['email'] },
  booking: { label: 'Hires, coaching and assemblies', urgent: true, channels: ['email', 'discord'] },
  payment: { label: 'Receipts and refunds', urgent: false, channels: ['email'] },
  reach: { label: 'A channel that stopped reaching you', urgent: false, channels: ['email'] },
  test: { label: 'Test messages that you asked for', urgent: true, channels: ['email'] },
} as const satisfies Record<string, { label: string; urgent: boolean; channels: Channel[] }>;
export type Kind = keyof typeof KINDS;

/** Kinds in one sentence, as people read them. */
export function labelOf(kinds: readonly Kind[]): string {
  return kinds.map((kind) => `“${KINDS[kind].label}”`).join(' and ');
}

/** Kinds as an unsubscribe link names them: one, or several with commas between. */
export const LinkedKinds = z
  .string('This unsubscribe link is not complete.')
  .max(200, 'This unsubscribe link is not complete.')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(Object.keys(KINDS) as [Kind, ...Kind[]], 'This unsubscribe link is not complete.')).min(1));

/** A button: path on our own origin, starting with a slash. */
export type Link = { label: string; path: string };
/** A text file in the mail. */
export type Attachment = { name: string; type: string; content: string };

/** One message to one person about one cause. */
export type NewNotification = {
  userId: string;
  kind: Kind;
  title: string;
  /** Plain sentences, one a paragraph. */
  lines: string[];
  /** The main button. */
  link?: Link | undefined;
  /** Further buttons after the main one. */
  moreLinks?: Link[] | undefined;
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
  deadline?: Date | undefined;
  topic?: string | undefined;
  actions?: { action: string; title: string; url?: string; body?: Record<string, string> }[] | undefined;
};

export const InboxItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  links: z.array(z.object({ label: z.string(), path: z.string() })),
  read: z.boolean(),
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

/** The one number of what is unread, wherever it is shown. */
export const Unread = z.object({ unread: z.number().int() });

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 23:00.');

export const Preferences = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      channels: z.object(byChannel(() => z.boolean())),
    }),
  ),
  quiet: z.object({ start: clock, end: clock }).nullable(),
  urgentInQuiet: z.boolean(),
  consent: z.boolean(),
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
