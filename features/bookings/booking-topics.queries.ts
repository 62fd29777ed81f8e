import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

type Row = { userId: string; id: string };

/** Maximum age in days of the listed bookings. Older ones load when their page is opened. */
const DAYS = 180;

/** Lists users' bookings on either side. */
export async function listBookingTopics(db: Db, users: string[], now: Date): Promise<Row[]> {
  const sinceSql = sql`${now.toISOString()}::timestamptz - make_interval(days => ${DAYS})`;
  const { rows } = await db.execute<Row>(sql`
    select b.buyer_id as "userId", b.id from bookings b
     where b.buyer_id = any (${sql.param(users)}::uuid[]) and b.created_at > ${sinceSql}
    union
    select b.player_id, b.id from bookings b
     where b.player_id = any (${sql.param(users)}::uuid[]) and b.created_at > ${sinceSql}`);
  return rows;
}
