import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { selectPlayedMatchCount } from '../../matches/match-feedback/match-feedback.queries.ts';
import { isPageShownSql } from '../public-page/squad-pages.queries.ts';
import { countSessionsPlayed } from '../session-feedback/session-feedback.queries.ts';
import { squadMembers, squads } from '../squads.tables.ts';

const MAX_NAMED = 6;

/** Counts a player's matches and sessions that took place. */
export async function countGamesPlayed(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ games: number }>(
    sql`select ${selectPlayedMatchCount(userId)} + ${countSessionsPlayed(userId)} as games`,
  );
  return rows[0]!.games;
}

/** Lists squads whose public page names the player with their consent, newest first. */
export async function listSquadsShowing(db: Db, userId: string, now: Date) {
  const { rows } = await db.execute<{ id: string; name: string; crest_seed: number }>(sql`
    select ${squads.id}, ${squads.name}, ${squads.crestSeed}
      from ${squads} join ${squadMembers} m on m.squad_id = ${squads.id}
     where m.user_id = ${userId} and m.left_at is null and m.shown and ${isPageShownSql(now)}
     order by ${squads.createdAt} desc, ${squads.id} limit ${MAX_NAMED}`);
  return rows;
}

/** Lists active squads both players are in, newest first. */
export async function listSharedSquads(db: Db, one: string, other: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select q.id, q.name from ${squads} q
     where q.ended_at is null
       and exists (select 1 from ${squadMembers} m where m.squad_id = q.id and m.user_id = ${one} and m.left_at is null)
       and exists (select 1 from ${squadMembers} m where m.squad_id = q.id and m.user_id = ${other} and m.left_at is null)
     order by q.created_at desc, q.id`);
  return rows;
}
