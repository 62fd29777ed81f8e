import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { LookingChoice } from '../../profiles/game.schema.ts';
import { FORMATS, type GroupFormat, getLookingColumn } from '../../profiles/group-formats.schema.ts';
import { players } from '../../profiles/player-views.queries.ts';

/** Returns an SQL condition for whether a user has a squad of a kind. */
export type HasSquad = (userId: SQL, kind: GroupFormat) => SQL;

/** Returns the SQL version of `isLookingFor` for the player `p`. */
export function isLookingSql(kind: GroupFormat, hasSquad: HasSquad): SQL {
  const choice = sql.raw(`p.${getLookingColumn(kind)}`);
  return sql`(${choice} = 'always' or (${choice} = 'until_found' and not ${hasSquad(sql`p.id`, kind)}))`;
}

/** Lists which players aren't looking for a squad or pair, among all players or the given ids. */
export async function listPlayersNotLooking(
  db: Db,
  hasSquad: HasSquad,
  ids?: string[],
): Promise<{ user_id: string; kind: GroupFormat }[]> {
  const idFilter = ids ? sql`and p.id = any (${sql.param(ids)}::uuid[])` : sql``;
  const each = FORMATS.map(
    (kind) => sql`
    select p.id as user_id, ${sql.raw(`'${kind}'`)} as kind from ${players} p where not ${isLookingSql(kind, hasSquad)} ${idFilter}`,
  );
  const { rows } = await db.execute<{ user_id: string; kind: GroupFormat }>(sql.join(each, sql` union all `));
  return rows;
}

/** Returns whether a user wants squads and pairs. Undefined without a profile. */
export async function getLookingChoices(
  db: Db,
  userId: string,
): Promise<Record<GroupFormat, LookingChoice> | undefined> {
  const { rows } = await db.execute<Record<GroupFormat, LookingChoice>>(
    sql`select ${sql.raw(FORMATS.map((kind) => `p.${getLookingColumn(kind)} as ${kind}`).join(', '))} from ${players} p where p.id = ${userId}`,
  );
  return rows[0];
}
