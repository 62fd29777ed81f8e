import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';
import { players, publicPlayers } from '../../profiles/player-views.queries.ts';
import { poolInvitations } from '../invitations/squad-invitations.tables.ts';
import type { SquadRow } from '../squads.queries.ts';
import { squadMembers, squads } from '../squads.tables.ts';

/** Condition: the squad's public page is on, and its captain isn't banned from matches. */
export const isPageShownSql = (now: Date) =>
  and(
    isNotNull(squads.pageSince),
    isNull(squads.endedAt),
    sql`not ${isBannedNow(sql`${squads.captainId}`, 'matching', now)}`,
  );

/** Finds a squad whose public page is on. */
export async function findSquadWithPage(db: Db, id: string, now: Date): Promise<SquadRow | undefined> {
  const [row] = await db
    .select()
    .from(squads)
    .where(and(eq(squads.id, id), isPageShownSql(now)));
  return row;
}

/** Lists squads whose public page is on, most recently enabled first. */
export async function listSquadsWithPages(db: Db, now: Date, limit: number): Promise<{ id: string; since: Date }[]> {
  const rows = await db
    .select({ id: squads.id, since: squads.pageSince })
    .from(squads)
    .where(isPageShownSql(now))
    .orderBy(desc(squads.pageSince), desc(squads.id))
    .limit(limit);
  return rows.map(({ id, since }) => ({ id, since: since! }));
}

type Member = {
  id: string;
  position: string | null;
  /** Null for unnamed members, who haven't agreed or whose profile isn't public. */
  display_name: string | null;
  avatar_path: string | null;
};

/**
 * Lists a squad's members, longest-serving first, and names those who agreed and whose profile is public.
 * @param viewerId the signed-in viewer, to hide players they have a block with
 */
export async function listMembersForPage(db: Db, squadId: string, viewerId?: string): Promise<Member[]> {
  const blockFilter = viewerId === undefined ? sql`` : sql` and not ${isBlockedBetweenSql(viewerId, sql`m.user_id`)}`;
  const { rows } = await db.execute<Member>(sql`
    select m.user_id as id, coalesce(m.position, own.role) as position, p.display_name, p.avatar_path
      from ${squadMembers} m
      left join ${players} own on own.id = m.user_id
      left join ${publicPlayers} p on p.id = m.user_id and m.shown${blockFilter}
     where m.squad_id = ${squadId} and m.left_at is null
     order by m.joined_at, m.seq`);
  return rows;
}

/** Returns whether a squad has invited anyone from the pool since the given time. */
export async function hasInvitedFromPool(db: Db, squadId: string, since: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${poolInvitations} s where s.squad_id = ${squadId} and s.asked_at > ${since.toISOString()}::timestamptz limit 1`,
  );
  return rows.length > 0;
}

/** Saves whether a member wants to be named on their squad's page. */
export async function setMemberShown(tx: Db, squadId: string, userId: string, isShown: boolean): Promise<void> {
  await tx
    .update(squadMembers)
    .set({ shown: isShown })
    .where(and(eq(squadMembers.squadId, squadId), eq(squadMembers.userId, userId), isNull(squadMembers.leftAt)));
}
