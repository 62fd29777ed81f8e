import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isUnreliableNow } from '../moderation/reliability/reliability.queries.ts';
import { getFeePoints } from '../payments/orders/fees.rules.ts';
import { payableSellersSql } from '../payments/sellers.queries.ts';
import { isBlockedBetweenSql } from '../profiles/blocks/blocks.queries.ts';
import { publicPlayers } from '../profiles/player-views.queries.ts';
import type { OfferCard, OfferInput } from './bookings.schema.ts';
import { hireOffers } from './bookings.tables.ts';

export type Offer = typeof hireOffers.$inferSelect;

export async function findOffer(db: Db, userId: string): Promise<Offer | undefined> {
  const [row] = await db.select().from(hireOffers).where(eq(hireOffers.userId, userId)).limit(1);
  return row;
}

export async function saveOffer(tx: Db, userId: string, offer: OfferInput, now: Date): Promise<void> {
  const change = { ...offer, updatedAt: now };
  await tx
    .insert(hireOffers)
    .values({ userId, ...change, createdAt: now })
    .onConflictDoUpdate({ target: hireOffers.userId, set: change });
}

export type OfferFilter = {
  priceId?: string | undefined;
  role?: string | undefined;
  region?: string | undefined;
  platform?: string | undefined;
  /** Cursor: continue after this offer. */
  after?: { updatedAt: string; userId: string } | undefined;
  now: Date;
  limit: number;
  player?: string | undefined;
  /** A signed-in user. Players with a block in either direction are left out. */
  viewerId?: string | undefined;
};

type Row = Omit<OfferCard, 'kept' | 'feePoints'> & { updatedAt: string; hires: number; games: number };

/**
 * Returns offers of published, reliable players who can receive payouts, newest first, with their record of kept
 * promises.
 */
export async function listOffers(db: Db, filter: OfferFilter): Promise<(OfferCard & { updatedAt: string })[]> {
  const conditions: SQL[] = [sql`o.active`, sql`not ${isUnreliableNow(sql`o.user_id`, filter.now)}`];
  if (filter.priceId) conditions.push(sql`o.price_id = ${filter.priceId}`);
  if (filter.role) conditions.push(sql`${filter.role} = any (o.roles)`);
  if (filter.region) conditions.push(sql`p.region = ${filter.region}`);
  if (filter.platform) conditions.push(sql`p.platform = ${filter.platform}`);
  if (filter.player) conditions.push(sql`o.user_id = ${filter.player}`);
  if (filter.viewerId) conditions.push(sql`not ${isBlockedBetweenSql(filter.viewerId, sql`o.user_id`)}`);
  if (filter.after) {
    conditions.push(
      sql`(o.updated_at, o.user_id) < (${filter.after.updatedAt}::timestamptz, ${filter.after.userId}::uuid)`,
    );
  }
  const { rows } = await db.execute<Row>(sql`
    select o.user_id as "userId", p.display_name as "displayName", p.verified, p.avatar_path as "avatarPath",
           p.platform, p.region, p.timezone, p.overall_rating as "overallRating", o.roles, o.price_id as "priceId",
           o.hours, o.note, o.updated_at::text as "updatedAt",
           (select count(*)::int from bookings b where b.player_id = o.user_id and b.type = 'hire'
               and b.status in ('completed', 'released')) as hires,
           (select coalesce(sum(b.completed_games), 0)::int from bookings b
             where b.player_id = o.user_id and b.type = 'hire') as games
      from hire_offers o
      join ${publicPlayers} p on p.id = o.user_id
      join ${payableSellersSql} s on s.user_id = o.user_id
     where ${sql.join(conditions, sql` and `)}
     order by o.updated_at desc, o.user_id desc
     limit ${filter.limit}`);
  return rows.map(({ hires, games, ...row }) => ({
    ...row,
    feePoints: getFeePoints('hire', row.userId),
    kept: { hires, games },
  }));
}
