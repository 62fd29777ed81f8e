import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { usersPendingDeletion } from '../../accounts/account-deletion.queries.ts';
import { hasAdminRoleSql } from '../../moderation/admins.queries.ts';
import type { CallStatus } from './phone-calls.schema.ts';
import { phoneCalls } from './phone-calls.tables.ts';

export type CallRow = typeof phoneCalls.$inferSelect;

const isOpen = inArray(phoneCalls.status, ['booked', 'taken']);

export async function insertCall(tx: Db, row: typeof phoneCalls.$inferInsert): Promise<CallRow> {
  const [insertedRow] = await tx.insert(phoneCalls).values(row).returning();
  return insertedRow!;
}

export async function findCall(db: Db, id: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(phoneCalls).where(eq(phoneCalls.id, id)).limit(1);
  return row;
}

/** Returns the call, locked until the transaction ends. All changes to a call go through this lock. */
export async function lockCall(tx: Db, id: string): Promise<CallRow | undefined> {
  const [row] = await tx.select().from(phoneCalls).where(eq(phoneCalls.id, id)).limit(1).for('update');
  return row;
}

export async function updateCall(tx: Db, id: string, change: Partial<typeof phoneCalls.$inferInsert>): Promise<void> {
  await tx.update(phoneCalls).set(change).where(eq(phoneCalls.id, id));
}

/** Returns the starts of half hours that are taken. */
export async function listTakenCallStarts(db: Db, from: Date): Promise<Date[]> {
  const rows = await db
    .select({ startsAt: phoneCalls.startsAt })
    .from(phoneCalls)
    .where(and(isOpen, gt(phoneCalls.startsAt, from)));
  return rows.map((row) => row.startsAt);
}

export async function findOpenCall(db: Db, userId: string): Promise<CallRow | undefined> {
  const [row] = await db
    .select()
    .from(phoneCalls)
    .where(and(eq(phoneCalls.userId, userId), isOpen))
    .limit(1);
  return row;
}

/** Returns a user's past calls, newest first. */
export async function listClosedCallsOf(db: Db, userId: string, limit: number): Promise<CallRow[]> {
  return db
    .select()
    .from(phoneCalls)
    .where(and(eq(phoneCalls.userId, userId), isNotNull(phoneCalls.closedAt)))
    .orderBy(desc(phoneCalls.startsAt))
    .limit(limit);
}

/** Returns open calls, soonest first. */
export async function listOpenCalls(db: Db): Promise<CallRow[]> {
  return db.select().from(phoneCalls).where(isOpen).orderBy(asc(phoneCalls.startsAt)).limit(500);
}

/** Returns past calls, newest first, without those that the members canceled. */
export async function listClosedCalls(db: Db, limit: number): Promise<CallRow[]> {
  return db
    .select()
    .from(phoneCalls)
    .where(and(isNotNull(phoneCalls.closedAt), ne(phoneCalls.status, 'cancelled')))
    .orderBy(desc(phoneCalls.closedAt))
    .limit(limit);
}

/** Returns calls in these states that begin within a time range. */
export async function listCallsStarting(db: Db, states: CallStatus[], from: Date, until: Date): Promise<CallRow[]> {
  return db
    .select()
    .from(phoneCalls)
    .where(and(inArray(phoneCalls.status, states), gt(phoneCalls.startsAt, from), lte(phoneCalls.startsAt, until)))
    .orderBy(asc(phoneCalls.startsAt));
}

/** Returns taken calls whose admin no longer exists, has lost the admin role or is pending deletion. */
export async function listCallsWithoutAdmin(db: Db): Promise<string[]> {
  const { takenBy } = phoneCalls;
  const isAdminGone = or(
    isNull(takenBy),
    sql`not ${hasAdminRoleSql(takenBy)}`,
    sql`${takenBy} in ${usersPendingDeletion}`,
  );
  const rows = await db
    .select({ id: phoneCalls.id })
    .from(phoneCalls)
    .where(and(eq(phoneCalls.status, 'taken'), isAdminGone));
  return rows.map((row) => row.id);
}

/** Returns calls that have begun and aren't closed. */
export async function listStartedCalls(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: phoneCalls.id })
    .from(phoneCalls)
    .where(and(isOpen, lte(phoneCalls.startsAt, now)));
  return rows.map((row) => row.id);
}
