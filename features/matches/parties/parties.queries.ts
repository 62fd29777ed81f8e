import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { isBlockedBetweenSql } from '../../profiles/blocks/blocks.queries.ts';
import { EXCLUSIVE_FORMATS } from '../../profiles/group-formats.schema.ts';
import { players } from '../../profiles/player-views.queries.ts';
import type { MatchingStatus } from './parties.rules.ts';

export type PartyRow = { id: string; leader_id: string; link_token: string };
export type MemberRow = Omit<MatchingStatus, 'not_looking'> & {
  id: string;
  status: 'invited' | 'joined';
  display_name: string;
  avatar_path: string | null;
  role: string | null;
  platform: string | null;
};

/** Locks and returns the party that a user has joined, so that changes to it are serialized. */
export async function lockPartyOf(tx: Db, userId: string): Promise<PartyRow | undefined> {
  const { rows } = await tx.execute<PartyRow>(sql`
    select p.id, p.leader_id, p.link_token from parties p
     where p.id = (select party_id from party_members where user_id = ${userId} and status = 'joined') for update`);
  return rows[0];
}

export async function lockParty(tx: Db, id: string): Promise<PartyRow | undefined> {
  const { rows } = await tx.execute<PartyRow>(sql`
    select id, leader_id, link_token from parties where id = ${id} for update`);
  return rows[0];
}

export async function findPartyOfUser(db: Db, userId: string): Promise<PartyRow | undefined> {
  const { rows } = await db.execute<PartyRow>(sql`
    select p.id, p.leader_id, p.link_token from parties p
      join party_members m on m.party_id = p.id and m.user_id = ${userId} and m.status = 'joined'`);
  return rows[0];
}

export async function findPartyByToken(db: Db, token: string): Promise<PartyRow | undefined> {
  const { rows } = await db.execute<PartyRow>(sql`
    select id, leader_id, link_token from parties where link_token = ${token}`);
  return rows[0];
}

/** Lists a party's members and invited players, earliest to join first, with each player's matching status. */
export async function listPartyMembers(db: Db, partyId: string, now: Date): Promise<MemberRow[]> {
  const { rows } = await db.execute<MemberRow>(sql`
    select m.user_id as id, m.status, coalesce(p.display_name, 'Former player') as display_name, p.avatar_path, p.role,
           p.platform, coalesce(p.published, false) as published,
           ${isBannedNow(sql`m.user_id`, 'matching', now)} as banned,
           exists (select 1 from match_members x where x.user_id = m.user_id and x.kind = any (${sql.param(EXCLUSIVE_FORMATS)}::text[]) and x.open) as has_proposal
      from party_members m left join ${players} p on p.id = m.user_id
     where m.party_id = ${partyId} order by m.created_at, m.seq`);
  return rows;
}

/** Lists which of the given users lead a party that includes at least two of them, largest party first. */
export async function listLeaders(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ leader_id: string }>(sql`
    select p.leader_id from parties p join party_members m on m.party_id = p.id and m.status = 'joined'
     where m.user_id = any (${sql.param(ids)}::uuid[])
     group by p.id having count(*) > 1 and bool_or(m.user_id = p.leader_id)
     order by count(*) desc, min(m.created_at), p.id`);
  return rows.map((row) => row.leader_id);
}

type InvitationRow = {
  party_id: string;
  leader_id: string;
  leader_name: string;
  leader_avatar: string | null;
  members: number;
};

/**
 * Selects a player's open invitations as rows of `m` (membership), `p` (party) and `l` (leader), excluding those with a
 * block in either direction.
 */
const selectInvitations = (userId: string | SQLWrapper) => sql`
  from party_members m join parties p on p.id = m.party_id left join ${players} l on l.id = p.leader_id
 where m.user_id = ${userId} and m.status = 'invited'
   and not exists (select 1 from party_members j
                    where j.party_id = p.id and j.status = 'joined' and ${isBlockedBetweenSql(userId, sql`j.user_id`)})`;

const LEADER = sql`coalesce(l.display_name, 'A player')`;

/** Lists a player's open invitations, except those from people who blocked them or whom they blocked. */
export async function listInvitations(db: Db, userId: string): Promise<InvitationRow[]> {
  const { rows } = await db.execute<InvitationRow>(sql`
    select p.id as party_id, p.leader_id, ${LEADER} as leader_name, l.avatar_path as leader_avatar,
           (select count(*)::int from party_members o where o.party_id = p.id and o.status = 'joined') as members
      ${selectInvitations(userId)}
     order by m.created_at desc`);
  return rows;
}

/** Selects the parties that a user is invited to. */
export const selectPartiesToAnswer = (userId: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('party', { thing: sql`p.id`, name: LEADER, since: sql`m.created_at`, facts: {} })}
    ${selectInvitations(userId)}`;

/** Creates a party of one. @returns its id */
export async function insertParty(tx: Db, leaderId: string, token: string, now: Date): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into parties (leader_id, link_token, created_at) values (${leaderId}, ${token}, ${now}) returning id`);
  return rows[0]!.id;
}

/**
 * Adds a user to a party or to its invitations.
 * @throws a unique violation of party_members_one when they have joined another party
 */
export async function upsertMember(
  tx: Db,
  partyId: string,
  userId: string,
  { status, now }: { status: 'invited' | 'joined'; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into party_members (party_id, user_id, status, created_at)
    values (${partyId}, ${userId}, ${status}, ${now})
    on conflict (party_id, user_id) do update set status = excluded.status, created_at = excluded.created_at
      where party_members.status = 'invited'`);
}

/** @returns whether a member or invitation was deleted */
export async function deleteMember(
  tx: Db,
  partyId: string,
  userId: string,
  status: 'invited' | 'joined',
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from party_members where party_id = ${partyId} and user_id = ${userId} and status = ${status}`);
  return (rowCount ?? 0) > 0;
}

export async function deleteInvitationsOf(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`delete from party_members where user_id = ${userId} and status = 'invited'`);
}

/** Deletes each user's invitations to parties that the other user is in. */
export async function deleteInvitationsBetween(tx: Db, one: string, other: string): Promise<void> {
  await tx.execute(sql`
    delete from party_members i using party_members m
     where m.party_id = i.party_id and m.status = 'joined' and i.status = 'invited'
       and ((i.user_id = ${one} and m.user_id = ${other}) or (i.user_id = ${other} and m.user_id = ${one}))`);
}

export async function deleteParty(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from parties where id = ${id}`);
}

export async function setLeader(tx: Db, id: string, leaderId: string): Promise<void> {
  await tx.execute(sql`update parties set leader_id = ${leaderId} where id = ${id}`);
}

export async function setToken(tx: Db, id: string, token: string): Promise<void> {
  await tx.execute(sql`update parties set link_token = ${token} where id = ${id}`);
}

/** Returns a player's name if they can be matched: published and not banned from matching. */
export async function findInvitableName(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.execute<{ display_name: string }>(sql`
    select p.display_name from ${players} p
     where p.id = ${userId} and p.published
       and not ${isBannedNow(sql`p.id`, 'matching', now)}`);
  return rows[0]?.display_name;
}

/** Lists the joined members of all parties of two or more, or only of parties that include one of the given players. */
export async function listJoinedMembers(db: Db, ids?: string[]): Promise<{ party_id: string; user_id: string }[]> {
  const { rows } = await db.execute<{ party_id: string; user_id: string }>(sql`
    select m.party_id, m.user_id from party_members m
     where m.status = 'joined'
       ${ids ? sql`and m.party_id in (select party_id from party_members where status = 'joined' and user_id = any (${sql.param(ids)}::uuid[]))` : sql``}
       and exists (select 1 from party_members o
                    where o.party_id = m.party_id and o.status = 'joined' and o.user_id <> m.user_id)
     order by m.party_id, m.user_id`);
  return rows;
}
