import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { toIso } from '../../../time/instants.ts';
import { usersPendingDeletion } from '../../accounts/account-deletion.queries.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { isUnreliableNow } from '../../moderation/reliability/reliability.queries.ts';
import { payableSellersSql } from '../../payments/sellers.queries.ts';
import type { Window } from '../bookings.schema.ts';
import { bookings, coachDaysOff, coaches } from '../bookings.tables.ts';

export type CoachRow = typeof coaches.$inferSelect;

export async function findCoach(db: Db, coachId: string): Promise<CoachRow | undefined> {
  const [row] = await db.select().from(coaches).where(eq(coaches.coachId, coachId)).limit(1);
  return row;
}

export async function findCoachOfUser(db: Db, userId: string): Promise<CoachRow | undefined> {
  const [row] = await db.select().from(coaches).where(eq(coaches.userId, userId)).limit(1);
  return row;
}

/** SQL expression that counts the booked sessions with a coach that aren't over. Null for a user who isn't a coach. */
export const countUpcomingCoachingSql = (userId: SQLWrapper, now: SQLWrapper): SQL<number | null> => sql`(
  select (select count(*)::int from ${bookings} b
           where b.player_id = c.user_id and b.type = 'coaching' and b.status in ('held', 'scheduled', 'started')
             and b.ends_at > ${now})
    from ${coaches} c where c.user_id = ${userId} limit 1)`;

/** Returns the ids of bookable coaches: active, ready for payouts, and not banned, unreliable or pending deletion. */
export async function listBookableCoaches(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.coach_id as id from coaches c join ${payableSellersSql} s on s.user_id = c.user_id
     where c.active and not ${isUnreliableNow(sql`c.user_id`, now)}
       and not ${isBannedNow(sql`c.user_id`, 'all', now)} and c.user_id not in ${usersPendingDeletion} order by c.coach_id`);
  return rows.map((row) => row.id);
}

export async function listDaysOff(db: Db, coachId: string): Promise<string[]> {
  const rows = await db
    .select({ day: coachDaysOff.day })
    .from(coachDaysOff)
    .where(eq(coachDaysOff.coachId, coachId))
    .orderBy(asc(coachDaysOff.day));
  return rows.map((row) => row.day);
}

/** Returns whether a buyer has an upcoming session with a coach. */
export async function hasSessionWith(db: Db, coachId: string, buyerId: string): Promise<boolean> {
  const isRunningSql = and(
    eq(bookings.coachId, coachId),
    eq(bookings.buyerId, buyerId),
    inArray(bookings.status, ['held', 'scheduled']),
  );
  return (await db.$count(bookings, isRunningSql)) > 0;
}

/** Returns the half hours that a buyer has reserved but not paid for, across all coaches. */
export async function listUnpaidSessions(db: Db, buyerId: string) {
  const rows = await db
    .select({ orderId: bookings.orderId, coachId: bookings.coachId, startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(eq(bookings.buyerId, buyerId), eq(bookings.type, 'coaching'), eq(bookings.status, 'reserved')))
    .orderBy(asc(bookings.startsAt));
  return rows.map(({ orderId, coachId, startsAt }) => ({ orderId, coachId, startsAt: toIso(startsAt!) }));
}

/** Returns the start times of a coach's booked sessions from the given time on. */
export async function listTakenStarts(db: Db, coachId: string, from: Date): Promise<Date[]> {
  const rows = await db
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.coachId, coachId),
        inArray(bookings.status, ['reserved', 'held', 'scheduled', 'started', 'completed', 'released', 'disputed']),
        sql`${bookings.endsAt} > ${from.toISOString()}`,
      ),
    );
  return rows.map((row) => row.startsAt!);
}

export async function saveCoach(
  tx: Db,
  coach: { coachId: string; userId: string; timezone: string; hours: Window[]; active: boolean },
  now: Date,
): Promise<void> {
  await tx
    .insert(coaches)
    .values({ ...coach, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: coaches.coachId, set: { ...coach, updatedAt: now } });
}

export async function saveDaysOff(tx: Db, coachId: string, days: string[]): Promise<void> {
  await tx.delete(coachDaysOff).where(eq(coachDaysOff.coachId, coachId));
  if (days.length > 0) await tx.insert(coachDaysOff).values([...new Set(days)].map((day) => ({ coachId, day })));
}
