import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import type { SeatState } from './queue.schema.ts';
import { queueChecks, queueSeats } from './queue.tables.ts';

export type CheckRow = typeof queueChecks.$inferSelect;
export type SeatRow = typeof queueSeats.$inferSelect;

export async function insertChecks(tx: Db, checks: (typeof queueChecks.$inferInsert)[]): Promise<void> {
  await tx.insert(queueChecks).values(checks);
}

export async function insertSeats(tx: Db, seats: (typeof queueSeats.$inferInsert)[]): Promise<void> {
  await tx.insert(queueSeats).values(seats);
}

/** Returns one check and locks it for the transaction, so answers to it run one after another. */
export async function lockCheck(tx: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await tx.select().from(queueChecks).where(eq(queueChecks.id, id)).for('update');
  return row;
}

export async function findCheck(db: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(queueChecks).where(eq(queueChecks.id, id));
  return row;
}

/** Returns everyone invited to a check, in seat order. */
export async function listSeats(db: Db, checkId: string): Promise<SeatRow[]> {
  return db
    .select()
    .from(queueSeats)
    .where(eq(queueSeats.checkId, checkId))
    .orderBy(asc(queueSeats.seat), asc(queueSeats.askedAt));
}

export async function findSeat(db: Db, checkId: string, userId: string): Promise<SeatRow | undefined> {
  const [row] = await db
    .select()
    .from(queueSeats)
    .where(and(eq(queueSeats.checkId, checkId), eq(queueSeats.userId, userId)));
  return row;
}

/** Returns the user a check notification's token belongs to. */
export async function findUserByToken(db: Db, checkId: string, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: queueSeats.userId })
    .from(queueSeats)
    .where(and(eq(queueSeats.checkId, checkId), sql`${queueSeats.word}::text = ${token}`));
  return row?.userId;
}

export async function markShownAt(tx: Db, checkId: string, userId: string, now: Date): Promise<void> {
  await tx
    .update(queueSeats)
    .set({ shownAt: sql`coalesce(${queueSeats.shownAt}, ${now})` })
    .where(and(eq(queueSeats.checkId, checkId), eq(queueSeats.userId, userId)));
}

export async function setSeat(
  tx: Db,
  { checkId, userId }: { checkId: string; userId: string },
  { state, answeredAt }: { state: SeatState; answeredAt?: Date },
): Promise<void> {
  await tx
    .update(queueSeats)
    .set({ state, ...(answeredAt && { answeredAt }) })
    .where(and(eq(queueSeats.checkId, checkId), eq(queueSeats.userId, userId)));
}

/** Stores the changed seat states of a check. */
export async function setSeats(tx: Db, checkId: string, states: ReadonlyMap<string, SeatState>): Promise<void> {
  for (const [state, users] of Map.groupBy(states, ([, state]) => state)) {
    await tx
      .update(queueSeats)
      .set({ state })
      .where(
        and(
          eq(queueSeats.checkId, checkId),
          inArray(
            queueSeats.userId,
            users.map(([userId]) => userId),
          ),
        ),
      );
  }
}

/** Updates a check, which notifies everyone invited to it. */
export async function setCheck(tx: Db, id: string, what: Partial<typeof queueChecks.$inferInsert>): Promise<void> {
  await tx
    .update(queueChecks)
    .set({ ...what, version: sql`${queueChecks.version} + 1` })
    .where(eq(queueChecks.id, id));
}

/** Lists a pool's open checks that are due to advance without an answer. */
export async function listDueChecks(db: Db, pool: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: queueChecks.id })
    .from(queueChecks)
    .where(and(eq(queueChecks.pool, pool), eq(queueChecks.state, 'open'), lte(queueChecks.dueAt, now)))
    .orderBy(asc(queueChecks.dueAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** Lists a pool's open checks with an empty seat for which no replacement was invited yet. */
export async function listChecksToRefill(db: Db, pool: string): Promise<CheckRow[]> {
  return db
    .select()
    .from(queueChecks)
    .where(
      and(
        eq(queueChecks.pool, pool),
        eq(queueChecks.state, 'open'),
        eq(queueChecks.refilled, false),
        sql`${queueChecks.emptySince} is not null`,
      ),
    )
    .orderBy(asc(queueChecks.emptySince))
    .limit(50);
}

/** Lists the groups of checks that failed since the given time. These groups aren't matched again yet. */
export async function listRecentGroups(db: Db, pool: string, since: Date): Promise<string[][]> {
  const rows = await db
    .select({ memberIds: queueChecks.memberIds })
    .from(queueChecks)
    .where(and(eq(queueChecks.pool, pool), eq(queueChecks.state, 'failed'), gt(queueChecks.closedAt, since)));
  return rows.map(({ memberIds }) => memberIds);
}

/** Returns how checks ended since the given time. */
export async function listClosedChecks(db: Db, since: Date): Promise<{ state: 'made' | 'failed' }[]> {
  const rows = await db
    .select({ state: queueChecks.state })
    .from(queueChecks)
    .where(and(ne(queueChecks.state, 'open'), gt(queueChecks.closedAt, since)));
  return rows as { state: 'made' | 'failed' }[];
}

/** Returns open checks and those opened since the given time, newest first, with the number of ready players. */
export async function listRecentChecks(db: Db, since: Date) {
  return db
    .select({
      check: queueChecks,
      ready: sql<number>`(select count(*)::int from ${queueSeats} s where s.check_id = ${queueChecks.id} and s.state = 'ready')`,
    })
    .from(queueChecks)
    .where(or(eq(queueChecks.state, 'open'), gt(queueChecks.openedAt, since)))
    .orderBy(desc(queueChecks.openedAt), queueChecks.id)
    .limit(100);
}

/** Deletes checks that closed before the given time. */
export async function clearChecks(db: Db, before: Date): Promise<void> {
  await db.delete(queueChecks).where(and(ne(queueChecks.state, 'open'), lte(queueChecks.closedAt, before)));
}

/** Builds a statement for the ready check that a user is invited to and hasn't answered. */
export const selectChecksToAnswer = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('check', {
    thing: sql`c.id`,
    until: sql`s.deadline`,
    since: sql`s.asked_at`,
    facts: { starts_at: sql`c.starts_at` },
  })}
    from ${queueSeats} s join ${queueChecks} c on c.id = s.check_id and c.state = 'open'
   where s.user_id = ${userId} and s.state = 'asked' and s.deadline > ${now}`;
