import { and, desc, eq, gt, isNotNull, isNull, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { memberNamesSql, players } from '../profiles/player-views.queries.ts';
import type { StoredListing } from './lfg.schema.ts';
import { lfgListings } from './lfg.tables.ts';

export type ListingRow = typeof lfgListings.$inferSelect;
export type NewListingRow = typeof lfgListings.$inferInsert;

/** Columns of a `StoredListing` from `lfg_listings l`, `members u` and `players p`. */
export const shownColumns: SQL = sql`
  l.id, l.user_id, u.display_name, p.avatar_path, l.title, l.needed_positions, l.modes, l.platform, l.allows_crossplay,
  l.region, l.availability, l.timezone, l.notes, l.boost_expires_at::text as boost_expires_at, l.status,
  l.created_at::text as created_at, l.listed_at::text as listed_at, l.expires_at::text as expires_at, l.match_id,
  l.became_party_at::text as became_party_at,
  array(select a.position from lfg_applications a where a.listing_id = l.id and a.status = 'accepted') as filled_positions`;

/** Returns a listing of any status that isn't deleted and whose owner has a profile and no listing ban. */
export async function findVisibleListing(db: Db, id: string, now: Date): Promise<StoredListing | undefined> {
  const { rows } = await db.execute<StoredListing>(sql`
    select ${shownColumns}
      from lfg_listings l
      join ${memberNamesSql} u on u.user_id = l.user_id
      left join ${players} p on p.id = l.user_id
     where l.id = ${id} and l.deleted_at is null and ${canOwnerListSql(now)}`);
  return rows[0];
}

/** Returns a player's open listings, newest first; none during a listing ban. */
export async function listVisibleListings(db: Db, userId: string, now: Date): Promise<StoredListing[]> {
  const { rows } = await db.execute<StoredListing>(sql`
    select ${shownColumns}
      from lfg_listings l
      join ${memberNamesSql} u on u.user_id = l.user_id
      left join ${players} p on p.id = l.user_id
     where l.user_id = ${userId} and l.status = 'active' and l.expires_at > ${now.toISOString()}::timestamptz
       and l.deleted_at is null and ${canOwnerListSql(now)}
     order by l.listed_at desc, l.id`);
  return rows;
}

/** Condition that the owner of `l` isn't banned from listing. */
export const canOwnerListSql = (now: Date | SQL): SQL => sql`not ${isBannedNow(sql`l.user_id`, 'listing', now)}`;

export async function insertListing(db: Db, listing: NewListingRow): Promise<string> {
  const [row] = await db.insert(lfgListings).values(listing).returning({ id: lfgListings.id });
  return row!.id;
}

export async function findListing(db: Db, id: string): Promise<ListingRow | undefined> {
  const [row] = await db.select().from(lfgListings).where(eq(lfgListings.id, id));
  return row;
}

/** Locks a listing until the transaction ends, so that closing, editing and accepting are serialized. */
export async function lockListing(tx: Db, id: string): Promise<ListingRow | undefined> {
  const [row] = await tx.select().from(lfgListings).where(eq(lfgListings.id, id)).for('update');
  return row;
}

export async function updateListing(tx: Db, id: string, values: Partial<ListingRow>, now: Date): Promise<void> {
  await tx
    .update(lfgListings)
    .set({ ...values, updatedAt: now })
    .where(eq(lfgListings.id, id));
}

/** Counts a user's listings that are visible now. */
export async function countOpenListings(db: Db, userId: string, now: Date): Promise<number> {
  return db.$count(
    lfgListings,
    and(eq(lfgListings.userId, userId), eq(lfgListings.status, 'active'), gt(lfgListings.expiresAt, now)),
  );
}

/** Returns when an account last used a boost, even if that listing was deleted. */
export async function findLastBoost(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: lfgListings.boostedAt })
    .from(lfgListings)
    .where(and(eq(lfgListings.userId, userId), isNotNull(lfgListings.boostedAt)))
    .orderBy(desc(lfgListings.boostedAt))
    .limit(1);
  return row?.at ?? null;
}

export type OwnListingRow = StoredListing & { pending: number };

/** Selects a user's listings, newest first, with the number of pending applications. */
export const selectOwnListings = (userId: SQLWrapper | string, limit: number): SQL => sql`
    select ${shownColumns},
           (select count(*)::int from lfg_applications a where a.listing_id = l.id and a.status = 'pending') as pending
      from lfg_listings l
      join ${memberNamesSql} u on u.user_id = l.user_id
      left join ${players} p on p.id = l.user_id
     where l.user_id = ${userId} and l.deleted_at is null
     order by l.created_at desc, l.id desc
     limit ${limit}`;

/** Runs `selectOwnListings`. */
export async function listListingsOf(db: Db, userId: string, limit: number): Promise<OwnListingRow[]> {
  const { rows } = await db.execute<OwnListingRow>(selectOwnListings(userId, limit));
  return rows;
}

/** Closes the listings of a user with a pending account deletion. @returns the listings that were still visible */
export async function closeListingsOfDeletedOwner(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; title: string }[]> {
  return tx
    .update(lfgListings)
    .set({ status: 'closed', closedBy: 'leaving', closedAt: now, updatedAt: now })
    .where(and(eq(lfgListings.userId, userId), eq(lfgListings.status, 'active'), isNull(lfgListings.deletedAt)))
    .returning({ id: lfgListings.id, title: lfgListings.title });
}

/**
 * Reopens listings that were closed for a pending account deletion, but only the newest with each title.
 * @returns the reopened listings
 */
export async function reopenListingsOfRestoredOwner(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; title: string }[]> {
  return tx
    .update(lfgListings)
    .set({ status: 'active', closedBy: null, closedAt: null, updatedAt: now })
    .where(
      and(
        eq(lfgListings.userId, userId),
        eq(lfgListings.closedBy, 'leaving'),
        sql`not exists (
          select 1 from lfg_listings newer
           where newer.user_id = ${userId} and newer.closed_by = 'leaving'
             and lower(newer.title) = lower(${lfgListings.title})
             and (newer.created_at, newer.id) > (${lfgListings.createdAt}, ${lfgListings.id}))`,
      ),
    )
    .returning({ id: lfgListings.id, title: lfgListings.title });
}

export async function listOpenListings(db: Db, userId: string, now: Date): Promise<{ id: string; title: string }[]> {
  return db
    .select({ id: lfgListings.id, title: lfgListings.title })
    .from(lfgListings)
    .where(
      and(
        eq(lfgListings.userId, userId),
        eq(lfgListings.status, 'active'),
        gt(lfgListings.expiresAt, now),
        isNull(lfgListings.deletedAt),
      ),
    );
}

/** Returns listings past their expiry that are still marked active. */
export async function listExpired(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; userId: string; title: string; expiresAt: Date }[]> {
  return db
    .select({
      id: lfgListings.id,
      userId: lfgListings.userId,
      title: lfgListings.title,
      expiresAt: lfgListings.expiresAt,
    })
    .from(lfgListings)
    .where(and(eq(lfgListings.status, 'active'), lte(lfgListings.expiresAt, now)))
    .orderBy(lfgListings.expiresAt)
    .limit(limit);
}

/** @returns whether this call marked the listing as expired */
export async function markExpired(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(lfgListings)
    .set({ status: 'expired', updatedAt: now })
    .where(and(eq(lfgListings.id, id), eq(lfgListings.status, 'active'), lte(lfgListings.expiresAt, now)))
    .returning({ id: lfgListings.id });
  return rows.length > 0;
}

/** Removes listings that were deleted before the given time. Until then, their boosts still affect the limit. */
export async function purgeDeleted(db: Db, before: Date): Promise<number> {
  const rows = await db
    .delete(lfgListings)
    .where(and(isNotNull(lfgListings.deletedAt), lt(lfgListings.deletedAt, before)))
    .returning({ id: lfgListings.id });
  return rows.length;
}
