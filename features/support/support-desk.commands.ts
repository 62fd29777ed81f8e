import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { getMemberNames } from '../profiles/player-views.queries.ts';
import { parseCursor, setState, toAbout, toConversationMessage, toPage, toRequestLine } from './support.commands.ts';
import * as queries from './support.queries.ts';
import type { DeskAnswer, DeskLine, DeskPage, DeskRequest } from './support.schema.ts';
import { writeAnswerNotification } from './support-messages.wording.ts';
import { enqueueEmail } from './support-sending.commands.ts';
import type { RequestState } from './support-topics.schema.ts';

const PAGE_SIZE = 25;

const toPerson = (names: ReadonlyMap<string, string>, id: string | null) =>
  id === null ? null : { id, name: names.get(id) ?? null };

const listIds = (ids: (string | null)[]): string[] => ids.filter((id) => id !== null);

const toDeskLine = (names: ReadonlyMap<string, string>, listed: queries.ListedRequest): DeskLine => ({
  ...toRequestLine(listed),
  person: toPerson(names, listed.request.userId),
  visitor_email: listed.request.visitorEmail,
  taken_by: toPerson(names, listed.request.takenBy),
  state_since: toIso(listed.request.stateSince),
});

/** Returns one page of the requests in a state. @throws Refusal invalid for an unknown page cursor */
export async function readDesk(
  deps: Deps,
  { state, after: cursor }: { state: RequestState; after?: string | undefined },
): Promise<DeskPage> {
  const after = parseCursor(cursor, 'after');
  const [rows, counts] = await Promise.all([
    queries.listRequestsIn(deps.db, state, { limit: PAGE_SIZE + 1, after }),
    queries.countUnfinishedRequests(deps.db),
  ]);
  const names = await getMemberNames(
    deps.db,
    listIds(rows.flatMap(({ request }) => [request.userId, request.takenBy])),
  );
  const toLine = (row: queries.ListedRequest) => toDeskLine(names, row);
  return { ...toPage(rows, PAGE_SIZE, toLine, ({ stateSince, id }) => ({ at: toIso(stateSince), id })), counts };
}

/** Returns a request with everything that admins can see about it. @throws Refusal not_found */
export async function readDeskRequest(deps: Deps, id: string): Promise<DeskRequest> {
  const request = await queries.findRequest(deps.db, id);
  if (!request) throw new Refusal('not_found', 'Support request not found.');
  const [written, notes] = await Promise.all([queries.listMessages(deps.db, id), queries.listNotes(deps.db, id)]);
  const names = await getMemberNames(
    deps.db,
    listIds([request.userId, request.takenBy, ...[...written, ...notes].map(({ createdBy }) => createdBy)]),
  );
  const { excerpt: _, ...line } = toDeskLine(names, { request, text: '' });
  return {
    ...line,
    version: request.version,
    about: toAbout(request),
    page: request.page,
    error_reference: request.errorReference,
    language: request.language,
    messages: written.map((one) => ({
      ...toConversationMessage(one),
      written_by: toPerson(names, one.createdBy),
      email: one.email,
    })),
    notes: notes.map((note) => ({
      id: note.id,
      text: note.body,
      written_by: toPerson(names, note.createdBy),
      created_at: toIso(note.createdAt),
    })),
  };
}

/** Runs a change of one locked request with its audit entry. @throws Refusal not_found */
const changeRequest = (
  deps: Deps,
  id: string,
  work: (tx: Db, row: queries.RequestRow, now: Date) => Promise<void>,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await queries.lockRequest(tx, id);
    if (!row) throw new Refusal('not_found', 'Support request not found.');
    await work(tx, row, deps.now());
  });

type AuditedChange = {
  action: string;
  id: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records what an admin did with a request, without the texts, because those are deleted with the request. */
const recordChange = (tx: Db, deps: Deps, admin: Person, { id, ...change }: AuditedChange): Promise<string> =>
  recordAudit(tx, deps, { adminId: admin.userId, targetType: 'support_request', targetId: id, ...change });

function requireSeen(row: queries.RequestRow, version: number): void {
  if (row.version === version) return;
  throw new Refusal('conflict', 'This request has changed. Read what is new, then try again.');
}

/**
 * Answers a request and emails the person.
 * @throws Refusal not_found, or conflict when the request has changed since the admin read it
 */
export async function answerRequest(deps: Deps, admin: Person, id: string, answer: DeskAnswer): Promise<void> {
  await changeRequest(deps, id, async (tx, row, now) => {
    const known = await queries.findMessage(tx, answer.id);
    if (known?.message.requestId === id) return;
    if (known) throw new Refusal('conflict', 'Send a new id for the answer.');
    requireSeen(row, answer.version);
    await queries.insertMessage(tx, {
      id: answer.id,
      requestId: id,
      userId: row.userId,
      author: 'team',
      createdBy: admin.userId,
      body: answer.text,
      email: 'waiting',
      createdAt: now,
    });
    await setState(tx, row, answer.state, now);
    if (row.takenBy === null) await queries.updateRequest(tx, id, { takenBy: admin.userId });
    const isQuestion = answer.state === 'waiting';
    await enqueueEmail(tx, deps, { messageId: answer.id, isQuestion });
    if (row.userId !== null) {
      const about = { requestId: id, messageId: answer.id, isQuestion };
      await enqueueNotification(tx, deps, { userId: row.userId, write: (t) => writeAnswerNotification(t, about) });
    }
    const states = { before: { state: row.state }, after: { state: answer.state } };
    await recordChange(tx, deps, admin, { id, action: 'answer_support', ...states });
  });
}

/** Changes a request's state without an answer. @throws Refusal as `answerRequest` does */
export async function setRequestState(
  deps: Deps,
  admin: Person,
  id: string,
  { state, version }: { state: RequestState; version: number },
): Promise<void> {
  await changeRequest(deps, id, async (tx, row, now) => {
    if (row.state === state) return;
    requireSeen(row, version);
    await setState(tx, row, state, now);
    const states = { before: { state: row.state }, after: { state } };
    await recordChange(tx, deps, admin, { id, action: 'set_support_state', ...states });
  });
}

/** Assigns a request to the admin, or to no one. @throws Refusal not_found */
export async function assignRequest(deps: Deps, admin: Person, id: string, isMine: boolean): Promise<void> {
  await changeRequest(deps, id, async (tx, row, now) => {
    const takenBy = isMine ? admin.userId : null;
    if (row.takenBy === takenBy) return;
    await queries.updateRequest(tx, id, { takenBy, updatedAt: now });
    const admins = { before: { taken_by: row.takenBy }, after: { taken_by: takenBy } };
    await recordChange(tx, deps, admin, { id, action: isMine ? 'take_support' : 'release_support', ...admins });
  });
}

/** Adds an internal note, which the person never sees. @throws Refusal not_found */
export async function addNote(
  deps: Deps,
  admin: Person,
  id: string,
  { id: noteId, text }: { id: string; text: string },
): Promise<void> {
  await changeRequest(deps, id, async (tx, row, now) => {
    const isNew = await queries.insertNote(tx, {
      id: noteId,
      requestId: row.id,
      createdBy: admin.userId,
      body: text,
      createdAt: now,
    });
    if (isNew) await recordChange(tx, deps, admin, { id, action: 'note_support' });
  });
}
