import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { bannedNow } from '../../moderation/bans.queries.ts';
import { protocolPublicProfiles as directory } from '../profiles.tables.ts';

export type Equalities = {
  platform: string | undefined;
  role: string | undefined;
  region: string | undefined;
  mic: boolean | undefined;
};

const columns = {
  id: directory.id,
  display_name: directory.display_name,
  verified: directory.verified,
  role: directory.role,
  flex_positions: directory.flex_positions,
  platform: directory.platform,
  crossplay: directory.crossplay,
  competitive_level: directory.competitive_level,
  overall_rating: directory.overall_rating,
  modes: directory.modes,
  region: directory.region,
  mic: directory.mic,
  avatar_path: directory.avatar_path,
  twitch_url: directory.twitch_url,
  discord: directory.discord,
  created_at: directory.created_at,
};

/**
 * Published players, newest first, after a cursor.
 * @param limit rows at most; ask for one more than a page to learn whether there is a next one
 * @returns cards whose `created_at` is text as the database writes it
 */
export function newestPlayers(
  db: Db,
  filters: Equalities,
  after: { createdAt: string; id: string } | undefined,
  limit: number,
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
