import { createBatcher } from '../../db/batcher.ts';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { type Deps, resolvePort } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { consumeLimits } from '../accounts/rate-limits.commands.ts';
import { findOngoingAccessRefusals } from '../moderation/access-policy.commands.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { threadSubjects } from './thread-subjects.commands.ts';
import * as messages from './threads.messages.ts';
import * as queries from './threads.queries.ts';
import { findTextProblem, formatTooManyMessages } from './threads.rules.ts';
import { scheduleUnreadNotice } from './unread-news.commands.ts';

/** A message as its author sends it. */
type OutgoingMessage = { threadId: string; authorId: string; clientId: string; body: string };
type WrittenMessage = { row: queries.ShownRow; writers: Map<string, queries.Writer> };
/** `later`: another transaction holds the thread's lock, so the message gets its own transaction. */
type Outcome = WrittenMessage | { failure: unknown } | 'later';

/** Interval within which messages share a transaction. */
const BATCH_INTERVAL_MS = 5;

/** How long a batch waits for a thread's lock. */
const LOCK_TIMEOUT_MS = 2_000;
/** How long a batch waits for the previous one. Overlapping batches on one node would wait for each other's locks. */
const WRITE_TIMEOUT_MS = 5_000;

const batchers = new WeakMap<Deps, ReturnType<typeof createMessageBatcher>>();

const createMessageBatcher = (deps: Deps) =>
  createBatcher((all: OutgoingMessage[]) => writeBatch(deps, all), BATCH_INTERVAL_MS, WRITE_TIMEOUT_MS);

/**
 * Writes a message in one transaction with others that reach this node at the same time. A single message takes more
 * than a dozen statements and a commit that notifies the nodes; a batch costs little more.
 * @returns the stored message, which may have been stored earlier under the same client id, and its author
 * @throws Refusal not_found when the author isn't in the thread. Unless the message is already stored, also too_many
 * when they sent too many within a minute, invalid for a blocked word, conflict when the thread is closed, and any
 * refusal required by their account status
 */
export async function writeInBatch(deps: Deps, message: OutgoingMessage): Promise<WrittenMessage> {
  const batcher = batchers.get(deps) ?? createMessageBatcher(deps);
  batchers.set(deps, batcher);
  const storedMessage = (await batcher(message))!;
  const outcome = storedMessage === 'later' ? await writeSingly(deps, message) : storedMessage;
  if ('failure' in outcome) throw toOwnRefusal(outcome.failure);
  return outcome;
}

/**
 * A batch runs in the request of the author whose message started it, so its refusals are in that author's language.
 */
const toOwnRefusal = (failure: unknown) => (failure instanceof Refusal ? failure.translateForReader() : failure);

async function writeBatch(deps: Deps, batch: OutgoingMessage[]): Promise<Map<OutgoingMessage, Outcome>> {
  const [first] = batch;
  if (batch.length === 1) return new Map([[first!, await writeSingly(deps, first!)]]);
  // Other nodes hold thread locks only briefly. If a lock takes longer, skip its thread so it doesn't block the others.
  for (const lockMode of ['wait', 'skip'] as const) {
    try {
      return await writeAllInOneTransaction(deps, batch, lockMode);
    } catch {
      // Another transaction holds a thread's lock, or one of the messages can't be stored.
    }
  }
  return new Map(batch.map((one) => [one, 'later']));
}

async function writeAllInOneTransaction(
  deps: Deps,
  batch: OutgoingMessage[],
  lockMode: 'wait' | 'skip',
): Promise<Map<OutgoingMessage, Outcome>> {
  return deps.db.transaction(async (tx) => {
    await tx.execute(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
    const threads = await queries.lockThreads(tx, [...new Set(batch.map(({ threadId }) => threadId))], lockMode);
    return writeToLockedThreads(tx, deps, { all: batch, threads, missing: 'later' });
  });
}

/** Writes one message, waiting for the thread's lock. */
async function writeSingly(deps: Deps, message: OutgoingMessage): Promise<Exclude<Outcome, 'later'>> {
  try {
    const outcomes = await withDeadlockRetry(deps.db, async (tx) => {
      const thread = await queries.lockThread(tx, message.threadId);
      const threads = new Map(thread ? [[thread.id, thread]] : []);
      const notFoundOutcome = { failure: new Refusal('not_found', messages.chatNotFound) };
      return writeToLockedThreads(tx, deps, { all: [message], threads, missing: notFoundOutcome });
    });
    return outcomes.get(message) as Exclude<Outcome, 'later'>;
  } catch (failure) {
    return { failure };
  }
}

type Work = { all: OutgoingMessage[]; threads: Map<string, queries.ThreadRow>; missing: Outcome };

/**
 * Writes the allowed messages to threads that this transaction has locked.
 * @param work `missing`: the outcome for messages whose thread isn't locked
 */
async function writeToLockedThreads(
  tx: Db,
  deps: Deps,
  { all, threads, missing }: Work,
): Promise<Map<OutgoingMessage, Outcome>> {
  const allowedMessages = all.filter(({ threadId }) => threads.has(threadId));
  const outcomes = new Map<OutgoingMessage, Outcome>(all.map((one) => [one, missing]));
  if (allowedMessages.length === 0) return outcomes;
  const authorIds = [...new Set(allowedMessages.map(({ authorId }) => authorId))];
  const members = await queries.listMembersOfThreads(tx, [...threads.keys()]);
  const messageByKey = new Map(
    (await queries.listMessagesByClientId(tx, allowedMessages)).map((row) => [getKey(row), row]),
  );
  const isMember = ({ threadId, authorId }: OutgoingMessage) => members.get(threadId)?.has(authorId) === true;
  const newMessages = allowedMessages.filter((one) => isMember(one) && !messageByKey.has(getKey(one)));
  const limitRefusals = await consumeLimits(tx, deps, 'threadMessages', {
    all: newMessages,
    userOf: ({ authorId }) => authorId,
    sentence: formatTooManyMessages,
  });
  const refusals = await findOngoingAccessRefusals(tx, deps, authorIds, 'threads');
  const canWrite = await createCanWrite(tx, deps, { threads, members });
  const findRefusal = (one: OutgoingMessage) => {
    const refusal = limitRefusals.get(one) ?? findTextRefusal(one.body) ?? refusals.get(one.authorId);
    return refusal ?? (canWrite(one.threadId, one.authorId) ? undefined : new Refusal('conflict', messages.chatClosed));
  };
  const acceptedByKey = new Map<string, { seq: number; message: OutgoingMessage }>();
  const last = new Map([...threads.values()].map(({ id, lastSeq }) => [id, lastSeq]));
  for (const message of allowedMessages) {
    const { threadId } = message;
    const key = getKey(message);
    const isThere = messageByKey.has(key) || acceptedByKey.has(key);
    const failure = isMember(message)
      ? !isThere && findRefusal(message)
      : new Refusal('not_found', messages.chatNotFound);
    if (failure) outcomes.set(message, { failure });
    if (failure || isThere) continue;
    const seq = last.get(threadId)! + 1;
    last.set(threadId, seq);
    acceptedByKey.set(key, { seq, message: message });
  }
  const createdAt = deps.now();
  const rows = await queries.appendMessages(
    tx,
    [...acceptedByKey.values()].map(({ seq, message }) => ({ ...message, seq, createdAt })),
  );
  for (const row of rows) messageByKey.set(getKey(row), row);
  const writtenThreadIds = new Set(rows.map(({ threadId }) => threadId));
  await scheduleUnreadNotice(
    tx,
    deps,
    [...writtenThreadIds].map((id) => threads.get(id)!),
  );
  const writers = await queries.getWriters(tx, authorIds);
  for (const message of allowedMessages) {
    const row = messageByKey.get(getKey(message));
    if (row && outcomes.get(message) === missing) outcomes.set(message, { row, writers });
  }
  return outcomes;
}

/** Returns a refusal if the text isn't allowed. */
export function findTextRefusal(text: string): Refusal | undefined {
  const problem = findTextProblem(text);
  return problem ? new Refusal('invalid', problem, 'text') : undefined;
}

const getKey = ({ threadId, authorId, clientId }: Pick<queries.MessageRow, 'threadId' | 'authorId' | 'clientId'>) =>
  `${threadId} ${authorId} ${clientId}`;

type LockedThreads = { threads: Map<string, queries.ThreadRow>; members: Map<string, Set<string>> };

/**
 * Returns a predicate for whether a user may write in one of these threads now. It gives no reason, so that it doesn't
 * reveal blocks.
 */
async function createCanWrite(tx: Db, deps: Deps, { threads, members }: LockedThreads) {
  const kinds = Map.groupBy(threads.values(), ({ kind }) => kind);
  const openSubjects = new Set<string>();
  for (const [kind, ofKind] of kinds) {
    const ids = ofKind.map(({ subjectId }) => subjectId);
    const subjects = await resolvePort(deps, threadSubjects)[kind](tx, ids, deps.now());
    for (const [id, { open }] of subjects) if (open) openSubjects.add(`${kind} ${id}`);
  }
  const people = [...new Set([...members.values()].flatMap((ids) => [...ids]))];
  const blocks = (await listBlocksAmong(tx, people)).filter(({ kind }) => kind === 'block');
  const blocksByUser = Map.groupBy(
    blocks.flatMap(({ blocker_id, blocked_id }) => [
      [blocker_id, blocked_id],
      [blocked_id, blocker_id],
    ]),
    ([one]) => one!,
  );
  return (threadId: string, userId: string) => {
    const { kind, subjectId } = threads.get(threadId)!;
    if (!openSubjects.has(`${kind} ${subjectId}`)) return false;
    return !blocksByUser.get(userId)?.some(([, other]) => members.get(threadId)!.has(other!));
  };
}
