import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { parseInstant } from '../../../time/postgres-instants.ts';
import { usersPendingDeletion } from '../../accounts/account-deletion.queries.ts';
import { selectMatchesAwaitingFeedback } from '../../matches/match-feedback/match-feedback.queries.ts';
import { isBannedNow } from '../../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { listPlayers, type SessionRow } from '../sessions/squad-sessions.queries.ts';
import { squadSessions } from '../sessions/squad-sessions.tables.ts';
import { isSquadOfMatchSql } from '../squads.queries.ts';
import { squads } from '../squads.tables.ts';
import { FEEDBACK_DAYS } from './session-feedback.rules.ts';
import type { SessionFeedback } from './session-feedback.schema.ts';
import { squadSessionFeedback as feedback } from './session-feedback.tables.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

/** Lists sessions that ended in this period and have no feedback requests yet. */
export async function listSessionsAwaitingFeedbackRequest(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(squadSessions)
    .where(
      and(
        lte(squadSessions.endsAt, now),
        gt(squadSessions.endsAt, since),
        isNull(squadSessions.askedAt),
        isNull(squadSessions.calledOffAt),
      ),
    )
    .orderBy(asc(squadSessions.endsAt), squadSessions.id);
}

/** @returns false when another process is sending or has sent the requests */
export async function claimFeedbackRequest(tx: Db, sessionId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(squadSessions)
    .set({ askedAt: now })
    .where(and(eq(squadSessions.id, sessionId), isNull(squadSessions.askedAt), isNull(squadSessions.calledOffAt)))
    .returning({ id: squadSessions.id });
  return rows.length > 0;
}

/** Returns which of these users can give feedback: not banned from matches, and not scheduled for account deletion. */
export async function listAllowedReviewers(tx: Db, userIds: string[], now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select x.id from unnest(${sql.param(userIds)}::uuid[]) as x (id)
     where not ${isBannedNow(sql`x.id`, 'matching', now)} and x.id not in ${usersPendingDeletion} order by x.id`);
  return rows.map(({ id }) => id);
}

export async function insertFeedbackRequests(tx: Db, sessionId: string, userIds: string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insert(feedback)
    .values(userIds.map((userId) => ({ sessionId, userId, askedAt: now })))
    .onConflictDoNothing();
}

/**
 * Saves the no-shows that a player reported during a session as their feedback. Feedback that they give later replaces
 * it.
 */
export async function saveMissingReports(
  tx: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
  missingIds: string[],
): Promise<void> {
  await tx
    .update(feedback)
    .set({ absentIds: missingIds, judgedIds: missingIds })
    .where(and(eq(feedback.sessionId, sessionId), eq(feedback.userId, userId), isNull(feedback.saidAt)));
}

/** Locks a session with feedback requests, so that the second of two concurrent answers sees the first. */
export async function lockReviewedSession(tx: Db, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select().from(squadSessions).where(eq(squadSessions.id, sessionId)).for('update');
  return row;
}

/** Lists the feedback requests of sessions with their answers, ordered by id. */
export async function listFeedbackRequests(db: Db, sessionIds: string[]): Promise<FeedbackRow[]> {
  if (sessionIds.length === 0) return [];
  return db.select().from(feedback).where(inArray(feedback.sessionId, sessionIds)).orderBy(feedback.userId);
}

/** Lists a squad's sessions that a player was asked about and that ended after the given time, latest first. */
export async function listFeedbackRequestsOfMember(
  db: Db,
  { squadId, userId, since }: { squadId: string; userId: string; since: Date },
): Promise<SessionRow[]> {
  const rows = await db
    .select({ session: squadSessions })
    .from(feedback)
    .innerJoin(squadSessions, eq(squadSessions.id, feedback.sessionId))
    .where(and(eq(feedback.userId, userId), eq(squadSessions.squadId, squadId), gt(squadSessions.endsAt, since)))
    .orderBy(desc(squadSessions.endsAt), squadSessions.id);
  return rows.map(({ session }) => session);
}

/**
 * Selects sessions a player was asked about and can still give feedback on, but hasn't. Empty while they aren't allowed
 * to.
 */
export const selectSessionsAwaitingFeedback = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('feedback', {
    thing: sql`s.id`,
    name: sql`q.name`,
    until: sql`s.ends_at + make_interval(days => ${sql.raw(String(FEEDBACK_DAYS))})`,
    since: sql`s.ends_at`,
    facts: {},
  })}
    from ${feedback} f join ${squadSessions} s on s.id = f.session_id join ${squads} q on q.id = s.squad_id
   where f.user_id = ${userId} and f.said_at is null and not ${isBannedNow(userId, 'matching', sql`${now}`)}
     and s.ends_at > ${now} - make_interval(days => ${sql.raw(String(FEEDBACK_DAYS))})`;

/** Saves a player's feedback; later feedback replaces earlier feedback. */
export async function saveFeedback(
  tx: Db,
  { sessionId, userId, judgedIds }: { sessionId: string; userId: string; judgedIds: string[] },
  input: SessionFeedback,
  now: Date,
): Promise<void> {
  await tx
    .update(feedback)
    .set({ saidAt: now, tookPlace: input.took_place, rating: input.rating, absentIds: input.absent_ids, judgedIds })
    .where(and(eq(feedback.sessionId, sessionId), eq(feedback.userId, userId)));
}

type AttendanceRow = {
  session_id: string;
  user_id: string;
  name: string;
  size: number;
  ends_at: string;
  reports: number;
  said_absent: number;
};

/**
 * Selects other players' feedback on attendance, including their reports from during the session. Feedback counts only
 * for the players it's about.
 */
const selectAttendance = (of: SQL, minReports: number) => sql`
  select x.session_id, x.user_id, q.name, q.size, s.ends_at, count(f.user_id)::int as reports,
         (count(f.user_id) filter (where x.user_id = any (f.absent_ids)))::int as said_absent
    from ${feedback} x
    join ${squadSessions} s on s.id = x.session_id
    join ${squads} q on q.id = s.squad_id
    left join ${feedback} f
      on f.session_id = x.session_id and x.user_id = any (f.judged_ids)
   where ${of}
   group by x.session_id, x.user_id, q.name, q.size, s.ends_at having count(f.user_id) >= ${minReports}`;

const toAttendance = (row: AttendanceRow) => ({
  sessionId: row.session_id,
  userId: row.user_id,
  squad: row.name,
  size: row.size,
  playedAt: parseInstant(row.ends_at),
  reports: row.reports,
  absentReports: row.said_absent,
});

/** Lists everyone in a session's lineup with the others' feedback about them, including players without any. */
export async function listSessionAttendance(tx: Db, sessionId: string) {
  const { rows } = await tx.execute<AttendanceRow>(selectAttendance(sql`x.session_id = ${sessionId}`, 0));
  return rows.map(toAttendance);
}

/** Lists a player's sessions with feedback from others, newest first. With `sessionId`, lists only that session. */
export async function listPlayerAttendance(db: Db, userId: string, target: { sessionId: string } | { limit: number }) {
  const isOwn = sql`x.user_id = ${userId}`;
  const { rows } = await db.execute<AttendanceRow>(
    'sessionId' in target
      ? selectAttendance(sql`${isOwn} and x.session_id = ${target.sessionId}`, 0)
      : sql`${selectAttendance(isOwn, 1)} order by s.ends_at desc limit ${target.limit}`,
  );
  return rows.map(toAttendance);
}

/**
 * Returns the matches whose first session is also a session of their squad, so the squad asks for the feedback. The
 * match's session and the squad's session have the same UID or overlap in time. If the match had no time, any session
 * counts. Ignores canceled sessions, and past sessions that didn't get enough yes answers and that no one was asked
 * about.
 */
export async function listMatchesAskedBySquad(
  db: Db,
  matches: readonly { id: string; start: string | null; end: string | null }[],
  now: Date,
): Promise<Set<string>> {
  const { rows: found } = await db.execute<{ id: string }>(
    selectMatchesAskedBySquad(sql`${JSON.stringify(matches)}::jsonb`, sql`${now.toISOString()}::timestamptz`),
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * Builds the statement of `listMatchesAskedBySquad`.
 * @param matches JSON with `id`, `start` and `end` of each match
 */
export const selectMatchesAskedBySquad = (matches: SQLWrapper, now: SQLWrapper): SQL => sql`
  select m.id from jsonb_to_recordset(${matches}) as m (id uuid, start timestamptz, "end" timestamptz)
   where ${isAskedBySquadSql(now)}`;

/** Condition: the squad of match `m` (`id`, `start`, `end`) asks about the match's session itself. */
const isAskedBySquadSql = (now: SQLWrapper) => sql`exists (
  select 1 from ${squads} q join ${squadSessions} s on s.squad_id = q.id and s.called_off_at is null
   where ${isSquadOfMatchSql(sql`m.id`)}
     and (m.start is null or (s.starts_at < m."end" and s.ends_at > m.start)
          or s.calendar_uid = m.id || '-' || (extract(epoch from m.start) * 1000)::bigint)
     and (s.ends_at > ${now} or exists (select 1 from ${feedback} f where f.session_id = s.id)
          or (select count(*) from ${listPlayers(sql`s.id`)} p) >= q.size))`;

/**
 * Selects matches a player can give feedback on but hasn't. Excludes matches whose squad asks about its own session.
 */
export const selectMatchesAwaitingSquadFeedback = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('past_match', {
    thing: sql`m.id`,
    name: sql`(select q.name from ${squads} q where ${isSquadOfMatchSql(sql`m.id`)} limit 1)`,
    until: sql`m.until`,
    since: sql`m.played`,
    facts: {},
  })}
    from ${selectMatchesAwaitingFeedback(userId, now)} m where not ${isAskedBySquadSql(now)}`;

/** Selects sessions that took place: more of the players asked confirmed it than denied it. */
const selectPlayed = (sessionFilter: SQL) => sql`
  select s.id, s.squad_id, s.starts_at, s.ends_at
    from ${squadSessions} s join ${feedback} f on f.session_id = s.id and f.said_at is not null
   where ${sessionFilter} and s.called_off_at is null
   group by s.id
  having count(*) filter (where f.took_place) > count(*) filter (where not f.took_place)`;

/** Every session that took place (`id`, `squad_id`, `starts_at`, `ends_at`), as a source of rows. */
export const selectPlayedSessions: SQL = selectPlayed(sql`true`);

const bySquad = (squadId: string) => sql`s.squad_id = ${squadId}`;
const byPlayer = (userId: SQLWrapper | string) =>
  sql`s.id in (select x.session_id from ${feedback} x where x.user_id = ${userId})`;

const count = (sessionFilter: SQL): SQL<number> =>
  sql`(select count(*)::int from (${selectPlayed(sessionFilter)}) held)`;

/** Counts a squad's sessions that took place. */
export const countPlayedSessions = (db: Db, squadId: string): Promise<number> => countSql(db, count(bySquad(squadId)));

async function countSql(db: Db, expression: SQL<number>): Promise<number> {
  const { rows } = await db.execute<{ played: number }>(sql`select ${expression} as played`);
  return rows[0]!.played;
}

/** Builds an expression that counts the sessions that took place with this player in the lineup. */
export const countSessionsPlayed = (userId: SQLWrapper | string): SQL<number> => count(byPlayer(userId));

/** Counts the sessions that took place with both players in the lineup. */
export const countPlayedTogether = (db: Db, one: string, other: string): Promise<number> =>
  countSql(db, count(sql`${byPlayer(one)} and ${byPlayer(other)}`));

/** Counts the squads with a session that took place and had the player in the lineup. */
export async function countSquadsPlayedIn(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ squads: number }>(sql`
    select count(distinct s.squad_id)::int as squads
      from ${squadSessions} s where s.id in (select held.id from (${selectPlayed(byPlayer(userId))}) held)`);
  return rows[0]!.squads;
}

/** Returns the ids of users who confirmed that the player was at a session that took place. */
export async function listConfirmingUserIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct f.user_id as id from ${feedback} x
      join ${feedback} f on f.session_id = x.session_id and f.said_at is not null and f.took_place
     where x.user_id = ${userId} and x.user_id = any (f.judged_ids) and not x.user_id = any (f.absent_ids)`);
  return rows.map(({ id }) => id);
}

type PlayedRow = { id: string; starts_at: string; ends_at: string; played: number };

/** Returns a squad's latest sessions that took place. Each row also has their total number. */
export async function listLastPlayed(db: Db, squadId: string, limit: number) {
  const { rows } = await db.execute<PlayedRow>(sql`
    select held.*, (count(*) over ())::int as played from (${selectPlayed(bySquad(squadId))}) held
     order by held.ends_at desc, held.id limit ${limit}`);
  const last = rows.map((row) => ({
    id: row.id,
    starts_at: parseInstant(row.starts_at).toISOString(),
    ends_at: parseInstant(row.ends_at).toISOString(),
  }));
  return { played: rows[0]?.played ?? 0, last };
}
