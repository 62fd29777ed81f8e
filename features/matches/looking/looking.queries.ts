import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { LookingChoice, LookingKind } from '../../profiles/game.schema.ts';
import { players } from '../../profiles/player-views.queries.ts';

/** Returns an SQL condition: whether a user has a squad of a kind. */
export type HasSquad = (userId: SQL, kind: LookingKind) => SQL;

/** SQL version of `isLookingFor` for the player `p`. */
export function isLookingSql(kind: LookingKind, hasSquad: HasSquad): SQL {
  const choice = kind === 'squad' ? sql`p.look_for_squad` : sql`p.look_for_pair`;
  return sql`(${choice} = 'always' or (${choice} = 'until_found' and not ${hasSquad(sql`p.id`, kind)}))`;
}

/** Lists who isn't looking for what, among all players or the given ids. */
export async function listPlayersNotLooking(
  db: Db,
  hasSquad: HasSquad,
  ids?: string[],
): Promise<{ user_id: string; kind: LookingKind }[]> {
  const among = ids ? sql`and p.id = any (${sql.param(ids)}::uuid[])` : sql``;
  const { rows } = await db.execute<{ user_id: string; kind: LookingKind }>(sql`
    select p.id as user_id, 'squad' as kind from ${players} p where not ${isLookingSql('squad', hasSquad)} ${among}
    union all
    select p.id, 'pair' from ${players} p where not ${isLookingSql('pair', hasSquad)} ${among}`);
  return rows;
}

/** Returns a user's looking choices; undefined without a profile. */
export async function getLookingChoices(
  db: Db,
  userId: string,
): Promise<Record<LookingKind, LookingChoice> | undefined> {
  const { rows } = await db.execute<Record<LookingKind, LookingChoice>>(
    sql`select p.look_for_squad as squad, p.look_for_pair as pair from ${players} p where p.id = ${userId}`,
  );
  return rows[0];
}
