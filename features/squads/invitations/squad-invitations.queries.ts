import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { nameContains, nameStartsWith, searchKey } from '../../../db/search.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { players } from '../../profiles/player-views.queries.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRow } from '../squads.queries.ts';
import { squads } from '../squads.tables.ts';
import type { InvitedPlayer } from './squad-invitations.schema.ts';
import { poolInvitations, squadInvitations } from './squad-invitations.tables.ts';

/** Lists players with an open invitation to a squad, oldest first. */
export async function listInvitedPlayers(db: Db, squadId: string): Promise<InvitedPlayer[]> {
  const { rows } = await db.execute<InvitedPlayer>(sql`
    select i.user_id as id, i.seat, coalesce(p.display_name, ${readerTranslator(messages.formerPlayer)}) as display_name, p.avatar_path
      from squad_invitations i left join ${players} p on p.id = i.user_id
     where i.squad_id = ${squadId} order by i.created_at, i.user_id`);
  return rows;
}

type Waiting = {
  squad_id: string;
  squad_name: string;
  crest_seed: number;
  inviter_id: string;
  /** Null if they have no name. */
  inviter_name: string | null;
  inviter_avatar: string | null;
  members: number;
  created_at: Date;
};

/**
 * FROM clause for a player's open invitations (`i`) to active squads (`s`). `p` and `x.id` are the inviter, or the
 * captain if the inviter has left. Excludes squads with a block between the player and a member.
 */
const selectInvitations = (userId: string | SQLWrapper) => sql`
  from squad_invitations i
  join squads s on s.id = i.squad_id and s.ended_at is null
  cross join lateral (
    select coalesce((select m.user_id from squad_members m
                      where m.squad_id = s.id and m.user_id = i.invited_by and m.left_at is null),
                    s.captain_id) as id) x
  left join ${players} p on p.id = x.id
 where i.user_id = ${userId}
   and not exists (select 1 from squad_members b
                    where b.squad_id = s.id and b.left_at is null and ${isBlockedBetweenSql(userId, sql`b.user_id`)})`;

/**
 * Lists a player's open invitations to active squads, newest first. Excludes squads with a block between the player and
 * a member.
 */
export async function listInvitationsFor(db: Db, userId: string): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting>(sql`
    select s.id as squad_id, s.name as squad_name, s.crest_seed, x.id as inviter_id, i.created_at,
           p.display_name as inviter_name, p.avatar_path as inviter_avatar,
           (select count(*)::int from squad_members o where o.squad_id = s.id and o.left_at is null) as members
      ${selectInvitations(userId)}
     order by i.created_at desc, s.id`);
  return rows;
}

/** Selects a player's unanswered squad invitations as pending actions. */
export const selectInvitationsToAnswer = (userId: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('squad_invitation', {
    thing: sql`s.id`,
    name: sql`s.name`,
    since: sql`i.created_at`,
    facts: { inviter: sql`p.display_name` },
  })}
    ${selectInvitations(userId)}`;

const isInvitationSql = (squadId: string, userId: string) =>
  and(eq(squadInvitations.squadId, squadId), eq(squadInvitations.userId, userId));

/** Returns whether a player has an open invitation to a squad. */
export async function isInvited(db: Db, squadId: string, userId: string): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(squadInvitations).where(isInvitationSql(squadId, userId));
  return rows.length > 0;
}

/** Returns the spot a player was invited for; null when they were invited by name. */
export async function findInvitedSeat(tx: Db, squadId: string, userId: string): Promise<Position | null> {
  const [row] = await tx
    .select({ seat: squadInvitations.seat })
    .from(squadInvitations)
    .where(isInvitationSql(squadId, userId));
  return row?.seat ?? null;
}

/** Lists the players a squad has invited from the pool since the given time. */
export async function listInvitedFromPool(db: Db, squadId: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ userId: poolInvitations.userId })
    .from(poolInvitations)
    .where(and(eq(poolInvitations.squadId, squadId), gt(poolInvitations.askedAt, since)));
  return rows.map(({ userId }) => userId);
}

export async function insertPoolInvitation(tx: Db, row: typeof poolInvitations.$inferInsert): Promise<void> {
  await tx
    .insert(poolInvitations)
    .values(row)
    .onConflictDoUpdate({ target: [poolInvitations.squadId, poolInvitations.userId], set: { askedAt: row.askedAt } });
}

export async function insertInvitation(tx: Db, row: typeof squadInvitations.$inferInsert): Promise<void> {
  await tx.insert(squadInvitations).values(row).onConflictDoNothing();
}

/** @returns whether an invitation existed */
export async function deleteInvitation(tx: Db, squadId: string, userId: string): Promise<boolean> {
  const rows = await tx.delete(squadInvitations).where(isInvitationSql(squadId, userId)).returning();
  return rows.length > 0;
}

export async function deleteInvitationsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(squadInvitations).where(eq(squadInvitations.userId, userId));
}

export async function deleteInvitationsTo(tx: Db, squadId: string): Promise<void> {
  await tx.delete(squadInvitations).where(eq(squadInvitations.squadId, squadId));
}

/** Deletes each player's invitations to squads that the other one is in. */
export async function deleteInvitationsBetween(tx: Db, one: string, other: string): Promise<void> {
  await tx.execute(sql`
    delete from squad_invitations i using squad_members m
     where m.squad_id = i.squad_id and m.left_at is null
       and ((i.user_id = ${one} and m.user_id = ${other}) or (i.user_id = ${other} and m.user_id = ${one}))`);
}

/** Returns the squad of a join link, even if it has ended. */
export async function findSquadByLink(db: Db, token: string): Promise<SquadRow | undefined> {
  const [row] = await db.select().from(squads).where(eq(squads.linkToken, token));
  return row;
}

type Found = {
  id: string;
  display_name: string;
  avatar_path: string | null;
  role: string | null;
  platform: string | null;
  region: string | null;
  invited: boolean;
  member: boolean;
};

/** Sort order of the prefix index on names. */
const BY_NAME = sql`${searchKey(sql`p.display_name`)} using ~<~`;

/**
 * Finds published players whose name contains the search text, prefix matches first. Excludes players who are banned
 * from matches or have a block with a member of the squad. Searches inside names only when there are too few prefix
 * matches.
 */
export async function findPlayersByName(
  db: Db,
  squadId: string,
  { text, now, limit }: { text: string; now: Date; limit: number },
): Promise<Found[]> {
  const listSome = async (matchingSql: SQL, most: number) => {
    const { rows } = await db.execute<Found>(sql`
      select p.id, p.display_name, p.avatar_path, p.role, p.platform, p.region,
             exists (select 1 from squad_invitations i where i.squad_id = ${squadId} and i.user_id = p.id) as invited,
             exists (select 1 from squad_members m
                      where m.squad_id = ${squadId} and m.user_id = p.id and m.left_at is null) as member
        from ${players} p
       where p.published and ${matchingSql} and not ${isBannedNow(sql`p.id`, 'matching', now)}
         and not exists (select 1 from squad_members b
                          where b.squad_id = ${squadId} and b.left_at is null and ${isBlockedBetweenSql(sql`p.id`, sql`b.user_id`)})
       order by ${BY_NAME}, p.id limit ${most}`);
    return rows;
  };
  const begins = nameStartsWith(sql`p.display_name`, text);
  const prefixMatches = await listSome(begins, limit);
  if (prefixMatches.length === limit) return prefixMatches;
  const within = sql`${nameContains(sql`p.display_name`, text)} and not ${begins}`;
  return [...prefixMatches, ...(await listSome(within, limit - prefixMatches.length))];
}
