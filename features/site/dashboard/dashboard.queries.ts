import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { coachedAhead } from '../../bookings/coaching/coaching.queries.ts';
import { ordersUnderWay } from '../../deals/orders/orders.queries.ts';
import { applicationsPending } from '../../lfg/applications/applications.queries.ts';
import { matchesPlayed } from '../../matches/match-feedback/match-feedback.queries.ts';
import { sessionsPlayed } from '../../squads/session-feedback/session-feedback.queries.ts';
import { squadsEverIn } from '../../squads/squads.queries.ts';

type Numbers = {
  squads: number;
  played: number;
  applications: number;
  orders: number;
  /** Half hours that are booked with them; null for who is no coach. */
  coached: number | null;
};

/**
 * What the dashboard counts of one person, in one statement.
 * @param paidTo subqueries for the ids of orders whose money is theirs
 */
export async function numbersOf(db: Db, userId: string, { paidTo, now }: { paidTo: SQL[]; now: Date }) {
  const { rows } = await db.execute<Numbers>(sql`
    select ${squadsEverIn(userId)} as squads, ${matchesPlayed(userId)} + ${sessionsPlayed(userId)} as played,
           ${applicationsPending(userId, now)} as applications, ${ordersUnderWay(userId, paidTo)} as orders,
           ${coachedAhead(userId, now)} as coached`);
  return rows[0]!;
}
