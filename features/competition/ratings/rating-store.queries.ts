import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { GameMode } from '../games/games.schema.ts';
import { gamePlayers, games } from '../games/games.tables.ts';
import { selectCountingGameIds } from './rating-inputs.queries.ts';
import { playerRatings, ratedGames, ratingChanges, ratingMarks, ratingPlayers, ratingState } from './ratings.tables.ts';

export type RatedGameRow = typeof ratedGames.$inferSelect;
export type RatingChangeRow = typeof ratingChanges.$inferSelect;

/** An arbitrary key. One refresh or check runs at a time on all nodes. */
const REFRESH_LOCK = 7_301_248;
const INSERT_BATCH = 400;
/** Games in a season until a player is in its table. */
const TABLE_GAMES = 5;

/** Keeps refreshes and checks of all nodes waiting until the transaction ends. */
export async function lockRatings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REFRESH_LOCK})`);
}

/**
 * Takes the marks left since the last refresh. Marks of transactions that are still open stay for the next one.
 * @returns the times of the games; null for a mark that's only about the tables
 */
export async function takeMarks(tx: Db): Promise<(Date | null)[]> {
  const rows = await tx.delete(ratingMarks).returning({ playedAt: ratingMarks.playedAt });
  return rows.map(({ playedAt }) => playedAt);
}

/** Returns the version of the rating model that the stored ratings come from. */
export async function getStoredVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: ratingState.version }).from(ratingState);
  return row!.version;
}

export async function saveVersion(tx: Db, version: number): Promise<void> {
  await tx.update(ratingState).set({ version });
}

const isBefore = (column: SQL, at: Date) => sql`${column} < ${at.toISOString()}`;
const isFrom = (column: SQL, from: Date | null): SQL => (from ? sql`${column} >= ${from.toISOString()}` : sql`true`);

/** Lists the latest rating before a time of each player and mode with a counting game from then on. */
export async function listRatingsBefore(db: Db, at: Date): Promise<RatingChangeRow[]> {
  const { rows } = await db.execute<{ player_id: string; game_id: string }>(sql`
    with coming as (
      select distinct p.rated_as as player_id, g.mode
        from ${games} g join ${gamePlayers} p on p.game_id = g.id and p.version = g.version
       where g.confirmed_at is not null and ${isFrom(sql`g.ended_at`, at)} and p.rated_as is not null)
    select c.player_id, c.game_id from coming join lateral (
      select r.player_id, r.game_id from ${ratingChanges} r
       where r.player_id = coming.player_id and r.mode = coming.mode and ${isBefore(sql`r.played_at`, at)}
       order by r.played_at desc, r.game_id desc limit 1) c on true`);
  const found: RatingChangeRow[] = [];
  for (let n = 0; n < rows.length; n += INSERT_BATCH) {
    const keys = rows.slice(n, n + INSERT_BATCH).map((row) => sql`(${row.player_id}::uuid, ${row.game_id}::uuid)`);
    const isKey = sql`(${ratingChanges.playerId}, ${ratingChanges.gameId}) in (${sql.join(keys, sql`, `)})`;
    found.push(...(await db.select().from(ratingChanges).where(isKey)));
  }
  return found;
}

/** Lists each mode's calibration before a time. */
export async function listCalibrationsBefore(db: Db, at: Date) {
  const { rows } = await db.execute<{ mode: GameMode; slope: number; information: number }>(sql`
    select distinct on (mode) mode, slope, information from ${ratedGames}
     where ${isBefore(sql`played_at`, at)} and unrated is null order by mode, played_at desc, game_id desc`);
  return rows;
}

/** Lists the stored games and changes of these games. */
export async function listStored(db: Db, gameIds: readonly string[]) {
  if (gameIds.length === 0) return { games: [], changes: [] };
  const ids = [...gameIds];
  return {
    games: await db.select().from(ratedGames).where(inArray(ratedGames.gameId, ids)),
    changes: await db.select().from(ratingChanges).where(inArray(ratingChanges.gameId, ids)),
  };
}

const isStale = (from: Date | null): SQL =>
  sql`${isFrom(sql`played_at`, from)} and game_id not in (${selectCountingGameIds} and ${isFrom(sql`g.ended_at`, from)})`;

/** Counts stored games that don't count anymore. */
export const countStaleGames = (db: Db, from: Date | null): Promise<number> => db.$count(ratedGames, isStale(from));

export async function deleteStaleGames(tx: Db, from: Date | null): Promise<void> {
  await tx.delete(ratedGames).where(isStale(from));
}

/** Stores games, replacing what was stored about them. */
export async function upsertRatedGames(tx: Db, rows: readonly RatedGameRow[]): Promise<void> {
  for (let n = 0; n < rows.length; n += INSERT_BATCH) {
    await tx
      .insert(ratedGames)
      .values(rows.slice(n, n + INSERT_BATCH))
      .onConflictDoUpdate({ target: ratedGames.gameId, set: listExcluded(ratedGames, ['gameId']) });
  }
}

export async function deleteChanges(tx: Db, changes: readonly Pick<RatingChangeRow, 'playerId' | 'gameId'>[]) {
  for (const { playerId, gameId } of changes) {
    await tx.delete(ratingChanges).where(and(eq(ratingChanges.playerId, playerId), eq(ratingChanges.gameId, gameId)));
  }
}

/** Stores changes, replacing those of the same players and games. */
export async function upsertChanges(tx: Db, rows: readonly RatingChangeRow[]): Promise<void> {
  for (let n = 0; n < rows.length; n += INSERT_BATCH) {
    await tx
      .insert(ratingChanges)
      .values(rows.slice(n, n + INSERT_BATCH))
      .onConflictDoUpdate({
        target: [ratingChanges.playerId, ratingChanges.gameId],
        set: listExcluded(ratingChanges, ['playerId', 'gameId']),
      });
  }
}

/** Builds the columns to take over from the row that couldn't be inserted. */
function listExcluded(table: typeof ratedGames | typeof ratingChanges, keys: readonly string[]): Record<string, SQL> {
  const columns = Object.entries(table).filter(([name]) => !keys.includes(name) && name !== 'enableRLS');
  return Object.fromEntries(
    columns.map(([name, column]) => [name, sql`excluded.${sql.identifier((column as { name: string }).name)}`]),
  );
}

const RATING_COLUMNS = sql.raw(
  'mu, sigma, settled_sigma, points, peak, games, season_games, season_peak, wins, losses, ties',
);

/**
 * Selects what the season tables should contain for everyone with a game from a time on: the last change of each player,
 * mode and season that isn't final.
 */
const selectSeasonRatings = ({ from, finalSeason }: Window): SQL => sql`
  select distinct on (c.player_id, c.mode, c.season)
         c.player_id, c.mode, c.season, c.user_id, ${RATING_COLUMNS}, c.played_at as last_played_at
    from ${ratingChanges} c
   where c.season > ${finalSeason} and (c.player_id, c.mode) in (${selectAffected(from)})
   order by c.player_id, c.mode, c.season, c.played_at desc, c.game_id desc`;

const selectAffected = (from: Date | null): SQL => sql`
  select player_id, mode from ${ratingChanges} where ${isFrom(sql`played_at`, from)}
  union select player_id, mode from ${playerRatings} where ${isFrom(sql`last_played_at`, from)}`;

/** The games from a time on (all of them if it's null), and the last season whose table is final. */
export type Window = { from: Date | null; finalSeason: number };

/** The part of a season's table to rank again; `high` and `low` are null if it's open to that side. */
export type TableRange = { mode: GameMode; season: number; high: number | null; low: number | null };

/** Lists the parts of season tables that will change with {@link saveSeasonRatings}. */
export async function listTableChanges(db: Db, window: Window): Promise<(TableRange & { rows: number })[]> {
  const { rows } = await db.execute<TableRange & { rows: number; moved: boolean }>(sql`
    with fresh as (${selectSeasonRatings(window)}),
    stored as (
      select * from ${playerRatings} where season > ${window.finalSeason}
         and (player_id, mode) in (${selectAffected(window.from)}))
    select coalesce(f.mode, s.mode) as mode, coalesce(f.season, s.season) as season, count(*)::int as rows,
           max(greatest(case when f.season_games >= ${TABLE_GAMES} then f.points end,
                        case when s.rank is not null then s.points end)) as high,
           case when bool_and((f.season_games >= ${TABLE_GAMES}) is not distinct from (s.rank is not null)) then
             min(least(case when f.season_games >= ${TABLE_GAMES} then f.points end,
                       case when s.rank is not null then s.points end)) end as low
      from fresh f full join stored s using (player_id, mode, season)
     where f.player_id is null or s.player_id is null
        or (f.user_id, f.mu, f.sigma, f.settled_sigma, f.points, f.peak, f.games, f.season_games, f.season_peak,
            f.wins, f.losses, f.ties, f.last_played_at)
           is distinct from
           (s.user_id, s.mu, s.sigma, s.settled_sigma, s.points, s.peak, s.games, s.season_games, s.season_peak,
            s.wins, s.losses, s.ties, s.last_played_at)
     group by 1, 2`);
  return rows;
}

/** Stores the last rating of each player, mode and season that isn't final. */
export async function saveSeasonRatings(tx: Db, window: Window): Promise<void> {
  await tx.execute(sql`
    delete from ${playerRatings} s where s.season > ${window.finalSeason}
       and (s.player_id, s.mode) in (${selectAffected(window.from)})
       and not exists (select 1 from ${ratingChanges} c
                        where c.player_id = s.player_id and c.mode = s.mode and c.season = s.season)`);
  await tx.execute(sql`
    insert into ${playerRatings} (player_id, mode, season, user_id, ${RATING_COLUMNS}, last_played_at)
    ${selectSeasonRatings(window)}
    on conflict (player_id, mode, season) do update set
      user_id = excluded.user_id, mu = excluded.mu, sigma = excluded.sigma, settled_sigma = excluded.settled_sigma,
      points = excluded.points, peak = excluded.peak, games = excluded.games, season_games = excluded.season_games,
      season_peak = excluded.season_peak, wins = excluded.wins, losses = excluded.losses, ties = excluded.ties,
      last_played_at = excluded.last_played_at`);
}

/** Lists all season tables that aren't final. */
export async function listOpenTables(db: Db, finalSeason: number): Promise<TableRange[]> {
  const { rows } = await db.execute<{ mode: GameMode; season: number }>(
    sql`select distinct mode, season from ${playerRatings} where season > ${finalSeason}`,
  );
  return rows.map((row) => ({ ...row, high: null, low: null }));
}

/** Selects the players of a part of a table whose stored rank is wrong, with the right one. */
const selectWrongRanks = ({ mode, season, high, low }: TableRange): SQL => sql`
  select n.player_id, n.new_rank from (
    select r.player_id, r.rank, case when e.listed then (
             row_number() over (partition by e.listed order by r.points desc, r.player_id))::int + coalesce((
             select a.rank from ${playerRatings} a
              where a.mode = ${mode} and a.season = ${season} and a.rank is not null
                and ${high === null ? sql`false` : sql`a.points > ${high}`}
              order by a.points, a.player_id desc limit 1), 0) end as new_rank
      from ${playerRatings} r join ${ratingPlayers} p on p.id = r.player_id
      cross join lateral (
        select r.season_games >= ${TABLE_GAMES} and not p.hidden and p.user_id is not null as listed) e
     where r.mode = ${mode} and r.season = ${season}
       ${high === null ? sql`` : sql`and r.points <= ${high}`} ${low === null ? sql`` : sql`and r.points >= ${low}`}
  ) n where n.rank is distinct from n.new_rank`;

/** Ranks a part of a table again. Only rows whose rank changes are written. */
export async function rankTable(tx: Db, range: TableRange): Promise<void> {
  await tx.execute(sql`
    update ${playerRatings} t set rank = n.new_rank from (${selectWrongRanks(range)}) n
     where t.player_id = n.player_id and t.mode = ${range.mode} and t.season = ${range.season}`);
}

export async function countWrongRanks(db: Db, range: TableRange): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${selectWrongRanks(range)}) n`,
  );
  return rows[0]!.count;
}
