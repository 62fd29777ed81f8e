import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { LookingChoice, LookingKind } from '../../profiles/game.schema.ts';
import { players } from '../../profiles/player-views.queries.ts';

/** Whether somebody has a squad of a kind, as an SQL condition. */
export type HasSquad = (userId: SQL, kind: LookingKind) => SQL;

/** Whether the player `p` looks for something: as `looksFor` has it. */
export function isLookingSql(kind: LookingKind, hasSquad: HasSquad): SQL {
  const choice = kind === 'squad' ? sql`p.look_for_squad` : sql`p.look_for_pair`;
  return sql`(${choice} = 'always' or (${choice} = 'until_found' and not ${hasSquad(sql`p.id`, kind)}))`;
}

/** Who of the players, or of those with the given ids, does not look for what. */
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

/** What somebody says about looking; nothing without a profile. */
export async function getLookingChoices(
  db: Db,
  userId: string,
): Promise<Record<LookingKind, LookingChoice> | undefined> {
  const { rows } = await db.execute<Record<LookingKind, LookingChoice>>(
    sql`select p.look_for_squad as squad, p.look_for_pair as pair from ${players} p where p.id = ${userId}`,
  );
  return rows[0];
}
