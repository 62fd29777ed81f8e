import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { squadCalendars } from './squad-sessions.tables.ts';

/** A calendar's owner and squad. A null squad means all of the owner's squads. */
export type CalendarOwner = { userId: string; squadId: string | null };

const isOwnedBySql = ({ userId, squadId }: CalendarOwner) =>
  and(
    eq(squadCalendars.userId, userId),
    squadId === null ? isNull(squadCalendars.squadId) : eq(squadCalendars.squadId, squadId),
  );

export async function findCalendarSecret(db: Db, owner: CalendarOwner): Promise<string | null> {
  const [row] = await db.select({ secret: squadCalendars.secret }).from(squadCalendars).where(isOwnedBySql(owner));
  return row?.secret ?? null;
}

export async function findCalendarOwner(db: Db, secret: string): Promise<CalendarOwner | undefined> {
  const [row] = await db
    .select({ userId: squadCalendars.userId, squadId: squadCalendars.squadId })
    .from(squadCalendars)
    .where(eq(squadCalendars.secret, secret));
  return row;
}

export async function deleteCalendar(tx: Db, owner: CalendarOwner): Promise<void> {
  await tx.delete(squadCalendars).where(isOwnedBySql(owner));
}

/** Stores a calendar's address. The second of two concurrent calls has no effect. */
export async function insertCalendar(tx: Db, calendar: typeof squadCalendars.$inferInsert): Promise<void> {
  await tx.insert(squadCalendars).values(calendar).onConflictDoNothing();
}
