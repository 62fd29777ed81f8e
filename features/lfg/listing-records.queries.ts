import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { lfgListings } from './lfg.tables.ts';

/** What moderators read of listings, deleted ones included where it says so. */

/** The status as players experience it: past its date a listing has expired, and a ban of its owner hides it. */
const visibleStatusSql = (now: Date): SQL => sql`
  case when deleted_at is not null then 'deleted'
       when status = 'active' and expires_at <= ${now} then 'expired'
       when status = 'active' and ${isBannedNow(sql`lfg_listings.user_id`, 'listing', now)} then 'hidden'
       else status end`;

export type ListingLineRow = { id: string; title: string; status: string; created_at: string };

/** The newest listings, deleted ones included. @returns status: active, expired, hidden, closed or deleted */
export async function listLatestListings(db: Db, limit: number, now: Date): Promise<ListingLineRow[]> {
  const { rows } = await db.execute<ListingLineRow>(sql`
    select id, title, created_at::text as created_at, ${visibleStatusSql(now)} as status
      from lfg_listings order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** How many listings there ever were. */
export async function countListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from lfg_listings`);
  return rows[0]!.n;
}

/** How many listings players can see now. */
export async function countActiveListings(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from lfg_listings where ${visibleStatusSql(now)} = 'active'`,
  );
  return rows[0]!.n;
}

/** How many listings somebody ever posted, as an expression for statements of other features. */
export const countListingsPostedSql = (userId: SQLWrapper | string): SQL<number> =>
  sql`(select count(*)::int from lfg_listings posted where posted.user_id = ${userId})`;

export type FlaggedRow = { id: string; title: string; notes: string | null; status: string };

/** The given listings as they stand, by id; deleted ones are not in it. */
export async function listListingsByIds(db: Db, ids: Iterable<string>, now: Date): Promise<Map<string, FlaggedRow>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await db.execute<FlaggedRow>(sql`
    select id, title, notes, ${visibleStatusSql(now)} as status from lfg_listings
     where id = any (${sql.param(wanted)}::uuid[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many listings were put up on each of these days, deleted ones included. */
export const countListingsByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, lfgListings.createdAt, days);
