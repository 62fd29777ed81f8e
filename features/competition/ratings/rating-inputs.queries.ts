import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { parseInstant } from '../../../time/postgres-instants.ts';
import type { GameMode, SideNumber, Winner } from '../games/games.schema.ts';
import { gameFlags, gamePlayers, gameResults, gameSides, games } from '../games/games.tables.ts';
import { ratingPriors } from './ratings.tables.ts';

/** Where a list of games continues: the time as the database writes it, and the id. */
type Place = { at: string; id: string };

/** A counting game between two squads, as the ratings see it. */
export type GameToRate = {
  id: string;
  mode: GameMode;
  playedAt: Date;
  winner: Winner;
  guests: readonly [number, number];
  /** Whether the sides share accounts, networks or devices. */
  sharesHistory: boolean;
  players: { side: SideNumber; player: string | null; userId: string | null }[];
};

type GameRow = {
  id: string;
  mode: GameMode;
  at: string;
  winner: Winner;
  guests_1: number;
  guests_2: number;
  shared: boolean;
};

/** Condition that a game `g` counts and has two sides. */
const countsSql = sql`g.confirmed_at is not null
  and exists (select 1 from ${gameSides} s where s.game_id = g.id and s.side = 2)`;

/**
 * Lists counting games between two squads in playing order.
 * @param from the first day; all games if left out
 * @returns the games, and where to continue; undefined after the last page
 */
export async function listGamesToRate(
  db: Db,
  { from, after, limit }: { from: Date | null; after: Place | undefined; limit: number },
): Promise<{ games: GameToRate[]; next: Place | undefined }> {
  const { rows } = await db.execute<GameRow>(sql`
    select g.id, g.mode, g.ended_at::text as at, r.winner, r.guests_1, r.guests_2,
           exists (select 1 from ${gameFlags} f where f.game_id = g.id and f.kind like 'shared%') as shared
      from ${games} g join ${gameResults} r on r.game_id = g.id and r.version = g.version
     where ${countsSql}
       ${from ? sql`and g.ended_at >= ${from.toISOString()}` : sql``}
       ${after ? sql`and (g.ended_at, g.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
     order by g.ended_at, g.id limit ${limit}`);
  const lineups = await listRatedLineups(
    db,
    rows.map(({ id }) => id),
  );
  const last = rows.at(-1);
  return {
    games: rows.map((row) => ({
      id: row.id,
      mode: row.mode,
      playedAt: parseInstant(row.at),
      winner: row.winner,
      guests: [row.guests_1, row.guests_2],
      sharesHistory: row.shared,
      players: lineups.get(row.id) ?? [],
    })),
    next: last && rows.length === limit ? { at: last.at, id: last.id } : undefined,
  };
}

type LineupRow = { game_id: string; side: SideNumber; player: string | null; userId: string | null };

/** Lists who played in the results in force, by game. */
async function listRatedLineups(db: Db, ids: string[]): Promise<Map<string, LineupRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<LineupRow>(sql`
    select p.game_id, p.side, p.rated_as as player, p.user_id as "userId"
      from ${games} g join ${gamePlayers} p on p.game_id = g.id and p.version = g.version
     where g.id = any (${sql.param(ids)}::uuid[]) order by p.game_id, p.side, p.seat`);
  return Map.groupBy(rows, ({ game_id }) => game_id);
}

export type PriorRow = { player: string; mode: GameMode; overall: number | null; level: string | null };

/** Lists what players had typed in before their first game of a mode. */
export async function listPriors(db: Db, players: readonly string[]): Promise<PriorRow[]> {
  const { rows } = await db.execute<PriorRow>(sql`
    select player_id as player, mode, overall, level from ${ratingPriors}
     where player_id = any (${sql.param([...players])}::uuid[])`);
  return rows;
}

/** Selects the games that are rated or could be, to find stored games that no longer count. */
export const selectCountingGameIds = sql`select g.id from ${games} g where ${countsSql}`;
