import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { ZoneDay } from '../../time/wall-clock.ts';
import { lfgListings } from './lfg.tables.ts';

/** What moderators read of listings, deleted ones included where it says so. */

export type ListingLineRow = { id: string; title: string; status: string; created_at: string };

/** The newest listings, deleted ones included with that word as their status. */
export async function latestListings(db: Db, limit: number): Promise<ListingLineRow[]> {
  const { rows } = await db.execute<ListingLineRow>(sql`
    select id, title, created_at::text as created_at,
           case when deleted_at is not null then 'deleted' else status end as status
      from lfg_listings order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** How many listings there ever were. */
export async function countListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from lfg_listings`);
  return rows[0]!.n;
}

/** How many listings are marked active, those that have just run out among them. */
export async function countActiveListings(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from lfg_listings where status = 'active'`,
  );
  return rows[0]!.n;
}

/** How many listings somebody ever posted, as an expression for statements of other features. */
export const listingsPosted = (userId: SQLWrapper | string): SQL<number> =>
  sql`(select count(*)::int from lfg_listings posted where posted.user_id = ${userId})`;

export type FlaggedRow = { id: string; title: string; notes: string | null; status: string };

/** The given listings as they stand, by id; deleted ones are not in it. */
export async function listingsByIds(db: Db, ids: Iterable<string>): Promise<Map<string, FlaggedRow>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await db.execute<FlaggedRow>(sql`
    select id, title, notes, status from lfg_listings
     where id = any (${sql.param(wanted)}::uuid[]) and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many listings were put up on each of these days, deleted ones included. */
export const listingsByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, lfgListings.createdAt, days);
