import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';
import { publicPlayers, selectMemberName } from '../../profiles/player-views.queries.ts';
import { bookingReviews } from '../bookings.tables.ts';
import { REVIEW_PROMPT_DAYS, REVIEWABLE_STATUSES } from './reviews.rules.ts';

export type ReviewRow = typeof bookingReviews.$inferSelect;

/** The subject of reviews: a player (for hires) or a coach, by coach id. */
export type ReviewSubject = { player: string } | { coach: string };

const isFinishedSql = sql`(${sql.join(
  REVIEWABLE_STATUSES.map((status) => sql`${status}`),
  sql`, `,
)})`;

/** Condition that a review `r` is public: not removed, and its author isn't banned. */
const isCountedSql = (now: Date): SQL => sql`r.removed_at is null and not ${isBannedNow(sql`r.author_id`, 'all', now)}`;

export async function findReview(db: Db, bookingId: string): Promise<ReviewRow | undefined> {
  const [row] = await db.select().from(bookingReviews).where(eq(bookingReviews.bookingId, bookingId));
  return row;
}

/** Creates or updates a review. @returns false when a moderator has removed it */
export async function upsertReview(tx: Db, row: typeof bookingReviews.$inferInsert): Promise<boolean> {
  const { stars, words, updatedAt } = row;
  const rows = await tx
    .insert(bookingReviews)
    .values(row)
    .onConflictDoUpdate({
      target: bookingReviews.bookingId,
      set: { stars, words, updatedAt },
      setWhere: isNull(bookingReviews.removedAt),
    })
    .returning({ id: bookingReviews.bookingId });
  return rows.length > 0;
}

/**
 * Removes or restores a review.
 * @param from the current value of `removed_at`: when the review was removed, or null
 * @param to the new value
 * @returns false when the current value is different
 */
export async function setRemoved(tx: Db, bookingId: string, from: Date | null, to: Date | null): Promise<boolean> {
  const before = from ? eq(bookingReviews.removedAt, from) : isNull(bookingReviews.removedAt);
  const rows = await tx
    .update(bookingReviews)
    .set({ removedAt: to })
    .where(and(eq(bookingReviews.bookingId, bookingId), before))
    .returning({ id: bookingReviews.bookingId });
  return rows.length > 0;
}

type ListedReview = {
  id: string;
  stars: number;
  words: string;
  created_at: string;
  author_id: string | null;
  author_name: string | null;
  author_avatar: string | null;
};
type Page = { now: Date; limit: number; viewerId: string | undefined; after?: { at: string; id: string } | undefined };

/**
 * Returns a seller's public reviews, newest first. Leaves out reviews if the viewer has a block with the author or the
 * seller.
 */
export async function listReviewsAbout(db: Db, subject: ReviewSubject, page: Page): Promise<ListedReview[]> {
  const isAboutSubject =
    'coach' in subject
      ? sql`r.coach_id = ${subject.coach}`
      : sql`r.coach_id is null and r.seller_id = ${subject.player}
              and exists (select 1 from ${publicPlayers} s where s.id = r.seller_id)`;
  const blockFilter = page.viewerId
    ? sql` and not ${isBlockedBetweenSql(page.viewerId, sql`r.author_id`)} and not ${isBlockedBetweenSql(page.viewerId, sql`r.seller_id`)}`
    : sql``;
  const afterFilter = page.after
    ? sql` and (r.created_at, r.booking_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await db.execute<ListedReview>(sql`
    select r.booking_id as id, r.stars, r.words, r.created_at::text as created_at,
           p.id as author_id, p.display_name as author_name, p.avatar_path as author_avatar
      from booking_reviews r left join ${publicPlayers} p on p.id = r.author_id
     where ${isAboutSubject} and ${isCountedSql(page.now)}${blockFilter}${afterFilter}
     order by r.created_at desc, r.booking_id desc limit ${page.limit}`);
  return rows;
}

/** Returns a public review, or undefined if it's hidden. */
export async function findVisibleReview(db: Db, bookingId: string, now: Date): Promise<ReviewRow | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select r.booking_id as id from booking_reviews r where r.booking_id = ${bookingId} and ${isCountedSql(now)}`,
  );
  return rows.length > 0 ? findReview(db, bookingId) : undefined;
}

type ReviewSummary = { id: string; reviews: number; average: number };

/** Returns the number of reviews and their average, by player for hires or by coach. */
export async function listReviewSummaries(
  db: Db,
  by: 'player' | 'coach',
  ids: string[],
  now: Date,
): Promise<Map<string, ReviewSummary>> {
  const authorFilter =
    by === 'coach'
      ? sql`r.coach_id = any (${sql.param(ids)}::text[])`
      : sql`r.coach_id is null and r.seller_id = any (${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<ReviewSummary>(sql`
    select ${by === 'coach' ? sql`r.coach_id` : sql`r.seller_id::text`} as id, count(*)::int as reviews,
           round(avg(r.stars), 1)::float as average
      from booking_reviews r where ${authorFilter} and ${isCountedSql(now)} group by 1`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Selects a user's finished bookings that they may review and haven't yet. */
export const selectBookingsToReview = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('review', {
    thing: sql`b.id`,
    name: sql`case when b.type = 'hire' then ${selectMemberName(sql`b.player_id`)} end`,
    since: sql`b.updated_at`,
    facts: { type: sql`b.type`, coach_id: sql`b.coach_id` },
  })}
    from bookings b
   where b.buyer_id = ${userId} and b.player_id is not null and b.status in ${isFinishedSql}
     and not ${isBannedNow(userId, 'all', sql`${now}`)}
     and b.updated_at > ${now} - make_interval(days => ${REVIEW_PROMPT_DAYS})
     and not exists (select 1 from booking_reviews r where r.booking_id = b.id)`;
