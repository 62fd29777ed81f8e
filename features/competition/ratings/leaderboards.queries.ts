import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';
import { isFollowedBySql } from '../../profiles/follows/follows.queries.ts';
import { publicPlayers } from '../../profiles/player-views.queries.ts';
import type { GameMode } from '../games/games.schema.ts';
import { playerRatings, ratingChanges, ratingPlayers } from './ratings.tables.ts';

type LeaderboardFilters = {
  region?: string | undefined;
  platform?: string | undefined;
  position?: string | undefined;
};

type LeaderboardPage = {
  mode: GameMode;
  season: number;
  filters: LeaderboardFilters;
  /** The rank after which the page starts. */
  after: number;
  limit: number;
  viewerId: string | undefined;
  /** Only players whom the viewer follows, and the viewer. */
  followed?: boolean;
};

type TableRow = {
  rank: number;
  id: string;
  display_name: string;
  avatar_path: string | null;
  region: string | null;
  platform: string | null;
  role: string | null;
  mu: number;
  settled_sigma: number;
  games: number;
  wins: number;
  losses: number;
  ties: number;
};

/** Condition that a player isn't hidden from leaderboards; `id` is the user's. */
const isListedSql = (id: SQL): SQL =>
  sql`not exists (select 1 from ${ratingPlayers} h where h.user_id = ${id} and h.hidden)`;

/** Lists part of a season's table by stored rank. Players who can't be seen are left out, and ranks stay. */
export async function listTable(db: Db, page: LeaderboardPage): Promise<TableRow[]> {
  const { mode, season, filters, after, limit, viewerId, followed } = page;
  const conditions = [
    ...(filters.region ? [sql`p.region = ${filters.region}`] : []),
    ...(filters.platform ? [sql`p.platform = ${filters.platform}`] : []),
    ...(filters.position ? [sql`p.role = ${filters.position}`] : []),
    ...(viewerId ? [sql`not ${isBlockedBetweenSql(sql`${viewerId}::uuid`, sql`r.user_id`)}`] : []),
    ...(followed && viewerId ? [sql`(r.user_id = ${viewerId} or ${isFollowedBySql(viewerId, sql`r.user_id`)})`] : []),
  ];
  const { rows } = await db.execute<TableRow>(sql`
    select r.rank, p.id, p.display_name, p.avatar_path, p.region, p.platform, p.role,
           r.mu, r.settled_sigma, r.season_games as games, r.wins, r.losses, r.ties
      from ${playerRatings} r join ${publicPlayers} p on p.id = r.user_id
     where r.mode = ${mode} and r.season = ${season} and r.rank > ${after} and ${isListedSql(sql`r.user_id`)}
       ${sql.join(
         conditions.map((condition) => sql` and ${condition}`),
         sql``,
       )}
     order by r.rank limit ${limit}`);
  return rows;
}

export type PlayerRatingRow = typeof playerRatings.$inferSelect;

/** Lists a player's rating of the latest season in each mode. */
export async function listLatestRatings(db: Db, userId: string): Promise<PlayerRatingRow[]> {
  return db
    .selectDistinctOn([playerRatings.mode])
    .from(playerRatings)
    .where(eq(playerRatings.userId, userId))
    .orderBy(playerRatings.mode, desc(playerRatings.season));
}

export async function findSeasonRating(
  db: Db,
  { userId, mode, season }: { userId: string; mode: GameMode; season: number },
): Promise<PlayerRatingRow | undefined> {
  const [row] = await db
    .select()
    .from(playerRatings)
    .where(and(eq(playerRatings.userId, userId), eq(playerRatings.mode, mode), eq(playerRatings.season, season)));
  return row;
}

/** Returns whether a player has hidden from leaderboards. */
export async function isHidden(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ hidden: ratingPlayers.hidden })
    .from(ratingPlayers)
    .where(eq(ratingPlayers.userId, userId));
  return row?.hidden ?? false;
}

/** Hides a player or shows them again. A trigger has the tables ranked again. */
export async function saveHidden(db: Db, userId: string, hidden: boolean): Promise<void> {
  await db.insert(ratingPlayers).values({ userId, hidden }).onConflictDoUpdate({
    target: ratingPlayers.userId,
    set: { hidden },
  });
}

/** Returns which of these players others may see: published, not banned, not hidden, and no block with the viewer. */
export async function listVisiblePlayers(db: Db, ids: string[], viewerId: string | undefined): Promise<Set<string>> {
  const isBlocked = viewerId ? isBlockedBetweenSql(sql`${viewerId}::uuid`, sql`p.id`) : sql`false`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${publicPlayers} p
     where p.id = any (${sql.param(ids)}::uuid[]) and ${isListedSql(sql`p.id`)} and not ${isBlocked}`);
  return new Set(rows.map(({ id }) => id));
}

type SeasonOfPlayer = { userId: string; mode: GameMode; season: number };

/** Lists a player's latest games of a season, newest first. */
export function listSeasonChanges(db: Db, { userId, mode, season }: SeasonOfPlayer, limit: number) {
  const { playedAt, gameId, outcome, mu, settledSigma } = ratingChanges;
  return db
    .select({ playedAt, outcome, mu, settledSigma })
    .from(ratingChanges)
    .where(and(eq(ratingChanges.userId, userId), eq(ratingChanges.mode, mode), eq(ratingChanges.season, season)))
    .orderBy(desc(playedAt), desc(gameId))
    .limit(limit);
}

type TeammateRow = {
  id: string;
  display_name: string;
  avatar_path: string | null;
  wins: number;
  losses: number;
  ties: number;
};

const RECORD_SQL = sql`count(*) filter (where a.outcome = 1)::int as wins,
  count(*) filter (where a.outcome = -1)::int as losses, count(*) filter (where a.outcome = 0)::int as ties`;

/** Lists whom others may see of those a player played most with in a season. */
export async function listTeammates(
  db: Db,
  { userId, mode, season }: SeasonOfPlayer,
  { viewerId, limit }: { viewerId: string | undefined; limit: number },
): Promise<TeammateRow[]> {
  const isBlocked = viewerId ? isBlockedBetweenSql(sql`${viewerId}::uuid`, sql`p.id`) : sql`false`;
  const { rows } = await db.execute<TeammateRow>(sql`
    select p.id, p.display_name, p.avatar_path, t.wins, t.losses, t.ties
      from (select b.user_id, ${RECORD_SQL}
              from ${ratingChanges} a join ${ratingChanges} b
                on b.game_id = a.game_id and b.side = a.side and b.player_id <> a.player_id
             where a.user_id = ${userId} and a.mode = ${mode} and a.season = ${season}
             group by b.user_id) t
      join ${publicPlayers} p on p.id = t.user_id
     where ${isListedSql(sql`p.id`)} and not ${isBlocked}
     order by t.wins + t.losses + t.ties desc, p.id limit ${limit}`);
  return rows;
}

/** Counts the rated games of two players, against each other and on one side, from the first one's view. */
export async function countGamesBetween(db: Db, one: string, other: string) {
  const { rows } = await db.execute<{ together: boolean; wins: number; losses: number; ties: number }>(sql`
    select a.side = b.side as together, ${RECORD_SQL}
      from ${ratingChanges} a join ${ratingChanges} b on b.game_id = a.game_id and b.user_id = ${other}
     where a.user_id = ${one} group by 1`);
  return rows;
}
