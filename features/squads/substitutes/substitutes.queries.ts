import { and, asc, desc, eq, gt, inArray, isNotNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import { subtractMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { hasBlockAmongSql } from '../../profiles/blocks/blocks.queries.ts';
import { players } from '../../profiles/player-views.queries.ts';
import { LONGEST_MINUTES } from '../sessions/squad-sessions.schema.ts';
import { squadSessionAnswers, squadSessions } from '../sessions/squad-sessions.tables.ts';
import { squads } from '../squads.tables.ts';
import type { SubstituteState } from './substitutes.schema.ts';
import { squadSubstituteSearches as searches, squadSubstitutes as substitutes } from './substitutes.tables.ts';

export type SubstituteRow = typeof substitutes.$inferSelect;
export type SearchRow = typeof searches.$inferSelect;

const ACTIVE_STATES: SubstituteState[] = ['asked', 'in'];

/**
 * Saves a sub offer.
 * @returns undefined when the player has already been invited, or the spot is offered to someone else
 */
export async function insertRequest(tx: Db, row: typeof substitutes.$inferInsert): Promise<SubstituteRow | undefined> {
  const [insertedRow] = await tx.insert(substitutes).values(row).onConflictDoNothing().returning();
  return insertedRow;
}

/** Returns the invited and confirmed substitutes of sessions, in the order they were invited. */
export async function listActiveSubstitutes(db: Db, sessionIds: string[]): Promise<SubstituteRow[]> {
  if (sessionIds.length === 0) return [];
  return db
    .select()
    .from(substitutes)
    .where(and(inArray(substitutes.sessionId, sessionIds), inArray(substitutes.state, ACTIVE_STATES)))
    .orderBy(asc(substitutes.askedAt), substitutes.userId);
}

/** Returns everyone ever invited to sub in for a version of a session. */
export async function listInvitedSubstitutes(db: Db, sessionId: string, version: number): Promise<string[]> {
  const rows = await db
    .select({ userId: substitutes.userId })
    .from(substitutes)
    .where(and(eq(substitutes.sessionId, sessionId), eq(substitutes.version, version)));
  return rows.map(({ userId }) => userId);
}

/** Counts the players invited for the current version of each session. Omits sessions without any. */
export async function countInvitedPlayers(db: Db, sessionIds: string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: substitutes.sessionId, count: sql<number>`count(*)::int` })
    .from(substitutes)
    .innerJoin(
      squadSessions,
      and(eq(squadSessions.id, substitutes.sessionId), eq(squadSessions.version, substitutes.version)),
    )
    .where(inArray(substitutes.sessionId, sessionIds))
    .groupBy(substitutes.sessionId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns the ids of everyone who's a substitute in a squad's sessions, or invited to be. */
export async function listSubstituteIds(db: Db, squadId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: substitutes.userId })
    .from(substitutes)
    .where(and(eq(substitutes.squadId, squadId), inArray(substitutes.state, ACTIVE_STATES)));
  return rows.map(({ userId }) => userId);
}

/** Returns a user's latest sub offer for a session. */
export async function findRequest(db: Db, sessionId: string, userId: string): Promise<SubstituteRow | undefined> {
  const [row] = await db
    .select()
    .from(substitutes)
    .where(and(eq(substitutes.sessionId, sessionId), eq(substitutes.userId, userId)))
    .orderBy(desc(substitutes.version))
    .limit(1);
  return row;
}

/** Sets the outcome of sub offers. */
export async function setRequestState(
  tx: Db,
  ids: string[],
  change: { state: SubstituteState; now: Date; threadUntil?: Date | null },
): Promise<void> {
  if (ids.length === 0) return;
  const { state, now, threadUntil = null } = change;
  const presence = state === 'in' ? {} : { hereAt: null };
  await tx
    .update(substitutes)
    .set({ state, answeredAt: now, threadUntil, ...presence })
    .where(inArray(substitutes.id, ids));
}

/** Records a substitute's check-in. Checking in again keeps the first time. */
export async function saveSubstituteCheckIn(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .update(substitutes)
    .set({ hereAt: sql`coalesce(${substitutes.hereAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(substitutes.id, id));
}

export async function findSearch(db: Db, sessionId: string): Promise<SearchRow | undefined> {
  const [row] = await db.select().from(searches).where(eq(searches.sessionId, sessionId));
  return row;
}

export async function listSearches(db: Db, sessionIds: string[]): Promise<SearchRow[]> {
  if (sessionIds.length === 0) return [];
  return db.select().from(searches).where(inArray(searches.sessionId, sessionIds));
}

/** Starts or restarts the substitute search for a version of a session. */
export async function upsertSearch(
  tx: Db,
  row: Pick<SearchRow, 'sessionId' | 'squadId' | 'version' | 'pressed' | 'startedAt'>,
): Promise<void> {
  const cleared = { stoppedAt: null, filledAt: null, nobodyAt: null, queueAskedAt: null };
  await tx
    .insert(searches)
    .values({ ...row, ...cleared })
    .onConflictDoUpdate({ target: searches.sessionId, set: { ...row, ...cleared } });
}

export async function updateSearch(
  tx: Db,
  sessionId: string,
  change: Partial<Pick<SearchRow, 'stoppedAt' | 'filledAt' | 'nobodyAt' | 'queueAskedAt'>>,
): Promise<void> {
  await tx.update(searches).set(change).where(eq(searches.sessionId, sessionId));
}

export async function deleteSearch(tx: Db, sessionId: string): Promise<void> {
  await tx.delete(searches).where(eq(searches.sessionId, sessionId));
}

type Hours = { startsAt: Date; endsAt: Date };

/**
 * Condition: session `s` is a different one, overlaps this time and isn't canceled. Its start is bounded by the length
 * of the longest possible session.
 */
const isOverlappingSql = ({ startsAt, endsAt }: Hours, exceptId: string) => sql`
  s.called_off_at is null and s.id <> ${exceptId}
  and s.starts_at > ${subtractMs(startsAt, LONGEST_MINUTES * MINUTE_MS).toISOString()}::timestamptz
  and s.starts_at < ${endsAt.toISOString()}::timestamptz and s.ends_at > ${startsAt.toISOString()}::timestamptz`;

/** SQL for the users who said yes to an overlapping session or are substitutes in one. */
const isBusySql = (hours: Hours, exceptId: string) => sql`
  select a.user_id from ${squadSessions} s join ${squadSessionAnswers} a on a.session_id = s.id and a.answer = 'yes'
   where ${isOverlappingSql(hours, exceptId)}
  union
  select x.user_id from ${squadSessions} s join ${substitutes} x on x.session_id = s.id and x.state = 'in'
   where ${isOverlappingSql(hours, exceptId)}`;

export async function isBusyDuring(tx: Db, userId: string, session: Hours & { id: string }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from (${isBusySql(session, session.id)}) b where b.user_id = ${userId} limit 1`);
  return rows.length > 0;
}

/** A player who got at least `times` invitations since `since` isn't invited anymore. */
export type InviteLimit = { times: number; since: Date };

/**
 * Returns users who can't be invited to a session, because they're busy at that time or were invited often recently.
 * Offers to players who wait in the queue don't count as invitations.
 */
export async function listUninvitable(db: Db, session: Hours & { id: string }, often?: InviteLimit): Promise<string[]> {
  const listOverLimitSql = (limit: InviteLimit) => sql`
    union
    select x.user_id from ${substitutes} x where x.source = 'pool' and x.asked_at > ${limit.since.toISOString()}::timestamptz
     group by x.user_id having count(*) >= ${limit.times}`;
  const { rows } = await db.execute<{ user_id: string }>(sql`
    ${isBusySql(session, session.id)} ${often ? listOverLimitSql(often) : sql``}`);
  return rows.map((row) => row.user_id);
}

/**
 * Returns which of these users can be invited: published, not banned from matches, and without a block with the others.
 */
export async function filterInvitable(tx: Db, ids: string[], { besideIds, now }: { besideIds: string[]; now: Date }) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from ${players} p
     where p.id = any (${sql.param(ids)}::uuid[]) and p.published
       and not ${isBannedNow(sql`p.id`, 'matching', now)} and not ${hasBlockAmongSql(sql`p.id`, besideIds)}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns sessions that need work: an offer has expired, an invited player accepted elsewhere, or a new search is due.
 */
export async function listSessionsToOffer(db: Db, { now, nobodySince }: { now: Date; nobodySince: Date }) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select x.session_id as id from ${substitutes} x
     where x.state = 'asked' and x.until <= ${now.toISOString()}::timestamptz
    union
    select x.session_id from ${substitutes} x
      join ${squadSessions} o on o.id = x.session_id
      join ${substitutes} y on y.user_id = x.user_id and y.state = 'in' and y.session_id <> x.session_id
      join ${squadSessions} s on s.id = y.session_id
     where x.state = 'asked' and s.starts_at < o.ends_at and s.ends_at > o.starts_at and s.called_off_at is null
    union
    select q.session_id from ${searches} q
     where q.stopped_at is null and q.filled_at is null and (q.nobody_at is null or q.nobody_at <= ${nobodySince.toISOString()}::timestamptz)`);
  return rows.map(({ id }) => id);
}

/** Returns sessions that overlap one the user just accepted and have open offers to them. */
export async function listConflictingRequests(
  tx: Db,
  userId: string,
  session: Hours & { id: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from ${substitutes} x join ${squadSessions} s on s.id = x.session_id
     where x.user_id = ${userId} and x.state = 'asked' and ${isOverlappingSql(session, session.id)}`);
  return rows.map(({ id }) => id);
}

type QueueOffer = { session: typeof squadSessions.$inferSelect; row: SubstituteRow; squad: string };

/** Returns the spot that a player in the live queue can take now. */
export async function findQueueOffer(db: Db, userId: string, now: Date): Promise<QueueOffer | undefined> {
  const [offer] = await db
    .select({ row: substitutes, session: squadSessions, squad: squads.name })
    .from(substitutes)
    .innerJoin(squadSessions, eq(squadSessions.id, substitutes.sessionId))
    .innerJoin(squads, eq(squads.id, substitutes.squadId))
    .where(
      and(
        eq(substitutes.userId, userId),
        eq(substitutes.source, 'queue'),
        eq(substitutes.state, 'asked'),
        gt(substitutes.until, now),
      ),
    )
    .orderBy(asc(substitutes.until))
    .limit(1);
  return offer;
}

/** Returns the waiting players who can take a spot in a session now. The matcher skips them until they answer. */
export async function listQueueOffered(db: Db, now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ userId: substitutes.userId })
    .from(substitutes)
    .where(and(eq(substitutes.source, 'queue'), eq(substitutes.state, 'asked'), gt(substitutes.until, now)));
  return new Set(rows.map(({ userId }) => userId));
}

/** SQL for the sessions with an open sub offer to the user. */
export const selectSubstituteRequests = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('stand_in', {
    thing: sql`s.id`,
    name: sql`q.name`,
    until: sql`x.until`,
    since: sql`x.asked_at`,
    facts: { version: sql`s.version`, starts_at: sql`s.starts_at` },
  })}
    from ${substitutes} x join ${squadSessions} s on s.id = x.session_id join ${squads} q on q.id = x.squad_id
   where x.user_id = ${userId} and x.state = 'asked' and x.until > ${now}
     and (s.starts_at > ${now} or (s.follows is null and s.answers_until > ${now}))`;

/** Returns the squads with a current or future session that a user is subbing in for or invited to sub in for. */
export async function listSubstituteSquadIds(tx: Db, userId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: substitutes.squadId })
    .from(substitutes)
    .innerJoin(squadSessions, eq(squadSessions.id, substitutes.sessionId))
    .where(
      and(
        eq(substitutes.userId, userId),
        inArray(substitutes.state, ACTIVE_STATES),
        sql`(${gt(squadSessions.endsAt, now)} or ${isNotNull(substitutes.threadUntil)})`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns a user's open and accepted sub offers for a squad's sessions, with the sessions. */
export async function listActiveInSquad(tx: Db, squadId: string, userId: string) {
  return tx
    .select({ row: substitutes, session: squadSessions })
    .from(substitutes)
    .innerJoin(squadSessions, eq(squadSessions.id, substitutes.sessionId))
    .where(
      and(eq(substitutes.squadId, squadId), eq(substitutes.userId, userId), inArray(substitutes.state, ACTIVE_STATES)),
    )
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}

/** Returns everyone who's a substitute in a session of the squads, or still has chat access because of one. */
export async function listGuests(db: Db, squadIds: string[]) {
  if (squadIds.length === 0) return [];
  return db
    .select({ squadId: substitutes.squadId, userId: substitutes.userId, sessionId: substitutes.sessionId })
    .from(substitutes)
    .where(and(inArray(substitutes.squadId, squadIds), isNotNull(substitutes.threadUntil)))
    .orderBy(asc(substitutes.askedAt));
}

/** Returns the substitutes whose access to a squad's chat has ended. */
export async function listExpiredGuests(db: Db, now: Date) {
  return db
    .selectDistinct({ squadId: substitutes.squadId, userId: substitutes.userId })
    .from(substitutes)
    .where(lte(substitutes.threadUntil, now));
}

/**
 * Clears a substitute's access to a squad's chat.
 * @param until clears only access that ended by then; all when omitted
 */
export async function clearChatAccess(
  tx: Db,
  { squadId, userId }: { squadId: string; userId: string },
  until?: Date,
): Promise<void> {
  await tx
    .update(substitutes)
    .set({ threadUntil: null })
    .where(
      and(
        eq(substitutes.squadId, squadId),
        eq(substitutes.userId, userId),
        isNotNull(substitutes.threadUntil),
        until && lte(substitutes.threadUntil, until),
      ),
    );
}

/** Returns whether a user has access to a squad's chat as a substitute. */
export async function hasChatAccess(
  tx: Db,
  { squadId, userId }: { squadId: string; userId: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: substitutes.id })
    .from(substitutes)
    .where(and(eq(substitutes.squadId, squadId), eq(substitutes.userId, userId), isNotNull(substitutes.threadUntil)));
  return rows.length > 0;
}

/** Moves the deadlines and chat access of a session's substitutes this many milliseconds into the past. */
export async function shiftSubstitutesIntoPast(db: Db, sessionId: string, ms: number): Promise<void> {
  const subtractTime = (column: PgColumn) => sql`${column} - ${ms} * interval '1 millisecond'`;
  await db
    .update(substitutes)
    .set({ until: subtractTime(substitutes.until), threadUntil: subtractTime(substitutes.threadUntil) })
    .where(eq(substitutes.sessionId, sessionId));
}

/**
 * Returns the sessions that a user subs in for or is invited to sub in for, with their squads, next one first. Only
 * includes sessions that end after the given time.
 */
export async function listSubstitutions(
  db: Db,
  userId: string,
  { since, calledOff = false }: { since: Date; calledOff?: boolean },
) {
  const isLive = inArray(substitutes.state, ACTIVE_STATES);
  // Canceling a session ends its substitutions at the same instant. Substitutes who left earlier aren't included.
  const endedWithIt = and(eq(substitutes.state, 'out'), eq(substitutes.answeredAt, squadSessions.calledOffAt));

  return db
    .select({ row: substitutes, session: squadSessions, squad: squads })
    .from(substitutes)
    .innerJoin(squadSessions, eq(squadSessions.id, substitutes.sessionId))
    .innerJoin(squads, eq(squads.id, substitutes.squadId))
    .where(
      and(
        eq(substitutes.userId, userId),
        calledOff ? or(isLive, endedWithIt) : isLive,
        gt(squadSessions.endsAt, since),
      ),
    )
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}
