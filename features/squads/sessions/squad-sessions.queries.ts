import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import { parseInstant } from '../../../time/postgres-instants.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { squadMembers, squads } from '../squads.tables.ts';
import { squadSubstitutes } from '../substitutes/substitutes.tables.ts';
import { CHECK_IN_MS, type Reminder } from './squad-sessions.rules.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';
import { squadSessionAnswers, squadSessions } from './squad-sessions.tables.ts';

const CLOCK_LIMIT = 30;

export type SessionRow = typeof squadSessions.$inferSelect;
/** `isSubstitute`: true for the yes of a substitute, who only plays this session. */
export type AnswerRow = typeof squadSessionAnswers.$inferSelect & { isSubstitute: boolean };

/** Answer deadline of a session. */
const answersCloseSql = sql`coalesce(${squadSessions.answersUntil}, ${squadSessions.startsAt})`;

/** @returns false when the squad already has a session at this time */
export async function insertSession(tx: Db, session: typeof squadSessions.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(squadSessions).values(session).onConflictDoNothing().returning({ id: squadSessions.id });
  return rows.length > 0;
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(squadSessions).where(eq(squadSessions.id, id));
  return row;
}

export async function findSquadSession(db: Db, squadId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(squadSessions)
    .where(and(eq(squadSessions.id, id), eq(squadSessions.squadId, squadId)));
  return row;
}

/** Lists current and upcoming squad sessions, including canceled ones, next one first. */
export async function listUpcomingSessions(db: Db, squadIds: string[], now: Date): Promise<SessionRow[]> {
  if (squadIds.length === 0) return [];
  return db
    .select()
    .from(squadSessions)
    .where(and(inArray(squadSessions.squadId, squadIds), gt(squadSessions.endsAt, now)))
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}

/** Finds the squad's last past session with enough yes answers. @param size how many players play at once */
export async function findLastSession(
  db: Db,
  { id, size }: { id: string; size: number },
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(squadSessions)
    .where(
      and(
        eq(squadSessions.squadId, id),
        lte(squadSessions.endsAt, now),
        isNull(squadSessions.calledOffAt),
        sql`(select count(*) from ${listPlayers(squadSessions.id)} p) >= ${size}`,
      ),
    )
    .orderBy(desc(squadSessions.endsAt), squadSessions.id)
    .limit(1);
  return row;
}

/** Finds an open session that runs this session back or starts at this time. */
export async function findOpenRunBack(
  db: Db,
  { squadId, follows, startsAt }: { squadId: string; follows: string; startsAt: Date },
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(squadSessions)
    .where(
      and(
        eq(squadSessions.squadId, squadId),
        isNull(squadSessions.calledOffAt),
        gt(answersCloseSql, now),
        or(eq(squadSessions.follows, follows), eq(squadSessions.startsAt, startsAt)),
      ),
    )
    .orderBy(asc(squadSessions.startsAt))
    .limit(1);
  return row;
}

/** Lists run-backs that started right away, aren't over and whose answer deadline has passed. */
export async function listExpiredRunBacks(db: Db, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(squadSessions)
    .where(
      and(
        isNotNull(squadSessions.follows),
        lte(squadSessions.answersUntil, now),
        gt(squadSessions.endsAt, now),
        isNull(squadSessions.calledOffAt),
      ),
    )
    .orderBy(asc(squadSessions.answersUntil), squadSessions.id);
}

/** Returns whether the squad has a session at this time. */
export async function isTaken(tx: Db, squadId: string, startsAt: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: squadSessions.id })
    .from(squadSessions)
    .where(
      and(eq(squadSessions.squadId, squadId), eq(squadSessions.startsAt, startsAt), isNull(squadSessions.calledOffAt)),
    );
  return rows.length > 0;
}

export async function isUidTaken(tx: Db, uid: string): Promise<boolean> {
  const rows = await tx.select({ id: squadSessions.id }).from(squadSessions).where(eq(squadSessions.calendarUid, uid));
  return rows.length > 0;
}

/** Lists the answers, earliest first. A substitute is included as a yes. */
export async function listAnswers(db: Db, sessionIds: string[]): Promise<AnswerRow[]> {
  if (sessionIds.length === 0) return [];
  const members = await db
    .select()
    .from(squadSessionAnswers)
    .where(inArray(squadSessionAnswers.sessionId, sessionIds))
    .orderBy(asc(squadSessionAnswers.answeredAt), squadSessionAnswers.userId);
  const { sessionId, squadId, userId, answeredAt, hereAt, missingBy } = squadSubstitutes;
  const guests = await db
    .select({ sessionId, squadId, userId, answeredAt, hereAt, missingBy })
    .from(squadSubstitutes)
    .where(and(inArray(sessionId, sessionIds), eq(squadSubstitutes.state, 'in')))
    .orderBy(asc(answeredAt), userId);
  // A substitute who has become a member answers as a member.
  const memberKeys = new Set(members.map((one) => `${one.sessionId} ${one.userId}`));
  const others = guests.filter((one) => !memberKeys.has(`${one.sessionId} ${one.userId}`));
  return [
    ...members.map((one) => ({ ...one, isSubstitute: false })),
    ...others.map((one) => ({ ...one, answer: 'yes' as const, answeredAt: one.answeredAt!, isSubstitute: true })),
  ];
}

/** SQL for the ids of everyone who said yes to a session, including substitutes. */
export const listPlayers = (sessionId: SQLWrapper) => sql`(
  select a.user_id from ${squadSessionAnswers} a where a.session_id = ${sessionId} and a.answer = 'yes'
   union
  select x.user_id from ${squadSubstitutes} x where x.session_id = ${sessionId} and x.state = 'in')`;

const VISIBLE = { session_id: sql`s.id`, version: sql`s.version`, starts_at: sql`s.starts_at` };

/** Selects upcoming sessions of a player's squads that they haven't answered. */
export const selectSessionsToAnswer = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('session', {
    thing: sql`q.id`,
    name: sql`q.name`,
    until: sql`coalesce(s.answers_until, s.starts_at)`,
    since: sql`s.set_at`,
    facts: VISIBLE,
  })}
    from ${squadSessions} s join ${squads} q on q.id = s.squad_id
    join ${squadMembers} m on m.squad_id = s.squad_id and m.user_id = ${userId} and m.left_at is null
   where s.called_off_at is null and coalesce(s.answers_until, s.starts_at) > ${now}
     and not exists (select 1 from ${squadSessionAnswers} a where a.session_id = s.id and a.user_id = m.user_id)`;

/** Selects sessions that are running or about to begin, where the player said yes and hasn't checked in. */
export const selectCheckInsDue = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('check_in', {
    thing: sql`q.id`,
    name: sql`q.name`,
    until: sql`s.ends_at`,
    since: sql`s.starts_at`,
    facts: VISIBLE,
  })}
    from ${squadSessions} s join ${squads} q on q.id = s.squad_id
    join ${squadMembers} m on m.squad_id = s.squad_id and m.user_id = ${userId} and m.left_at is null
    join ${squadSessionAnswers} a on a.session_id = s.id and a.user_id = m.user_id and a.answer = 'yes' and a.here_at is null
   where s.called_off_at is null and s.ends_at > ${now}
     and s.starts_at <= ${now} + make_interval(secs => ${sql.raw(String(CHECK_IN_MS / 1000))})`;

/** Saves a member's answer. A later answer replaces an earlier one. */
export async function upsertAnswer(
  tx: Db,
  session: Pick<SessionRow, 'id' | 'squadId'>,
  { userId, answer, now, hereAt = null }: { userId: string; answer: SessionAnswer; now: Date; hereAt?: Date | null },
): Promise<void> {
  await tx
    .insert(squadSessionAnswers)
    .values({ sessionId: session.id, squadId: session.squadId, userId, answer, answeredAt: now, hereAt })
    .onConflictDoUpdate({
      target: [squadSessionAnswers.sessionId, squadSessionAnswers.userId],
      // Withdrawing a yes also undoes the check-in. A yes clears the reports that the player is missing.
      set: { answer, answeredAt: now, ...(answer === 'yes' ? { missingBy: [] } : { hereAt: null }) },
    });
}

/** Adds a player's report that a member or a substitute is missing. Repeating it changes nothing. */
export async function addMissingReport(
  tx: Db,
  sessionId: string,
  { userId, reporterId, isSubstitute }: { userId: string; reporterId: string; isSubstitute: boolean },
): Promise<void> {
  const table = isSubstitute ? squadSubstitutes : squadSessionAnswers;
  await tx.execute(sql`
    update ${table} x set missing_by = x.missing_by || ${reporterId}::uuid
     where x.session_id = ${sessionId} and x.user_id = ${userId} and ${reporterId}::uuid <> all (x.missing_by)
       ${isSubstitute ? sql`and x.state = 'in'` : sql``}`);
}

/** Lists who was reported missing in a session and didn't come back, with the players who reported them. */
export async function listMissingReports(
  db: Db,
  sessionId: string,
): Promise<{ userId: string; missingBy: string[] }[]> {
  const { rows } = await db.execute<{ user_id: string; missing_by: string[] }>(sql`
    select a.user_id, a.missing_by from ${squadSessionAnswers} a
     where a.session_id = ${sessionId} and a.answer = 'no' and a.missing_by <> '{}'
     union all
    select x.user_id, x.missing_by from ${squadSubstitutes} x
     where x.session_id = ${sessionId} and x.state = 'out' and x.missing_by <> '{}'
       and not exists (select 1 from ${squadSessionAnswers} a
                        where a.session_id = x.session_id and a.user_id = x.user_id)`);
  return rows.map(({ user_id, missing_by }) => ({ userId: user_id, missingBy: missing_by }));
}

/** Moves a session to another time as a new version and deletes the previous answers. @returns the new version */
export async function moveSession(
  tx: Db,
  id: string,
  { startsAt, endsAt, now }: { startsAt: Date; endsAt: Date; now: Date },
): Promise<number> {
  await tx.delete(squadSessionAnswers).where(eq(squadSessionAnswers.sessionId, id));
  const [row] = await tx
    .update(squadSessions)
    .set({
      startsAt,
      endsAt,
      // A moved run-back becomes an ordinary session.
      answersUntil: null,
      setAt: now,
      remindedDayAt: null,
      remindedHourAt: null,
      toldStands: false,
      toldCount: 0,
      differsSince: null,
      version: sql`${squadSessions.version} + 1`,
    })
    .where(eq(squadSessions.id, id))
    .returning({ version: squadSessions.version });
  return row!.version;
}

/** Checks a player in, which includes a yes. Checking in again keeps the first time. */
export async function saveCheckIn(
  tx: Db,
  session: Pick<SessionRow, 'id' | 'squadId'>,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await tx
    .insert(squadSessionAnswers)
    .values({ sessionId: session.id, squadId: session.squadId, userId, answer: 'yes', answeredAt: now, hereAt: now })
    .onConflictDoUpdate({
      target: [squadSessionAnswers.sessionId, squadSessionAnswers.userId],
      set: { answer: 'yes', hereAt: sql`coalesce(${squadSessionAnswers.hereAt}, excluded.here_at)`, missingBy: [] },
    });
}

/** Sets since when a session's status has differed from the announced one; null when they're the same. */
export async function setConfirmationChangedAt(tx: Db, id: string, since: Date | null): Promise<void> {
  await tx.update(squadSessions).set({ differsSince: since }).where(eq(squadSessions.id, id));
}

/**
 * Stores the announced status.
 * @returns the number of announcements for this version, including this one
 */
export async function saveNotifiedState(tx: Db, id: string, isConfirmed: boolean): Promise<number> {
  const [row] = await tx
    .update(squadSessions)
    .set({ toldStands: isConfirmed, differsSince: null, toldCount: sql`${squadSessions.toldCount} + 1` })
    .where(eq(squadSessions.id, id))
    .returning({ count: squadSessions.toldCount });
  return row!.count;
}

/** Lists upcoming sessions whose status has differed from the announced one since this time or earlier. */
export async function listSessionsToRenotify(db: Db, { now, since }: { now: Date; since: Date }) {
  return db
    .select({ id: squadSessions.id, squadId: squadSessions.squadId })
    .from(squadSessions)
    .where(and(lte(squadSessions.differsSince, since), gt(answersCloseSql, now), isNull(squadSessions.calledOffAt)))
    .orderBy(asc(squadSessions.differsSince), squadSessions.id);
}

/** Lists sessions that begin before `until` and have reminders left to send. The rules decide whether one is due. */
export async function listSessionsToRemind(db: Db, { now, until }: { now: Date; until: Date }): Promise<SessionRow[]> {
  return db
    .select()
    .from(squadSessions)
    .where(
      and(
        isNull(squadSessions.calledOffAt),
        gt(squadSessions.startsAt, now),
        lte(squadSessions.startsAt, until),
        isNull(squadSessions.remindedHourAt),
      ),
    )
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}

/**
 * Claims a reminder for this version of a session.
 * @returns false when it was already claimed, or the session has changed
 */
export async function claimReminder(
  tx: Db,
  { id, version }: Pick<SessionRow, 'id' | 'version'>,
  { which, now }: { which: Reminder; now: Date },
): Promise<boolean> {
  const column = which === 'day' ? squadSessions.remindedDayAt : squadSessions.remindedHourAt;
  const rows = await tx
    .update(squadSessions)
    .set(which === 'day' ? { remindedDayAt: now } : { remindedHourAt: now })
    .where(
      and(
        eq(squadSessions.id, id),
        eq(squadSessions.version, version),
        isNull(column),
        isNull(squadSessions.calledOffAt),
      ),
    )
    .returning({ id: squadSessions.id });
  return rows.length > 0;
}

export async function markCanceled(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(squadSessions)
    .set({ calledOffAt: now, version: sql`${squadSessions.version} + 1` })
    .where(and(inArray(squadSessions.id, ids), isNull(squadSessions.calledOffAt)));
}

/** Deletes one member's answers to these sessions. */
export async function deleteAnswers(tx: Db, userId: string, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx
    .delete(squadSessionAnswers)
    .where(and(eq(squadSessionAnswers.userId, userId), inArray(squadSessionAnswers.sessionId, sessionIds)));
}

/** Lists sessions that aren't canceled and have no feedback requests yet, next one first. */
export async function listSessionsOnClock(db: Db) {
  return db
    .select({ id: squadSessions.id, squadId: squads.id, squad: squads.name, startsAt: squadSessions.startsAt })
    .from(squadSessions)
    .innerJoin(squads, eq(squads.id, squadSessions.squadId))
    .where(and(isNull(squadSessions.calledOffAt), isNull(squadSessions.askedAt)))
    .orderBy(asc(squadSessions.startsAt), squadSessions.id)
    .limit(CLOCK_LIMIT);
}

/** Moves all of a session's times this far into the past. @returns false when the session doesn't exist */
export async function shiftSessionIntoPast(db: Db, id: string, ms: number): Promise<boolean> {
  const subtractTime = (column: PgColumn) => sql`${column} - ${ms} * interval '1 millisecond'`;
  const rows = await db
    .update(squadSessions)
    .set({
      startsAt: subtractTime(squadSessions.startsAt),
      endsAt: subtractTime(squadSessions.endsAt),
      setAt: subtractTime(squadSessions.setAt),
      createdAt: subtractTime(squadSessions.createdAt),
      answersUntil: subtractTime(squadSessions.answersUntil),
    })
    .where(eq(squadSessions.id, id))
    .returning({ id: squadSessions.id });
  return rows.length > 0;
}

/** Selects current and upcoming sessions where the player said yes or is a substitute, with the squad's name. */
export async function listOwnSessions(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; name: string; startsAt: Date; endsAt: Date }[]> {
  type Row = { id: string; name: string; starts_at: string; ends_at: string };
  const { rows } = await db.execute<Row>(sql`
    select s.id, q.name, s.starts_at, s.ends_at
      from (select session_id from ${squadSessionAnswers} where user_id = ${userId} and answer = 'yes'
             union
            select session_id from ${squadSubstitutes} where user_id = ${userId} and state = 'in') own
      join ${squadSessions} s on s.id = own.session_id join ${squads} q on q.id = s.squad_id
     where s.called_off_at is null and s.ends_at > ${now}
     order by s.starts_at, s.id`);
  return rows.map(({ id, name, starts_at, ends_at }) => ({
    ...{ id, name },
    startsAt: parseInstant(starts_at),
    endsAt: parseInstant(ends_at),
  }));
}

/**
 * Finds a session that a player said yes to, with the squad's name: the current one, or the next one that begins
 * before `until`.
 */
export async function findNextSession(
  db: Db,
  userId: string,
  { from, until }: { from: Date; until: Date },
): Promise<{ squadId: string; name: string; startsAt: Date } | undefined> {
  const { rows } = await db.execute<{ squad_id: string; name: string; starts_at: string }>(sql`
    select s.squad_id, q.name, s.starts_at from ${squadSessions} s join ${squads} q on q.id = s.squad_id
      join ${squadSessionAnswers} a on a.session_id = s.id and a.user_id = ${userId} and a.answer = 'yes'
     where s.called_off_at is null and s.ends_at > ${from} and s.starts_at < ${until}
     order by s.starts_at limit 1`);
  return rows[0] && { squadId: rows[0].squad_id, name: rows[0].name, startsAt: parseInstant(rows[0].starts_at) };
}

const PLAYER_COUNT_SQL = sql`(select count(*)::int from ${listPlayers(sql`s.id`)} p)`;

export type TonightSessionRow = {
  id: string;
  squad_id: string;
  name: string;
  crest_seed: number;
  size: number;
  starts_at: string;
  ends_at: string;
  yes: number;
  /** Whether the player is a substitute and not a member. */
  guest: boolean;
};

/** Selects a player's current sessions and those that begin before the given time, next one first. */
export const selectSessionsToPlay = (
  userId: SQLWrapper,
  { from, until }: { from: SQLWrapper; until: SQLWrapper },
): SQL => sql`
    select s.id, q.id as squad_id, q.name, q.crest_seed, q.size, s.starts_at, s.ends_at, ${PLAYER_COUNT_SQL} as yes,
           not exists (select 1 from ${squadMembers} m
                        where m.squad_id = q.id and m.user_id = ${userId} and m.left_at is null) as guest
      from ${squadSessions} s join ${squads} q on q.id = s.squad_id
     where s.called_off_at is null and s.ends_at > ${from}
       and s.starts_at < ${until} and ${userId} in ${listPlayers(sql`s.id`)}
     order by s.starts_at, s.id`;

export type SquadUpcomingRow = {
  id: string;
  name: string;
  crest_seed: number;
  members: number;
  next_at: string | null;
};

/** Selects a player's squads, newest first, each with its next session. Canceled sessions don't count. */
export const selectSquadsWithUpcoming = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
    select q.id, q.name, q.crest_seed,
           (select count(*)::int from ${squadMembers} o where o.squad_id = q.id and o.left_at is null) as members,
           (select min(s.starts_at) from ${squadSessions} s
             where s.squad_id = q.id and s.called_off_at is null
               and s.ends_at > ${now}) as next_at
      from ${squads} q join ${squadMembers} m on m.squad_id = q.id and m.user_id = ${userId} and m.left_at is null
     order by q.created_at desc, q.id`;
