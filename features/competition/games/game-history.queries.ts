import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { PageCursor } from '../../../paging/page-cursor.ts';
import type { GameRow } from './games.queries.ts';
import type { GameMode, SideNumber } from './games.schema.ts';
import { gamePlayers, gameSides, games } from './games.tables.ts';

/** Whose games: those a player played, or those of a squad. */
export type HistorySubject = { userId: string } | { squadId: string };

type Filter = { mode: GameMode | undefined; withId: string | undefined; before: PageCursor | undefined; limit: number };

/** Condition: another player was on the same side. */
const isWithSql = (side: SQL, withId: string) => sql`exists (
  select 1 from ${gamePlayers} w
   where w.game_id = ${games.id} and w.version = ${games.version} and w.side = ${side} and w.user_id = ${withId})`;

/** Lists games that count, newest first, with the subject's side. */
export async function listHistory(
  db: Db,
  subject: HistorySubject,
  { mode, withId, before, limit }: Filter,
): Promise<{ game: GameRow; side: SideNumber }[]> {
  // Truncated to milliseconds, the precision of the page cursor.
  const endedAt = sql`date_trunc('milliseconds', ${games.endedAt})`;
  const conditions = (side: SQL) =>
    and(
      isNotNull(games.confirmedAt),
      mode && eq(games.mode, mode),
      withId === undefined ? undefined : isWithSql(side, withId),
      before && sql`(${endedAt}, ${games.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    );
  if ('userId' in subject) {
    return db
      .select({ game: games, side: gamePlayers.side })
      .from(gamePlayers)
      .innerJoin(games, and(eq(games.id, gamePlayers.gameId), eq(games.version, gamePlayers.version)))
      .where(and(eq(gamePlayers.userId, subject.userId), conditions(sql`${gamePlayers.side}`)))
      .orderBy(desc(endedAt), desc(games.id))
      .limit(limit);
  }
  return db
    .select({ game: games, side: gameSides.side })
    .from(gameSides)
    .innerJoin(games, eq(games.id, gameSides.gameId))
    .where(and(eq(gameSides.squadId, subject.squadId), conditions(sql`${gameSides.side}`)))
    .orderBy(desc(endedAt), desc(games.id))
    .limit(limit);
}

/** Lists a player's most frequent teammates in games that count. */
export async function listTeammates(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select o.user_id
      from ${gamePlayers} p
      join ${games} g on g.id = p.game_id and g.version = p.version and g.confirmed_at is not null
      join ${gamePlayers} o on o.game_id = p.game_id and o.version = p.version and o.side = p.side
       and o.user_id <> p.user_id
     where p.user_id = ${userId}
     group by o.user_id order by count(*) desc, o.user_id limit ${limit}`);
  return rows.map(({ user_id }) => user_id);
}
