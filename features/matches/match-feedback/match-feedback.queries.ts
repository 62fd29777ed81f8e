import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { hasBlockAmongSql } from '../../profiles/blocks/blocks.queries.ts';
import { selectMemberName } from '../../profiles/player-views.queries.ts';
import type { Session } from '../matches.schema.ts';
import { FEEDBACK_DAYS, NO_SESSION_DAYS } from './match-feedback.rules.ts';
import type { Feedback } from './match-feedback.schema.ts';

/** Saves a member's feedback. Later feedback replaces earlier feedback. */
export async function putFeedback(
  tx: Db,
  { matchId, userId }: { matchId: string; userId: string },
  feedback: Feedback,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into match_feedback (match_id, user_id, took_place, rating, absent_ids, created_at, updated_at)
    values (${matchId}, ${userId}, ${feedback.took_place}, ${feedback.rating}, ${sql.param(feedback.absent_ids)}::uuid[], ${now}, ${now})
    on conflict (match_id, user_id) do update set took_place = excluded.took_place, rating = excluded.rating,
      absent_ids = excluded.absent_ids, updated_at = excluded.updated_at`);
}

/** Selects one member's feedback on some matches. */
export const selectFeedback = (userId: SQLWrapper, matchIds: SQLWrapper): SQL => sql`
  select match_id, took_place, rating, absent_ids from match_feedback
   where user_id = ${userId} and match_id = any (${matchIds})`;

/** Counts a player's matches that took place according to the majority of the feedback. */
export const selectPlayedMatchCount = (userId: SQLWrapper | string): SQL<number> => sql`(
  select count(*)::int from (
    select f.match_id from match_members mm join match_feedback f on f.match_id = mm.match_id
     where mm.user_id = ${userId}
     group by f.match_id
    having count(*) filter (where f.took_place) > count(*) filter (where not f.took_place)) held)`;

const toDays = (count: number) => sql`make_interval(days => ${sql.raw(String(count))})`;

/**
 * Selects matches that a user can still give feedback on, as a row source for statements of other features. Columns:
 * `id`, `start` and `end` of the session if there was one, `played`, `until`.
 */
export const selectMatchesAwaitingFeedback = (userId: string | SQLWrapper, now: SQLWrapper): SQL => sql`(
  select m.*, m.played + ${toDays(FEEDBACK_DAYS)} as until from (
    select m.id, (m.sessions -> 0 ->> 'start')::timestamptz as start, (m.sessions -> 0 ->> 'end')::timestamptz as "end",
           coalesce((m.sessions -> 0 ->> 'end')::timestamptz, m.closed_at + ${toDays(NO_SESSION_DAYS)}) as played
      from match_members x join matches m on m.id = x.match_id
     where x.user_id = ${userId} and m.status = 'mutual' and not ${hasBlockAmongSql(sql`x.user_id`, sql`m.member_ids`)}
       and not exists (select 1 from match_feedback f where f.match_id = m.id and f.user_id = x.user_id)) m
   where m.played between ${now} - ${toDays(FEEDBACK_DAYS)} and ${now})`;

/**
 * Selects matches that took place according to their members (`id`, `played`), as a row source for statements of other
 * features.
 */
export const selectPlayedMatches: SQL = sql`
  select m.id, coalesce((m.sessions -> 0 ->> 'end')::timestamptz, m.closed_at) as played
    from matches m join match_feedback f on f.match_id = m.id
   where m.status = 'mutual'
   group by m.id having count(*) filter (where f.took_place) > count(*) filter (where not f.took_place)`;

/**
 * Selects how matches were scored (`id`, `type`, `parts`, `rules_version`), as a row source for statements of other
 * features.
 */
export const selectMatchScores: SQL = sql`select m.id, m.type, m.parts, m.rules_version from matches m`;

/** Counts the matches that two players played together. */
export async function countPlayedTogether(db: Db, one: string, other: string): Promise<number> {
  const { rows } = await db.execute<{ played: number }>(sql`
    select count(*)::int as played from (
      select f.match_id from match_members mm
        join match_members mate on mate.match_id = mm.match_id and mate.user_id = ${other}
        join match_feedback f on f.match_id = mm.match_id
       where mm.user_id = ${one}
       group by f.match_id
      having count(*) filter (where f.took_place) > count(*) filter (where not f.took_place)) held`);
  return rows[0]!.played;
}

/** Returns the ids of members who confirmed that the player was there when a match took place. */
export async function listConfirmingMemberIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct f.user_id as id from match_members mm join match_feedback f on f.match_id = mm.match_id
     where mm.user_id = ${userId} and f.user_id <> ${userId} and f.took_place and not ${userId}::uuid = any (f.absent_ids)`);
  return rows.map(({ id }) => id);
}

export type EvidenceRow = {
  match_id: string;
  user_id: string;
  type: string;
  size: number;
  status: string;
  closed_at: string;
  sessions: Session[] | null;
  reports: number;
  said_absent: number;
  appeal_status: 'open' | 'granted' | 'rejected' | null;
  appeal_answer: string | null;
};

const COUNTS_SQL = sql`
  count(f.user_id)::int as reports, (count(f.user_id) filter (where x.person = any (f.absent_ids)))::int as said_absent`;

const EVIDENCE = sql`
  m.id as match_id, x.person as user_id, m.type, cardinality(m.member_ids) as size, m.status, m.closed_at, m.sessions, ${COUNTS_SQL},
  (select a.status from match_absence_appeals a where a.match_id = m.id and a.user_id = x.person) as appeal_status,
  (select a.answer from match_absence_appeals a where a.match_id = m.id and a.user_id = x.person) as appeal_answer`;

/** Lists a player's matches with reports by others, newest first. The player's own reports aren't included. */
export async function listPlayerEvidence(db: Db, userId: string, limit: number): Promise<EvidenceRow[]> {
  const { rows } = await db.execute<EvidenceRow>(sql`
    select ${EVIDENCE}
      from (select ${userId}::uuid as person) x
      join match_members p on p.user_id = x.person
      join matches m on m.id = p.match_id
      join match_feedback f on f.match_id = m.id and f.user_id <> x.person
     group by m.id, x.person order by m.closed_at desc limit ${limit}`);
  return rows;
}

/** Lists the members of one match who have reports by others, ordered by id. */
export async function listMatchEvidence(db: Db, matchId: string): Promise<EvidenceRow[]> {
  const { rows } = await db.execute<EvidenceRow>(sql`
    select ${EVIDENCE}
      from (select user_id as person, match_id from match_members where match_id = ${matchId}) x
      join matches m on m.id = x.match_id
      join match_feedback f on f.match_id = m.id and f.user_id <> x.person
     group by m.id, x.person order by x.person`);
  return rows;
}

/** A match or session with an alleged no-show. */
export type NoShowRef = { kind: 'match' | 'session'; id: string };

const getAppealColumn = ({ kind }: NoShowRef) => (kind === 'match' ? sql`match_id` : sql`session_id`);

/** @throws a unique violation of APPEAL_UNIQUE_CONSTRAINT on a second appeal */
export async function insertNoShowAppeal(
  tx: Db,
  { missed, userId, message }: { missed: NoShowRef; userId: string; message: string },
  now: Date,
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into match_absence_appeals (${getAppealColumn(missed)}, user_id, message, created_at)
    values (${missed.id}, ${userId}, ${message}, ${now}) returning id`);
  return rows[0]!.id;
}

export const APPEAL_UNIQUE_CONSTRAINT = ['match_absence_appeals_once', 'match_absence_appeals_session_once'] as const;

export type SessionAppeal = {
  user_id: string;
  session_id: string;
  status: 'open' | 'granted' | 'rejected';
  answer: string | null;
};

/** Lists the outcomes of the appeals about these sessions. */
export async function listSessionAppeals(db: Db, sessionIds: string[]): Promise<SessionAppeal[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await db.execute<SessionAppeal>(sql`
    select user_id, session_id, status, answer from match_absence_appeals
     where session_id = any (${sql.param(sessionIds)}::uuid[])`);
  return rows;
}

export type NoShowAppealRow = {
  id: string;
  user_id: string;
  display_name: string | null;
  message: string;
  created_at: string;
  match_id: string | null;
  session_id: string | null;
  reports: number;
  said_absent: number;
};

/** Lists appeals that need a decision, oldest first. Reports on sessions are counted elsewhere. */
export async function listOpenNoShowAppeals(db: Db, limit: number): Promise<NoShowAppealRow[]> {
  const { rows } = await db.execute<NoShowAppealRow>(sql`
    select x.id, x.person as user_id, x.message, x.created_at, x.match_id, x.session_id,
           ${selectMemberName(sql`x.person`)} as display_name, ${COUNTS_SQL}
      from (select a.id, a.user_id as person, a.message, a.created_at, a.match_id, a.session_id
              from match_absence_appeals a where a.status = 'open') x
      left join match_feedback f on f.match_id = x.match_id and f.user_id <> x.person
     group by x.id, x.person, x.message, x.created_at, x.match_id, x.session_id order by x.created_at limit ${limit}`);
  return rows;
}

export type LockedAppeal = {
  id: string;
  user_id: string;
  match_id: string | null;
  session_id: string | null;
  status: string;
};

export async function lockNoShowAppeal(tx: Db, id: string): Promise<LockedAppeal | undefined> {
  const { rows } = await tx.execute<LockedAppeal>(sql`
    select id, user_id, match_id, session_id, status from match_absence_appeals where id = ${id} for update`);
  return rows[0];
}

export async function updateNoShowAppeal(
  tx: Db,
  id: string,
  decision: { status: 'granted' | 'rejected'; answer: string | null; by: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update match_absence_appeals set status = ${decision.status}, answer = ${decision.answer},
           decided_by = ${decision.by}, decided_at = ${now} where id = ${id}`);
}
