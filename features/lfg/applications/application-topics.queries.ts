import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

type Row = { userId: string; id: string };

/** Returns a user's own applications while the listing is still visible. */
export async function listApplicationTopics(db: Db, users: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.applicant_id as "userId", a.id
      from lfg_applications a join lfg_listings l on l.id = a.listing_id
     where a.applicant_id = any (${sql.param(users)}::uuid[]) and a.status <> 'withdrawn' and l.status <> 'closed'`);
  return rows;
}

/** Returns the ids of these users' own listings, whose applicants they may see. */
export async function listApplicantTopics(db: Db, users: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select l.user_id as "userId", l.id from lfg_listings l
     where l.user_id = any (${sql.param(users)}::uuid[]) and l.status <> 'closed'`);
  return rows;
}
