import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

type Row = { userId: string; id: string };

/** Returns the applications of these users to listings that aren't closed. Withdrawn applications are left out. */
export async function listApplicationTopics(db: Db, users: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.applicant_id as "userId", a.id
      from lfg_applications a join lfg_listings l on l.id = a.listing_id
     where a.applicant_id = any (${sql.param(users)}::uuid[]) and a.status <> 'withdrawn' and l.status <> 'closed'`);
  return rows;
}

/** Returns these users' open listings. Owners may follow the applicants topic of their own listings. */
export async function listApplicantTopics(db: Db, users: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select l.user_id as "userId", l.id from lfg_listings l
     where l.user_id = any (${sql.param(users)}::uuid[]) and l.status <> 'closed'`);
  return rows;
}
