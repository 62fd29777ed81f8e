import { and, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { PageCursor } from '../../paging/page-cursor.ts';
import { isBlockedBetweenSql } from '../profiles/blocks/blocks.queries.ts';
import { FORMAT_FACTS, formatOfSize, type GroupFormat, type GroupSize } from '../profiles/group-formats.schema.ts';
import type { LeftReason } from './squads.schema.ts';
import { squadEarlierMatches, squadMembers, squads } from './squads.tables.ts';

export type SquadRow = typeof squads.$inferSelect;
/** A squad that hasn't ended, locked by the transaction. */
export type ActiveSquad = SquadRow & { captainId: string };
export type MemberRow = typeof squadMembers.$inferSelect;

/** Condition: the user's membership is current. */
const isMemberSql = (userId: string) => and(eq(squadMembers.userId, userId), isNull(squadMembers.leftAt));

/**
 * Inserts a squad with its first members, in the order they joined.
 * @param squad with its captain among them
 * @returns whether the squad was created; each origin has at most one
 */
export async function insertSquad(
  tx: Db,
  squad: typeof squads.$inferInsert & { id: string },
  members: readonly { userId: string; position: string | null }[],
): Promise<boolean> {
  const rows = await tx.insert(squads).values(squad).onConflictDoNothing().returning({ id: squads.id });
  if (rows.length === 0) return false;
  const { id: squadId, createdAt: joinedAt } = squad;
  await tx.insert(squadMembers).values(members.map((member) => ({ ...member, squadId, joinedAt })));
  return true;
}

/** Locks an active squad to serialize changes to it. */
export async function lockSquad(tx: Db, id: string): Promise<ActiveSquad | undefined> {
  const [row] = await tx
    .select()
    .from(squads)
    .where(and(eq(squads.id, id), isNull(squads.endedAt)))
    .for('update');
  // The database enforces that an active squad has a captain.
  return row && { ...row, captainId: row.captainId! };
}

/** Locks an active squad the user is in. */
export async function lockSquadOf(tx: Db, id: string, userId: string): Promise<ActiveSquad | undefined> {
  const row = await lockSquad(tx, id);
  if (!row) return undefined;
  // Read after taking the lock, so that users who left while we waited for it are left out.
  const [member] = await tx
    .select()
    .from(squadMembers)
    .where(and(eq(squadMembers.squadId, id), isMemberSql(userId)));
  return member ? row : undefined;
}

/** Returns an active squad the user is in. */
export async function findMemberSquad(db: Db, id: string, userId: string): Promise<SquadRow | undefined> {
  const [row] = await db
    .select({ squad: squads })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    .where(and(eq(squads.id, id), isMemberSql(userId)));
  return row?.squad;
}

/** Returns an existing squad, whether or not it has ended. */
export async function findSquad(db: Db, id: string): Promise<SquadRow> {
  const [row] = await db.select().from(squads).where(eq(squads.id, id));
  return row!;
}

/** Returns the ids of all squads the user is in, in locking order. */
export async function listSquadIds(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: squadMembers.squadId })
    .from(squadMembers)
    .where(isMemberSql(userId))
    .orderBy(squadMembers.squadId);
  return rows.map((row) => row.id);
}

/** Returns the current members of the squads, longest-serving first. */
export async function listRoster(db: Db, squadIds: string[]): Promise<MemberRow[]> {
  if (squadIds.length === 0) return [];
  return db
    .select()
    .from(squadMembers)
    .where(and(inArray(squadMembers.squadId, squadIds), isNull(squadMembers.leftAt)))
    .orderBy(squadMembers.joinedAt, squadMembers.seq);
}

/** Returns the squads the user is in, newest first. */
export async function listSquads(db: Db, userId: string): Promise<SquadRow[]> {
  const rows = await db
    .select({ squad: squads })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    .where(isMemberSql(userId))
    .orderBy(desc(squads.createdAt), squads.id);
  return rows.map((row) => row.squad);
}

/**
 * Condition: squad `q` is a current squad for its member `m`, because it was complete at least once and has another
 * member.
 */
const isCurrentSquadSql = sql`q.whole_since is not null and exists (
  select 1 from ${squadMembers} o where o.squad_id = q.id and o.user_id <> m.user_id and o.left_at is null)`;

/**
 * Condition: the user has a current squad of this format, so the matcher stops looking unless the user asks for
 * another.
 */
export const hasSquadSql = (userId: SQL, kind: GroupFormat): SQL => sql`exists (
  select 1 from ${squadMembers} m join ${squads} q on q.id = m.squad_id and q.size = ${sql.raw(`${FORMAT_FACTS[kind].seats}`)}
   where m.user_id = ${userId} and m.left_at is null and ${isCurrentSquadSql})`;

/** Returns a user's current squads (complete at least once, with another member), newest first. */
export async function listCurrentSquads(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; kind: GroupFormat }[]> {
  const { rows } = await db.execute<{ id: string; name: string; size: GroupSize }>(sql`
    select q.id, q.name, q.size from ${squadMembers} m join ${squads} q on q.id = m.squad_id
     where m.user_id = ${userId} and m.left_at is null and ${isCurrentSquadSql} order by q.created_at desc, q.id`);
  return rows.map(({ id, name, size }) => ({ id, name, kind: formatOfSize(size) }));
}

/** Counts the squads of five that became complete since each of two times. They may have ended since. */
export async function countFormedSquads(
  db: Db,
  since: { day: Date; week: Date },
): Promise<{ day: number; week: number }> {
  const [row] = await db
    .select({
      day: sql<number>`count(*) filter (where ${gt(squads.wholeSince, since.day)})::int`,
      week: sql<number>`count(*)::int`,
    })
    .from(squads)
    .where(and(eq(squads.size, FORMAT_FACTS.squad.seats), gt(squads.wholeSince, since.week)));
  return row!;
}

/** Returns the squads the user used to be in, most recently left first. */
export async function listPastSquads(
  db: Db,
  userId: string,
  { limit, before }: { limit: number; before: PageCursor | undefined },
) {
  // Truncated to milliseconds, the precision of the page cursor.
  const leftAt = sql<Date>`date_trunc('milliseconds', ${squadMembers.leftAt})`.mapWith(squads.createdAt);
  return db
    .select({ squad: squads, leftAt, leftReason: squadMembers.leftReason })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    .where(
      and(
        eq(squadMembers.userId, userId),
        isNotNull(squadMembers.leftAt),
        before && sql`(${leftAt}, ${squads.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`,
      ),
    )
    .orderBy(desc(leftAt), desc(squads.id))
    .limit(limit);
}

/**
 * Returns the other members at the time the user left each squad, longest-serving first. Leaves out anyone blocked in
 * either direction.
 */
export async function listFormerSquadmates(db: Db, userId: string, squadIds: string[]): Promise<Map<string, string[]>> {
  if (squadIds.length === 0) return new Map();
  const { rows } = await db.execute<{ squad_id: string; user_id: string }>(sql`
    select o.squad_id, o.user_id
      from squad_members m
      join squad_members o on o.squad_id = m.squad_id and o.user_id <> m.user_id
       and o.joined_at <= m.left_at and (o.left_at is null or o.left_at >= m.left_at)
     where m.user_id = ${userId} and m.squad_id = any (${sql.param(squadIds)}::uuid[])
       and not ${isBlockedBetweenSql(sql`m.user_id`, sql`o.user_id`)}
     order by o.joined_at, o.seq`);
  const memberIdsBySquad = new Map<string, string[]>();
  for (const row of rows)
    memberIdsBySquad.set(row.squad_id, [...(memberIdsBySquad.get(row.squad_id) ?? []), row.user_id]);
  return memberIdsBySquad;
}

/** Locks the active squad that has exactly these members and this size. */
export async function lockSquadOfMembers(
  tx: Db,
  { size, memberIds }: { size: GroupSize; memberIds: string[] },
): Promise<ActiveSquad | undefined> {
  const idsSql = sql`${sql.param(memberIds.toSorted())}::uuid[]`;
  const isTheirs = sql`${idsSql} = (
    select array_agg(o.user_id order by o.user_id) from squad_members o where o.squad_id = ${squads.id} and o.left_at is null)`;
  const [found] = await tx
    .select({ id: squads.id })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    .where(and(isMemberSql(memberIds[0]!), isNull(squads.endedAt), eq(squads.size, size), isTheirs))
    .orderBy(squads.createdAt, squads.id)
    .limit(1);
  const row = found && (await lockSquad(tx, found.id));
  if (!row) return undefined;
  // Read after taking the lock, because the members may have changed while we waited for it.
  const roster = await listRoster(tx, [row.id]);
  const isSameRoster = roster.length === memberIds.length && roster.every(({ userId }) => memberIds.includes(userId));
  return isSameRoster ? row : undefined;
}

/** Sets a locked squad's latest match and stores the previous one as an earlier match. */
export async function insertSquadMatch(
  tx: Db,
  { id: squadId, matchId: earlier }: ActiveSquad,
  matchId: string,
): Promise<void> {
  if (earlier) await tx.insert(squadEarlierMatches).values({ matchId: earlier, squadId });
  await changeSquad(tx, squadId, { matchId });
}

/** Sets the position of a locked squad's member if it was unknown. */
export async function fillPosition(tx: Db, squadId: string, userId: string, position: string): Promise<void> {
  await tx
    .update(squadMembers)
    .set({ position })
    .where(and(eq(squadMembers.squadId, squadId), isMemberSql(userId), isNull(squadMembers.position)));
}

/** SQL expression over `q`: the squad of match `matchId`, as its latest or an earlier match. */
export const isSquadOfMatchSql = (matchId: SQL): SQL => sql`(q.match_id = ${matchId} or q.id = (
  select e.squad_id from ${squadEarlierMatches} e where e.match_id = ${matchId}))`;

/** SQL statement for the squads belonging to matches, limited to those the user is in. */
export const selectSquadsOfMatches = (userId: SQLWrapper, matchIds: SQLWrapper): SQL => sql`
  select q.id, x.id as match_id
    from unnest(${matchIds}) as x (id)
    join ${squads} q on ${isSquadOfMatchSql(sql`x.id`)}
    join ${squadMembers} m on m.squad_id = q.id and m.user_id = ${userId} and m.left_at is null`;

/** Maps matches to their squads, limited to those the user is in. */
export async function listSquadsByMatch(db: Db, userId: string, matchIds: string[]): Promise<Map<string, string>> {
  if (matchIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; match_id: string }>(
    selectSquadsOfMatches(sql`${userId}`, sql`${sql.param(matchIds)}::uuid[]`),
  );
  return new Map(rows.map((row) => [row.match_id, row.id]));
}

/** Maps parties to the active squads created from them, limited to those the user is in. */
export async function listSquadsByParty(db: Db, userId: string, partyIds: string[]): Promise<Map<string, string>> {
  if (partyIds.length === 0) return new Map();
  const rows = await db
    .select({ id: squads.id, partyId: squads.partyId })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    .where(and(inArray(squads.partyId, partyIds), isNull(squads.endedAt), isMemberSql(userId)));
  return new Map(rows.map((row) => [row.partyId!, row.id]));
}

export async function findSquadOfParty(db: Db, partyId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: squads.id })
    .from(squads)
    .where(and(eq(squads.partyId, partyId), isNull(squads.endedAt)));
  return row?.id;
}

/** Updates a locked squad. @returns its new revision */
export async function changeSquad(
  tx: Db,
  id: string,
  change: Partial<
    Pick<
      SquadRow,
      'matchId' | 'name' | 'crestSeed' | 'captainId' | 'linkToken' | 'pageSince' | 'voiceUrl' | 'wholeSince' | 'endedAt'
    >
  >,
): Promise<number> {
  const [row] = await tx
    .update(squads)
    .set({ ...change, rev: sql`${squads.rev} + 1` })
    .where(eq(squads.id, id))
    .returning({ rev: squads.rev });
  return row!.rev;
}

/** Adds a user at the end of a locked squad's roster, even if they were on it before. */
export async function upsertMember(
  tx: Db,
  squadId: string,
  { userId, position }: { userId: string; position: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insert(squadMembers)
    .values({ squadId, userId, position, joinedAt: now })
    .onConflictDoUpdate({
      target: [squadMembers.squadId, squadMembers.userId],
      set: { position, joinedAt: now, leftAt: null, leftReason: null, shown: null, seq: sql`excluded.seq` },
    });
}

/** Removes members from the roster of a locked squad. */
export async function markLeft(
  tx: Db,
  squadId: string,
  userIds: string[],
  { reason, now }: { reason: LeftReason; now: Date },
): Promise<void> {
  await tx
    .update(squadMembers)
    .set({ leftAt: now, leftReason: reason, shown: null })
    .where(and(eq(squadMembers.squadId, squadId), inArray(squadMembers.userId, userIds), isNull(squadMembers.leftAt)));
}

export async function listFormerMembers(db: Db, squadId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: squadMembers.userId })
    .from(squadMembers)
    .where(and(eq(squadMembers.squadId, squadId), isNotNull(squadMembers.leftAt)));
  return rows.map(({ userId }) => userId);
}

/** Returns squads by id, whether or not they've ended. */
export async function listSquadsByIds(db: Db, ids: string[]): Promise<SquadRow[]> {
  return db.select().from(squads).where(inArray(squads.id, ids));
}

/** SQL expression: the number of squads the user is or was in, regardless of origin and size. */
export const countSquadsEverIn = (userId: SQLWrapper): SQL<number> => sql`(
  select count(*)::int from ${squadMembers} joined where joined.user_id = ${userId})`;

/** Returns everyone who has been a member of the squad at some time since then. */
export async function listRecentMemberIds(db: Db, squadId: string, since: Date): Promise<Set<string>> {
  const rows = await db
    .select({ userId: squadMembers.userId })
    .from(squadMembers)
    .where(and(eq(squadMembers.squadId, squadId), or(isNull(squadMembers.leftAt), gt(squadMembers.leftAt, since))));
  return new Set(rows.map(({ userId }) => userId));
}
