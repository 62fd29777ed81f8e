import { and, desc, eq, not, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { bannedNow } from '../../moderation/bans.queries.ts';
import { blockedBetween } from '../blocks/blocks.queries.ts';
import { protocolPublicProfiles as directory } from '../profiles.tables.ts';
import { CARD_COLUMNS } from './directory.schema.ts';

export type Equalities = {
  platform: string | undefined;
  role: string | undefined;
  region: string | undefined;
  mic: boolean | undefined;
};

type OnCard = (typeof CARD_COLUMNS)[number];
const columns = Object.fromEntries(CARD_COLUMNS.map((name) => [name, directory[name]])) as Pick<
  typeof directory,
  OnCard
>;

/**
 * Published players, newest first, after a cursor.
 * @param page `limit`: rows at most; ask for one more than a page to learn whether there is a next one. `viewerId`:
 *   somebody signed in, who does not see whom a block stands between
 * @returns cards whose `created_at` is text as the database writes it
 */
export function newestPlayers(
  db: Db,
  filters: Equalities,
  after: { createdAt: string; id: string } | undefined,
  { limit, viewerId }: { limit: number; viewerId: string | undefined },
) {
  return db
    .select(columns)
    .from(directory)
    .where(
      and(
        filters.platform === undefined ? undefined : eq(directory.platform, filters.platform),
        filters.role === undefined ? undefined : eq(directory.role, filters.role),
        filters.region === undefined ? undefined : eq(directory.region, filters.region),
        filters.mic === undefined ? undefined : eq(directory.mic, filters.mic),
        after && sql`(${directory.created_at}, ${directory.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        viewerId === undefined ? undefined : not(blockedBetween(viewerId, directory.id)),
      ),
    )
    .orderBy(desc(directory.created_at), desc(directory.id))
    .limit(limit);
}

/** Number of players in the directory. Counts the partial index and takes off the few that are banned. */
export async function countPublished(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*) from protocol_profiles where published)
         - (select count(*) from ${bannedNow('all', sql`now()`)} b
              join protocol_profiles p on p.id = b.user_id and p.published) as count`);
  return Number(rows[0]!.count);
}
