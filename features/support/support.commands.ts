import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { type LazyText, lazyText } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { formatPageCursor, type PageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { normalizeEmail } from '../accounts/accounts.rules.ts';
import { getRateLimitSubject } from '../accounts/networks.rules.ts';
import { consumeUserLimit, tryConsumeLimit } from '../accounts/rate-limits.commands.ts';
import { listAdminIds } from '../moderation/admins.queries.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import * as messages from './support.messages.ts';
import * as queries from './support.queries.ts';
import { getStateSince, MAX_MESSAGES, redactPath, toExcerpt } from './support.rules.ts';
import type { Conversation, NewReply, NewRequest, RequestLine, RequestPage } from './support.schema.ts';
import { writeDeskNotification } from './support-messages.wording.ts';
import { enqueueEmail } from './support-sending.commands.ts';
import type { RequestState } from './support-topics.schema.ts';

const PAGE_SIZE = 10;

/** The caller: the account that owns the request, or anyone with the key from our email. */
export type Requester = { userId: string } | { key: string };

const toTooMany = (wait: LazyText) => lazyText(messages.tooManyRequests, { wait });

/**
 * Sends a user's request to support.
 * @returns its id
 * @throws Refusal too_many
 */
export async function createOwnRequest(
  deps: Deps,
  actor: Person,
  { copy, ...request }: NewRequest & { copy: boolean },
): Promise<{ id: string }> {
  await consumeUserLimit(deps, 'supportRequests', actor.userId, toTooMany);
  return createRequest(deps, request, { userId: actor.userId, isEmailed: copy });
}

/**
 * Sends a visitor's request to support. The response and our email are the same whether or not there's an account with
 * this address. The email doesn't quote any of the typed text.
 * @throws Refusal too_many
 */
export async function createVisitorRequest(
  deps: Deps,
  ip: string | null,
  { email, ...request }: NewRequest & { email: string },
): Promise<{ id: string }> {
  const address = getRateLimitSubject(ip);
  if (address !== null) await consumeUserLimit(deps, 'supportAddress', address, toTooMany);
  const visitorEmail = normalizeEmail(email);
  const isEmailed = await tryConsumeLimit(deps, 'supportEmails', visitorEmail);
  return createRequest(deps, request, { visitorEmail, visitorKey: randomUUID(), isEmailed });
}

type From = { isEmailed: boolean } & ({ userId: string } | { visitorEmail: string; visitorKey: string });

async function createRequest(deps: Deps, request: NewRequest, { isEmailed, ...from }: From): Promise<{ id: string }> {
  const now = deps.now();
  const { id } = request;
  await deps.db.transaction(async (tx) => {
    const isFirst = (await queries.countOpenRequests(tx)) === 0;
    const isNew = await queries.insertRequest(tx, {
      id,
      ...from,
      language: readerTranslator.locale,
      topic: request.topic,
      aboutKind: request.about?.kind ?? null,
      aboutId: request.about?.id ?? null,
      page: request.page ? redactPath(request.page) : null,
      errorReference: request.error_reference,
      stateSince: now,
      createdAt: now,
      updatedAt: now,
    });
    // The first response got lost, so the client sent it again.
    if (!isNew) return;
    const messageId = randomUUID();
    const userId = 'userId' in from ? from.userId : null;
    await queries.insertMessage(tx, {
      id: messageId,
      requestId: id,
      userId,
      author: 'person',
      body: request.text,
      email: isEmailed ? 'waiting' : null,
      createdAt: now,
    });
    if (isEmailed) await enqueueEmail(tx, deps, { messageId, isQuestion: false });
    if (isFirst) await notifyDesk(tx, deps, id);
  });
  return { id };
}

/** Notifies every admin that a request is waiting. Skipped while others are waiting, because admins know. */
async function notifyDesk(tx: Db, deps: Deps, requestId: string): Promise<void> {
  const admins = await listAdminIds(tx);
  await enqueueNotifications(
    tx,
    deps,
    admins.map((userId) => ({ userId, write: (t) => writeDeskNotification(t, requestId, userId) })),
  );
}

const isOwnedBy = (row: queries.RequestRow, requester: Requester) =>
  'userId' in requester ? row.userId === requester.userId : row.visitorKey === requester.key;

/** @throws Refusal not_found when the request doesn't exist or belongs to someone else */
function requireOwn(row: queries.RequestRow | undefined, requester: Requester): queries.RequestRow {
  if (!row || !isOwnedBy(row, requester)) throw new Refusal('not_found', messages.requestNotFound);
  return row;
}

/** Returns a request with its conversation. @throws Refusal not_found */
export async function readConversation(deps: Deps, requester: Requester, id: string): Promise<Conversation> {
  const row = requireOwn(await queries.findRequest(deps.db, id), requester);
  const rows = await queries.listMessages(deps.db, id);
  return {
    id,
    topic: row.topic,
    state: row.state,
    about: toAbout(row),
    created_at: toIso(row.createdAt),
    messages: rows.map(toConversationMessage),
  };
}

export const toAbout = ({ aboutKind, aboutId }: queries.RequestRow): Conversation['about'] =>
  aboutKind && aboutId ? { kind: aboutKind, id: aboutId } : null;

export const toConversationMessage = ({ id, author, body, createdAt }: queries.MessageRow) => ({
  id,
  author,
  text: body,
  created_at: toIso(createdAt),
});

/** Returns one page of a user's requests. @throws Refusal invalid for an unknown page cursor */
export async function listOwnRequests(deps: Deps, actor: Person, before: string | undefined): Promise<RequestPage> {
  const after = parseCursor(before, 'before');
  const rows = await queries.listRequestsOf(deps.db, actor.userId, { limit: PAGE_SIZE + 1, after });
  return toPage(rows, PAGE_SIZE, toRequestLine, ({ updatedAt, id }) => ({ at: toIso(updatedAt), id }));
}

/** @throws Refusal invalid */
export function parseCursor(text: string | undefined, field: string): PageCursor | undefined {
  if (text === undefined) return undefined;
  const cursor = parsePageCursor(text);
  if (!cursor) throw new Refusal('invalid', messages.listMoved, field);
  return { ...cursor, at: toIso(cursor.at) };
}

/**
 * Converts a page's rows and adds the cursor of the next page. `rows` may have one row more than the page, which means
 * that there's a next page.
 */
export function toPage<Line>(
  rows: readonly queries.ListedRequest[],
  size: number,
  toLine: (row: queries.ListedRequest) => Line,
  toCursor: (row: queries.RequestRow) => PageCursor,
): { requests: Line[]; next: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    requests: page.map(toLine),
    next: rows.length > size && last ? formatPageCursor(toCursor(last.request)) : null,
  };
}

export const toRequestLine = ({ request, text }: queries.ListedRequest): RequestLine => ({
  id: request.id,
  topic: request.topic,
  state: request.state,
  excerpt: toExcerpt(text),
  created_at: toIso(request.createdAt),
  updated_at: toIso(request.updatedAt),
});

/**
 * Adds a message from the requester, which reopens the request.
 * @throws Refusal not_found, too_many, or conflict when the conversation is full
 */
export async function reply(deps: Deps, requester: Requester, id: string, message: NewReply): Promise<void> {
  const subject = 'userId' in requester ? requester.userId : requester.key;
  await consumeUserLimit(deps, 'supportMessages', subject, toTooMany);
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const row = requireOwn(await queries.lockRequest(tx, id), requester);
    const { userId } = row;
    const written = await queries.listMessages(tx, id);
    if (written.some((one) => one.id === message.id)) return;
    if (written.length >= MAX_MESSAGES) throw new Refusal('conflict', messages.conversationFull);
    const isFirst = (await queries.countOpenRequests(tx)) === 0;
    const newMessage = { id: message.id, requestId: id, userId, author: 'person', body: message.text } as const;
    const isNew = await queries.insertMessage(tx, { ...newMessage, createdAt: now });
    if (!isNew) throw new Refusal('conflict', messages.clientIdInvalid);
    await setState(tx, row, 'open', now);
    if (isFirst) await notifyDesk(tx, deps, id);
  });
}

/** Closes a request because the requester says it's solved. @throws Refusal not_found */
export async function markSolved(deps: Deps, requester: Requester, id: string): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const row = requireOwn(await queries.lockRequest(tx, id), requester);
    if (row.state !== 'closed') await setState(tx, row, 'closed', now);
  });
}

/** Moves a locked request to a state, after a message or an admin's decision. */
export const setState = (tx: Db, row: queries.RequestRow, state: RequestState, now: Date): Promise<void> =>
  queries.updateRequest(tx, row.id, {
    state,
    stateSince: getStateSince(row, state, now),
    version: row.version + 1,
    updatedAt: now,
  });
