import { z } from 'zod';
import { plainTextSchema } from '../moderation/moderation.schema.ts';

/** What a thread can belong to: a squad, an application to a listing, a hire or a session with a coach. */
export const THREAD_KINDS = ['squad', 'application', 'booking'] as const;
export const ThreadKind = z.enum(THREAD_KINDS, { error: 'There are no conversations of this kind.' });
export type ThreadKind = z.infer<typeof ThreadKind>;

/** Who took a message away: its author, who leads the squad, the end of the author's account, or a moderator. */
const RemovedBy = z.enum(['author', 'leader', 'account', 'moderator']);
export type RemovedBy = z.infer<typeof RemovedBy>;

export const MESSAGE_MAX = 2000;

export const MessageText = plainTextSchema('Your message', MESSAGE_MAX).refine(
  (text) => text !== '',
  'Please write something before you send it.',
);

export const NewMessage = z.object({
  /** Made by the sender for this message: whoever sends it again means the same one. */
  client_id: z.uuid({ error: 'A message needs an id of its own, which stays the same when it is sent again.' }),
  text: MessageText,
});
export type NewMessage = z.infer<typeof NewMessage>;

const seq = z.number().int();
const instant = z.iso.datetime();
const Who = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

export const ThreadMessage = z.object({
  /** 1, 2, 3 … without a gap. */
  seq,
  /** The sender's name for it, on one's own messages. */
  client_id: z.uuid().nullable(),
  /** Null: their account is gone. */
  author: Who.nullable(),
  is_you: z.boolean(),
  /** By somebody whom the caller has muted here. */
  muted: z.boolean(),
  /** Empty once it was removed. */
  text: z.string(),
  removed: RemovedBy.nullable(),
  /** Whether the caller may still change it or take it back. */
  editable: z.boolean(),
  created_at: instant,
  edited_at: instant.nullable(),
});
export type ThreadMessage = z.infer<typeof ThreadMessage>;

export const ThreadPage = z.object({
  id: z.uuid(),
  kind: ThreadKind,
  subject_id: z.uuid(),
  /** Why nothing can be written now; null when it can. */
  closed: z.string().nullable(),
  /** Whether the caller may remove what others wrote. */
  you_lead: z.boolean(),
  members: z.array(Who.extend({ is_you: z.boolean(), muted: z.boolean() })),
  /** The first number that the caller may see: what is before was written before they came. */
  first_seq: seq,
  last_seq: seq,
  read_seq: seq,
  unread: seq,
  /** The oldest first. */
  messages: z.array(ThreadMessage),
});
export type ThreadPage = z.infer<typeof ThreadPage>;

/** What is new in a thread, as it travels with the news: messages as they were sent, the oldest first. */
export type ThreadNews = {
  messages: { seq: number; author_id: string; client_id: string; text: string; created_at: string }[];
};
