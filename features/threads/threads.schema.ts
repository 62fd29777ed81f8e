import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText } from '../../text/short-text.ts';
import * as messages from './threads.messages.ts';

/** Kinds of subjects that threads belong to. `booking` is a hire or a coaching session. */
export const THREAD_KINDS = ['squad', 'application', 'booking'] as const;
export const ThreadKind = z.enum(THREAD_KINDS, { error: issueText(messages.unknownChatKind) });
export type ThreadKind = z.infer<typeof ThreadKind>;

/**
 * The cause of a message's deletion: its author, the squad's captain, the erasure of the author's account, or a
 * moderator.
 */
const RemovedBy = z.enum(['author', 'leader', 'account', 'moderator']);
export type RemovedBy = z.infer<typeof RemovedBy>;

export const MESSAGE_MAX = 2000;

export const MessageText = longText(MESSAGE_MAX, {
  invalid: issueText(messages.messageInvalid),
  tooLong: issueText(messages.messageTooLong, { max: MESSAGE_MAX }),
}).refine((text) => text !== '', issueText(messages.messageRequired));

export const NewMessage = z.object({
  /** The client's id for this message. Sending the same id again doesn't create another message. */
  client_id: z.uuid({ error: issueText(messages.clientIdRequired) }),
  text: MessageText,
});
export type NewMessage = z.infer<typeof NewMessage>;

const seq = z.number().int();
const instant = z.iso.datetime();
const Who = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

export const ThreadMessage = z.object({
  /** Consecutive number, starting at 1, without gaps. */
  seq,
  /** The client's id for the message, only on the caller's own messages. */
  client_id: z.uuid().nullable(),
  /** Null when the author's account was deleted. */
  author: Who.nullable(),
  is_you: z.boolean(),
  /** Whether the caller has muted the author. */
  muted: z.boolean(),
  /** Empty when the message was deleted. */
  text: z.string(),
  removed: RemovedBy.nullable(),
  /** Whether the caller may still edit or delete it. */
  editable: z.boolean(),
  created_at: instant,
  edited_at: instant.nullable(),
});
export type ThreadMessage = z.infer<typeof ThreadMessage>;

export const ThreadPage = z.object({
  id: z.uuid(),
  kind: ThreadKind,
  subject_id: z.uuid(),
  /** Why the caller can't write now; null when the thread is open. */
  closed: z.string().nullable(),
  /** Whether the caller may delete other people's messages. */
  you_lead: z.boolean(),
  members: z.array(Who.extend({ is_you: z.boolean(), muted: z.boolean() })),
  /** The first message number the caller may see. Earlier messages are from before they joined. */
  first_seq: seq,
  last_seq: seq,
  read_seq: seq,
  unread: seq,
  /** Oldest first. */
  messages: z.array(ThreadMessage),
});
export type ThreadPage = z.infer<typeof ThreadPage>;

/** New messages in a thread as sent in the event, oldest first. */
export type ThreadNews = {
  messages: { seq: number; author_id: string; client_id: string; text: string; created_at: string }[];
};
