import type { Db } from '../../db/database.ts';
import { english } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import { consumeReportLimit, reportPerson } from '../moderation/flags.commands.ts';
import type { ReportText } from '../moderation/moderation.schema.ts';
import { isBlockedAmong } from '../profiles/blocks/blocks.queries.ts';
import { findTextRefusal, writeInBatch } from './message-batching.commands.ts';
import { formatReportedText } from './thread-messages.wording.ts';
import { resolveSubject } from './thread-subjects.commands.ts';
import * as messages from './threads.messages.ts';
import * as queries from './threads.queries.ts';
import { findEditProblem, formatTooManyMessages, getRemoval } from './threads.rules.ts';
import type { NewMessage, ThreadMessage, ThreadPage } from './threads.schema.ts';

const PAGE_SIZE = 50;
/** Maximum number of messages per read, for pages that also show older messages. */
const PAGE_MAX = 200;
const MAX_SEQ = 2 ** 31 - 1;

/** A message by thread and number. */
type MessageRef = { threadId: string; seq: number };

/**
 * Returns the messages of a thread the caller is in, starting when they joined.
 * @param range `from`: the oldest message to return; omit it for one page. `before`: only messages older than this
 * @throws Refusal not_found for everyone else
 */
export async function readThread(
  deps: Deps,
  actor: Person,
  subject: queries.Subject,
  { from, before = MAX_SEQ }: { from?: number | undefined; before?: number | undefined },
): Promise<ThreadPage> {
  const threadRow = await queries.findThread(deps.db, subject, actor.userId);
  if (!threadRow) throw new Refusal('not_found', messages.chatNotFound);
  const { thread, member } = threadRow;
  const afterSeq = Math.max(member.fromSeq, (from ?? 1) - 1);
  const limit = from === undefined ? PAGE_SIZE : PAGE_MAX;
  const rows = await queries.listMessages(deps.db, thread.id, { after: afterSeq, before, limit });
  const memberIds = await queries.listMembers(deps.db, thread.id);
  const authorIds = rows.flatMap(({ authorId }) => authorId ?? []);
  const writers = await queries.getWriters(deps.db, [...memberIds, ...authorIds]);
  const mutedIds = await queries.listMutedIds(deps.db, thread.id, actor.userId);
  const unreadCounts = await queries.countUnread(deps.db, actor.userId, thread.kind, [thread.subjectId]);
  const { closed, leaderId } = await findWriteObstacle(deps.db, deps, thread, { userId: actor.userId, memberIds });
  const now = deps.now();
  return {
    id: thread.id,
    kind: thread.kind,
    subject_id: thread.subjectId,
    closed: closed && readerTranslator(closed),
    you_lead: leaderId === actor.userId,
    members: memberIds.map((id) => ({
      ...findWriter(writers, id),
      is_you: id === actor.userId,
      muted: mutedIds.has(id),
    })),
    first_seq: member.fromSeq + 1,
    last_seq: thread.lastSeq,
    read_seq: Math.max(member.readSeq, member.fromSeq),
    unread: unreadCounts.get(thread.subjectId) ?? 0,
    messages: rows.map((row) => toMessageView(row, { viewerId: actor.userId, writers, muted: mutedIds, now })),
  };
}

const findWriter = (writers: Map<string, queries.Writer>, id: string): queries.Writer =>
  writers.get(id) ?? { id, display_name: readerTranslator(messages.formerPlayer), avatar_path: null };

type ReadContext = { viewerId: string; writers: Map<string, queries.Writer>; muted: Set<string>; now: Date };

function toMessageView(row: queries.ShownRow, { viewerId, writers, muted, now }: ReadContext): ThreadMessage {
  const isOwn = row.authorId === viewerId;
  return {
    seq: row.seq,
    client_id: isOwn ? row.clientId : null,
    author: row.authorId ? findWriter(writers, row.authorId) : null,
    is_you: isOwn,
    muted: row.authorId !== null && muted.has(row.authorId),
    text: row.body,
    removed: row.removedBy,
    editable: findEditProblem(row, viewerId, now) === undefined,
    created_at: row.createdAt.toISOString(),
    edited_at: toIsoOrNull(row.editedAt),
  };
}

/** Returns why the user can't write in a thread now, and its leader. The reason doesn't reveal blocks. */
async function findWriteObstacle(
  db: Db,
  deps: Deps,
  thread: queries.ThreadRow,
  { userId, memberIds }: { userId: string; memberIds: readonly string[] },
) {
  const subject = await resolveSubject(db, deps, thread);
  const otherMemberIds = memberIds.filter((id) => id !== userId);
  const isOpen = subject?.open && !(await isBlockedAmong(db, userId, otherMemberIds));
  return { closed: isOpen ? null : messages.chatClosed, leaderId: subject?.leaderId ?? null };
}

async function lockThreadOfMember(tx: Db, actor: Person, threadId: string) {
  const lockedThread = await queries.lockThreadFor(tx, threadId, actor.userId);
  if (!lockedThread) throw new Refusal('not_found', messages.chatNotFound);
  return lockedThread;
}

/** Returns a message as its author sees it right after writing or editing it. */
async function toAuthorView(db: Db, deps: Deps, row: queries.ShownRow, viewerId: string): Promise<ThreadMessage> {
  const writers = await queries.getWriters(db, [viewerId]);
  return toMessageView(row, { viewerId, writers, muted: new Set(), now: deps.now() });
}

/**
 * Writes a message. Idempotent per `client_id`, so clients can retry when a response was lost.
 * @throws Refusal when the user isn't in the thread or it's closed, the text contains a blocked word, or the user sent
 * too many messages within a minute
 */
export async function writeMessage(
  deps: Deps,
  actor: Person,
  threadId: string,
  { client_id: clientId, text }: NewMessage,
): Promise<ThreadMessage> {
  const message = { threadId, authorId: actor.userId, clientId, body: text };
  const { row, writers } = await writeInBatch(deps, message);
  return toMessageView(row, { viewerId: actor.userId, writers, muted: new Set(), now: deps.now() });
}

/** Returns a message the caller can see and locks its thread for this transaction. */
async function lockMessage(tx: Db, actor: Person, { threadId, seq }: MessageRef) {
  const { thread, member } = await lockThreadOfMember(tx, actor, threadId);
  const message = seq > member.fromSeq ? await queries.findMessage(tx, threadId, seq) : undefined;
  if (!message) throw new Refusal('not_found', messages.messageNotFound);
  return { thread, message };
}

/**
 * Edits the caller's own message, within 15 minutes. Counts toward the rate limit like a new message, because every
 * open page fetches it again.
 * @throws Refusal when it's someone else's, too old or deleted, the text contains a blocked word, or the user sent too
 * many messages within a minute
 */
export async function editMessage(deps: Deps, actor: Person, ref: MessageRef, text: string): Promise<ThreadMessage> {
  const refusal = findTextRefusal(text);
  if (refusal) throw refusal;
  await consumeUserLimit(deps, 'threadMessages', actor.userId, formatTooManyMessages);
  return deps.db.transaction(async (tx) => {
    const { thread, message } = await lockMessage(tx, actor, ref);
    const now = deps.now();
    const problem = findEditProblem(message, actor.userId, now);
    if (problem) throw new Refusal(message.authorId === actor.userId ? 'conflict' : 'forbidden', problem);
    const memberIds = await queries.listMembers(tx, thread.id);
    const { closed } = await findWriteObstacle(tx, deps, thread, { userId: actor.userId, memberIds });
    if (closed) throw new Refusal('conflict', closed);
    if (message.body !== text) await queries.changeMessage(tx, message.id, text, now);
    return toAuthorView(tx, deps, (await queries.findMessage(tx, ref.threadId, ref.seq))!, actor.userId);
  });
}

/**
 * Deletes a message. Authors can delete their own within 15 minutes, and leaders any message at any time. The message's
 * number isn't reused.
 * @throws Refusal for everyone else
 */
export async function removeMessage(deps: Deps, actor: Person, ref: MessageRef): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { thread, message } = await lockMessage(tx, actor, ref);
    if (message.removedAt) return;
    const isLeader = (await resolveSubject(tx, deps, thread))?.leaderId === actor.userId;
    const now = deps.now();
    const removal = getRemoval(message, { userId: actor.userId, isLead: isLeader, now });
    if (!removal.by) throw new Refusal(message.authorId === actor.userId ? 'conflict' : 'forbidden', removal.problem);
    await queries.removeMessage(tx, message.id, removal.by, now);
  });
}

/**
 * Reports a message to the moderators with its current and earlier text.
 * @throws Refusal when the caller wrote it, can't see it, already has an open report on it or sent too many reports
 * within an hour, or when its text is no longer stored
 */
export async function reportMessage(deps: Deps, actor: Person, ref: MessageRef, report: ReportText): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  await deps.db.transaction(async (tx) => {
    const { thread, message } = await lockMessage(tx, actor, ref);
    const { authorId, body, earlier } = message;
    if (!authorId || (body === '' && earlier.length === 0)) throw new Refusal('conflict', messages.nothingToReport);
    const subject = await resolveSubject(tx, deps, thread);
    const flag = {
      userId: authorId,
      messageId: message.id,
      title: subject ? `Message in ${subject.title(english)}` : 'Message in a chat',
      notes: formatReportedText(message),
    };
    await reportPerson(tx, deps, flag, { reporterId: actor.userId, ...report });
  });
}

/**
 * Marks a thread as read up to a message number. A lower number has no effect.
 * @throws Refusal not_found for users who aren't in the thread
 */
export async function markRead(deps: Deps, actor: Person, { threadId, seq }: MessageRef): Promise<void> {
  const isMember = await queries.raiseReadMark(deps.db, threadId, actor.userId, seq);
  if (!isMember) throw new Refusal('not_found', messages.chatNotFound);
}

/**
 * Mutes or unmutes another member, for the caller only.
 * @throws Refusal when they aren't in the thread
 */
export async function muteMember(
  deps: Deps,
  actor: Person,
  { threadId, mutedId, muted }: { threadId: string; mutedId: string; muted: boolean },
): Promise<void> {
  if (mutedId === actor.userId) throw new Refusal('conflict', messages.muteYourself);
  await deps.db.transaction(async (tx) => {
    await lockThreadOfMember(tx, actor, threadId);
    const mute = { threadId, userId: actor.userId, mutedId };
    if (!muted) return queries.deleteMute(tx, mute);
    if (!(await queries.listMembers(tx, threadId)).includes(mutedId)) {
      throw new Refusal('not_found', messages.memberNotFound);
    }
    return queries.insertMute(tx, { ...mute, createdAt: deps.now() });
  });
}
