import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isUnreliableNow } from '../moderation/reliability/reliability.queries.ts';
import { isBlockedBetweenSql } from '../profiles/blocks/blocks.queries.ts';
import { players, publicPlayers } from '../profiles/player-views.queries.ts';

/**
 * Returns players who could take a seat. They match a requested position, platform, region and tier, are published,
 * open to contact and not unreliable, share no block with the buyer, and weren't invited before. Players who opted in
 * to short-notice invitations come first.
 */
export async function listPlayersForSeat(
  db: Db,
  requirements: {
    teamBuildId: string;
    buyerId: string;
    /** Positions; players need to match only one. */
    positions: string[];
    lock: boolean;
    region: string;
    platform: string;
    /** Whether to include other platforms through crossplay. */
    crossplay?: boolean;
    rating: [number, number];
    now: Date;
    limit: number;
    /** Whether to leave out players who are in another team that's being assembled, or invited to one. */
    unasked?: boolean;
  },
): Promise<{ id: string; name: string; shortNotice: boolean }[]> {
  const [low, high] = requirements.rating;
  const { rows } = await db.execute<{ id: string; name: string; shortNotice: boolean }>(sql`
    select p.id, p.display_name as name, coalesce(a.availability_opt_in, false) as "shortNotice"
      from ${publicPlayers} v
      join ${players} p on p.id = v.id
      left join alerts a on a.user_id = p.id
     where (p.role = any (${sql.param(requirements.positions)}::text[]) or p.flex_positions && ${sql.param(requirements.positions)}::text[]
            or (${requirements.lock} and concat_ws(' ', p.archetype_primary, p.archetype_secondary, array_to_string(p.playstyle, ' ')) ~* '\\m(lock|defen[sc]e|defender|stopper)'))
       and p.region = ${requirements.region}
       and (p.platform = ${requirements.platform} or (${requirements.crossplay ?? false} and p.crossplay))
       and coalesce(p.overall_rating, 0) between ${low} and ${high}
       and p.allow_contact and p.id <> ${requirements.buyerId}
       and not exists (select 1 from team_build_players t where t.team_build_id = ${requirements.teamBuildId} and t.player_id = p.id)
       and not (${requirements.unasked ?? false} and exists (
         select 1 from team_build_players t join team_builds b on b.id = t.team_build_id
          where t.player_id = p.id and t.accepted is not false and b.status in ('assembling', 'filled')))
       and not ${isBlockedBetweenSql(sql`p.id`, requirements.buyerId)} and not ${isUnreliableNow(sql`p.id`, requirements.now)}
     order by coalesce(a.availability_opt_in, false) desc, p.updated_at desc limit ${requirements.limit}`);
  return rows;
}
