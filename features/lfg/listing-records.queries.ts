import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { lfgListings } from './lfg.tables.ts';

/** Listing queries for moderators; deleted listings are included where noted. */

/** The status that players see: a listing past its date is expired, and its owner's ban hides it. */
const visibleStatusSql = (now: Date): SQL => sql`
  case when deleted_at is not null then 'deleted'
       when status = 'active' and expires_at <= ${now} then 'expired'
       when status = 'active' and ${isBannedNow(sql`lfg_listings.user_id`, 'listing', now)} then 'hidden'
       else status end`;

export type ListingLineRow = { id: string; title: string; status: string; created_at: string };

/** Returns the newest listings, including deleted ones. @returns status: active, expired, hidden, closed or deleted */
export async function listLatestListings(db: Db, limit: number, now: Date): Promise<ListingLineRow[]> {
  const { rows } = await db.execute<ListingLineRow>(sql`
    select id, title, created_at::text as created_at, ${visibleStatusSql(now)} as status
      from lfg_listings order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** Returns how many listings there have ever been. */
export async function countListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from lfg_listings`);
  return rows[0]!.n;
}

/** Returns how many listings are visible to players now. */
export async function countActiveListings(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from lfg_listings where ${visibleStatusSql(now)} = 'active'`,
  );
  return rows[0]!.n;
}

/** SQL expression that counts all listings a user ever posted, for other features' statements. */
export const countListingsPostedSql = (userId: SQLWrapper | string): SQL<number> =>
  sql`(select count(*)::int from lfg_listings posted where posted.user_id = ${userId})`;

export type FlaggedRow = { id: string; title: string; notes: string | null; status: string };

/** Returns the given listings in their current state, by id. Leaves out deleted ones. */
export async function listListingsByIds(db: Db, ids: Iterable<string>, now: Date): Promise<Map<string, FlaggedRow>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const { rows } = await db.execute<FlaggedRow>(sql`
    select id, title, notes, ${visibleStatusSql(now)} as status from lfg_listings
     where id = any (${sql.param(uniqueIds)}::uuid[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns how many listings were posted on each of these days, including deleted ones. */
export const countListingsByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, lfgListings.createdAt, days);
