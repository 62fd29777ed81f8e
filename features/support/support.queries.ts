import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { PageCursor } from '../../paging/page-cursor.ts';
import { supportMessages, supportNotes, supportRequests } from './support.tables.ts';
import type { EmailState, RequestState } from './support-topics.schema.ts';

export type RequestRow = typeof supportRequests.$inferSelect;
export type MessageRow = typeof supportMessages.$inferSelect;
export type NoteRow = typeof supportNotes.$inferSelect;

/** @returns whether it was inserted; false if there's a request with this id already */
export async function insertRequest(tx: Db, request: typeof supportRequests.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(supportRequests)
    .values(request)
    .onConflictDoNothing({ target: supportRequests.id })
    .returning({ id: supportRequests.id });
  return rows.length > 0;
}

/** @returns whether it was inserted; false if there's a message with this id already */
export async function insertMessage(tx: Db, message: typeof supportMessages.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(supportMessages)
    .values(message)
    .onConflictDoNothing({ target: supportMessages.id })
    .returning({ id: supportMessages.id });
  return rows.length > 0;
}

/** @returns whether it was inserted; false if there's a note with this id already */
export async function insertNote(tx: Db, note: typeof supportNotes.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(supportNotes)
    .values(note)
    .onConflictDoNothing({ target: supportNotes.id })
    .returning({ id: supportNotes.id });
  return rows.length > 0;
}

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(supportRequests).where(eq(supportRequests.id, id));
  return row;
}

/** Returns the request, locked until the transaction ends. All changes to a request go through this lock. */
export async function lockRequest(tx: Db, id: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(supportRequests).where(eq(supportRequests.id, id)).for('update');
  return row;
}

export async function updateRequest(
  tx: Db,
  id: string,
  change: Partial<Pick<RequestRow, 'state' | 'stateSince' | 'version' | 'takenBy' | 'updatedAt'>>,
): Promise<void> {
  await tx.update(supportRequests).set(change).where(eq(supportRequests.id, id));
}

/** Lists a request's messages, oldest first. */
export const listMessages = (db: Db, requestId: string): Promise<MessageRow[]> =>
  db.select().from(supportMessages).where(eq(supportMessages.requestId, requestId)).orderBy(asc(supportMessages.seq));

/** Lists a request's internal notes, oldest first. */
export const listNotes = (db: Db, requestId: string): Promise<NoteRow[]> =>
  db
    .select()
    .from(supportNotes)
    .where(eq(supportNotes.requestId, requestId))
    .orderBy(asc(supportNotes.createdAt), asc(supportNotes.id));

export async function findMessage(
  db: Db,
  id: string,
): Promise<{ message: MessageRow; request: RequestRow } | undefined> {
  const [row] = await db
    .select({ message: supportMessages, request: supportRequests })
    .from(supportMessages)
    .innerJoin(supportRequests, eq(supportRequests.id, supportMessages.requestId))
    .where(eq(supportMessages.id, id));
  return row;
}

export async function setEmailState(db: Db, messageId: string, email: EmailState): Promise<void> {
  await db.update(supportMessages).set({ email }).where(eq(supportMessages.id, messageId));
}

/** The text of a request's first message. */
const firstText = sql<string>`(
  select m.body from support_messages m where m.request_id = support_requests.id order by m.seq limit 1)`;

export type ListedRequest = { request: RequestRow; text: string };

type Page = { limit: number; after: PageCursor | undefined };

/** Lists a user's requests, most recently changed first. */
export const listRequestsOf = (db: Db, userId: string, { limit, after }: Page): Promise<ListedRequest[]> =>
  db
    .select({ request: supportRequests, text: firstText })
    .from(supportRequests)
    .where(
      and(
        eq(supportRequests.userId, userId),
        after &&
          sql`(${supportRequests.updatedAt}, ${supportRequests.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(supportRequests.updatedAt), desc(supportRequests.id))
    .limit(limit);

/** Lists the requests in a state: those that wait for us oldest first, all others newest first. */
export function listRequestsIn(db: Db, state: RequestState, { limit, after }: Page): Promise<ListedRequest[]> {
  const { stateSince, id } = supportRequests;
  const isOldestFirst = state === 'open';
  const comparison = isOldestFirst ? sql`>` : sql`<`;
  const order = isOldestFirst ? asc : desc;
  const isAfter: SQL | undefined =
    after && sql`(${stateSince}, ${id}) ${comparison} (${after.at}::timestamptz, ${after.id}::uuid)`;
  return db
    .select({ request: supportRequests, text: firstText })
    .from(supportRequests)
    .where(and(eq(supportRequests.state, state), isAfter))
    .orderBy(order(stateSince), order(id))
    .limit(limit);
}

export type UnfinishedCounts = Record<Exclude<RequestState, 'closed'>, number>;

/** Counts the requests in each state that isn't final. */
export async function countUnfinishedRequests(db: Db): Promise<UnfinishedCounts> {
  const states = ['open', 'waiting', 'answered'] as const;
  const rows = await db
    .select({ state: supportRequests.state, count: sql<number>`count(*)::int` })
    .from(supportRequests)
    .where(inArray(supportRequests.state, [...states]))
    .groupBy(supportRequests.state);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return { open: counts.get('open') ?? 0, waiting: counts.get('waiting') ?? 0, answered: counts.get('answered') ?? 0 };
}

/** Counts the requests that wait for us. */
export const countOpenRequests = (db: Db): Promise<number> =>
  db.$count(supportRequests, eq(supportRequests.state, 'open'));

/** Closes the requests that no one has written to since a point in time. @returns their number */
export async function closeSilentRequests(db: Db, before: Date, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(supportRequests)
    .set({ state: 'closed', stateSince: now, updatedAt: now, version: sql`${supportRequests.version} + 1` })
    .where(and(inArray(supportRequests.state, ['waiting', 'answered']), lt(supportRequests.stateSince, before)));
  return rowCount ?? 0;
}

/** Deletes one batch of the requests that were closed before a point in time. @returns their number */
export async function deleteClosedRequests(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(and(eq(supportRequests.state, 'closed'), lt(supportRequests.stateSince, before)))
    .limit(limit);
  const { rowCount } = await db.delete(supportRequests).where(inArray(supportRequests.id, old));
  return rowCount ?? 0;
}
