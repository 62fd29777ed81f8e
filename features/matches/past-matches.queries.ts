import { and, desc, eq, gt, ne, not, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { PageCursor } from '../../paging/page-cursor.ts';
import { hasBlockAmongSql } from '../profiles/blocks/blocks.queries.ts';
import { matches, matchMembers, matchResponses } from './matches.tables.ts';

/**
 * Reads a player's past matches with the player's own answer, most recently ended first. A match that isn't closed
 * counts as ended once its time to answer is over. Excludes matches with a block in either direction.
 */
export async function queryPastMatches(
  db: Db,
  viewerId: string,
  now: Date,
  { limit, before }: { limit: number; before: PageCursor | undefined },
) {
  // Truncated to milliseconds, like list cursors.
  const endedAt = sql<Date>`date_trunc('milliseconds', coalesce(${matches.closedAt}, ${matches.expiresAt}))`.mapWith(
    matches.expiresAt,
  );
  return db
    .select({ match: matches, endedAt, mine: matchResponses.action })
    .from(matchMembers)
    .innerJoin(matches, eq(matches.id, matchMembers.matchId))
    .leftJoin(matchResponses, and(eq(matchResponses.matchId, matches.id), eq(matchResponses.userId, viewerId)))
    .where(
      and(
        eq(matchMembers.userId, viewerId),
        ne(matches.status, 'mutual'),
        not(and(eq(matches.status, 'proposed'), gt(matches.expiresAt, now))!),
        sql`not ${hasBlockAmongSql(sql`${viewerId}::uuid`, sql`${matches.memberIds}`)}`,
        before && sql`(${endedAt}, ${matches.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`,
      ),
    )
    .orderBy(desc(endedAt), desc(matches.id))
    .limit(limit);
}
