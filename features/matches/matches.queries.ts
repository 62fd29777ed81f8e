import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { parseRow, prepareStatement } from '../../db/prepared-statements.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import { hasBlockAmongSql } from '../profiles/blocks/blocks.queries.ts';
import { clockHoursSql, playersWithHandles, publicPlayers } from '../profiles/player-views.queries.ts';
import type { Answers } from './matches.rules.ts';
import type { MatchResponse, Session, WeeklyHours } from './matches.schema.ts';
import { matches, matchMembers, matchResponses } from './matches.tables.ts';

export type MatchRow = typeof matches.$inferSelect;

/** Loads one match and locks it until the transaction ends, so that answers are serialized. */
export async function lockMatch(tx: Db, id: string): Promise<MatchRow | undefined> {
  const [row] = await tx.select().from(matches).where(eq(matches.id, id)).for('update');
  return row;
}

export async function findMatch(db: Db, id: string): Promise<MatchRow | undefined> {
  const [row] = await db.select().from(matches).where(eq(matches.id, id));
  return row;
}

/** Returns each member's answer. */
export async function getAnswers(db: Db, matchId: string): Promise<Answers> {
  const rows = await db
    .select({ userId: matchResponses.userId, action: matchResponses.action })
    .from(matchResponses)
    .where(eq(matchResponses.matchId, matchId));
  return Object.fromEntries(rows.map((row) => [row.userId, row.action]));
}

/** Lists the members who accepted, earliest first. */
export async function listAcceptedInOrder(db: Db, matchId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: matchResponses.userId })
    .from(matchResponses)
    .where(and(eq(matchResponses.matchId, matchId), eq(matchResponses.action, 'accept')))
    .orderBy(matchResponses.updatedAt, matchResponses.userId);
  return rows.map((row) => row.userId);
}

/** Returns the sessions that were set when everyone had accepted. */
export async function getMatchSessions(db: Db, matchId: string): Promise<Session[]> {
  return (await findMatch(db, matchId))?.sessions ?? [];
}

/** Selects the members of matches along with their answers. */
export const selectMembers = (matchIds: SQLWrapper): SQL => sql`
  select m.match_id as "matchId", m.user_id as "userId", m.carried, r.action as response
    from ${matchMembers} m left join ${matchResponses} r on r.match_id = m.match_id and r.user_id = m.user_id
   where m.match_id = any (${matchIds})`;

export type Seat = { matchId: string; userId: string; carried: boolean; response: MatchResponse | null };

/** Runs `selectMembers` for the given matches. */
export async function listMembers(db: Db, matchIds: string[]): Promise<Seat[]> {
  if (matchIds.length === 0) return [];
  return (await db.execute<Seat>(selectMembers(sql`${sql.param(matchIds)}::uuid[]`))).rows;
}

/** Saves an answer. A later answer by the same member replaces it. */
export async function upsertAnswer(
  tx: Db,
  matchId: string,
  userId: string,
  { action, now }: { action: MatchResponse; now: Date },
): Promise<void> {
  await tx
    .insert(matchResponses)
    .values({ matchId, userId, action, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [matchResponses.matchId, matchResponses.userId], set: { action, updatedAt: now } });
}

/** Ends open matches and frees their members for new ones. */
export async function closeMatches(
  tx: Db,
  ids: string[],
  end: { status: 'mutual' | 'declined' | 'expired'; endedBy: NonNullable<MatchRow['endedBy']>; sessions?: Session[] },
  now: Date,
): Promise<void> {
  await tx
    .update(matches)
    .set({ status: end.status, endedBy: end.endedBy, closedAt: now, sessions: end.sessions ?? null })
    .where(and(inArray(matches.id, ids), eq(matches.status, 'proposed')));
  await tx.update(matchMembers).set({ open: false }).where(inArray(matchMembers.matchId, ids));
}

/**
 * Restores the waiting count of members whose match ended through no fault of theirs, and adds one run.
 * @param exceptIds the members who caused the end
 */
export async function restoreWaitCount(tx: Db, matchIds: string[], exceptIds: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into matcher_left_over (user_id, run_id, reason, waiting, written_at)
    select m.user_id, (array_agg(x.run_id))[1], 'proposal-ended', max(m.waited) + 1, ${now}::timestamptz
      from match_members m join matches x on x.id = m.match_id
     where m.match_id = any (${sql.param(matchIds)}::uuid[])
       and not m.user_id = any (${sql.param(exceptIds)}::uuid[])
       and not exists (select 1 from match_members o where o.user_id = m.user_id and o.open)
     group by m.user_id order by m.user_id
    on conflict (user_id) do update
      set waiting = greatest(matcher_left_over.waiting, excluded.waiting), reason = excluded.reason, advice = null, written_at = excluded.written_at`);
}

const newestFirstOrder = [desc(matches.createdAt), desc(matches.id)];

/** Returns an SQL condition for a block between the viewer and a member, in either direction. */
const hasBlockWithSql = (viewerId: string) => hasBlockAmongSql(sql`${viewerId}::uuid`, sql`${matches.memberIds}`);

/** The last item of the previous page; null for the first page. */
type PageCursor = { beforeAt: SQLWrapper; beforeId: SQLWrapper };

/**
 * Selects a player's matches, newest first: mutual ones and open ones that they haven't declined. Matches with a block
 * in either direction are excluded.
 */
export const selectCurrentMatches = (
  viewerId: SQLWrapper,
  now: SQLWrapper,
  { limit, beforeAt, beforeId }: PageCursor & { limit: SQLWrapper },
): SQL => sql`
  select m.* from ${matchMembers} x join ${matches} m on m.id = x.match_id
   where x.user_id = ${viewerId} and (m.status = 'mutual' or (m.status = 'proposed' and m.expires_at > ${now}))
     and not ${hasBlockAmongSql(viewerId, sql`m.member_ids`)}
     and (${beforeAt}::timestamptz is null or (m.created_at, m.id) < (${beforeAt}::timestamptz, ${beforeId}::uuid))
   order by m.created_at desc, m.id desc limit ${limit}`;

export const selectMatchesByIds = (ids: SQLWrapper): SQL => sql`select m.* from ${matches} m where m.id = any (${ids})`;

export const toMatchRow = (row: Record<string, unknown>): MatchRow => parseRow(matches, row);

/** Selects open matches that a user hasn't answered, except those with a block in either direction. */
export const selectMatchesToAnswer = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('proposal', {
    thing: sql`m.id`,
    until: sql`m.expires_at`,
    since: sql`m.created_at`,
    facts: { type: sql`m.type`, score: sql`m.score` },
  })}
    from match_members x join matches m on m.id = x.match_id
   where x.user_id = ${userId} and m.status = 'proposed' and m.expires_at > ${now}
     and not exists (select 1 from match_responses r where r.match_id = m.id and r.user_id = x.user_id)
     and not ${hasBlockAmongSql(sql`x.user_id`, sql`m.member_ids`)}`;

/** Returns whether there's a block between the viewer and another member of a match. */
export async function isBlockedInMatch(db: Db, matchId: string, viewerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: matches.id })
    .from(matches)
    .where(and(eq(matches.id, matchId), hasBlockWithSql(viewerId)));
  return rows.length > 0;
}

/** Selects the newest matches, of all players or of any of some, for admins. */
export function selectLatestMatches(db: Db, limit: number, playerIds?: readonly string[]) {
  const isOfPlayers = (ids: readonly string[]) =>
    inArray(
      matches.id,
      db
        .select({ id: matchMembers.matchId })
        .from(matchMembers)
        .where(inArray(matchMembers.userId, [...ids])),
    );
  return db
    .select({
      id: matches.id,
      type: matches.type,
      score: matches.score,
      status: matches.status,
      createdAt: matches.createdAt,
    })
    .from(matches)
    .where(playerIds && isOfPlayers(playerIds))
    .orderBy(...newestFirstOrder)
    .limit(limit);
}

/** Locks open matches whose answer deadline has passed. */
export async function lockOverdueMatches(tx: Db, now: Date, limit: number): Promise<MatchRow[]> {
  return tx
    .select()
    .from(matches)
    .where(and(eq(matches.status, 'proposed'), sql`${matches.expiresAt} <= ${now}`))
    .orderBy(matches.expiresAt)
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Locks a player's open matches, or only those that also include another given player. */
export async function lockOpenMatches(tx: Db, userId: string, otherId?: string): Promise<MatchRow[]> {
  const rows = await tx
    .select({ match: matches })
    .from(matchMembers)
    .innerJoin(matches, eq(matches.id, matchMembers.matchId))
    .where(
      and(
        eq(matchMembers.userId, userId),
        eq(matchMembers.open, true),
        otherId ? sql`${otherId}::uuid = any (${matches.memberIds})` : undefined,
      ),
    )
    .orderBy(matches.id)
    .for('update', { of: matches });
  return rows.map((row) => row.match);
}

/** A member's data for cards and messages. Contacts are passed on only for mutual matches. */
export type Person = {
  id: string;
  display_name: string;
  verified: boolean;
  avatar_path: string | null;
  role: string | null;
  platform: string | null;
  region: string | null;
  timezone: string | null;
  clock_hours: number | null;
  overall_rating: number | null;
  competitive_level: string | null;
  mic: boolean;
  availability: WeeklyHours[] | WeeklyHours;
  twitch_login: string | null;
  discord: string | null;
  twitter: string | null;
  psn: string | null;
  xbox: string | null;
};

/** Selects the profiles of members. */
export const selectPeople = (ids: SQLWrapper): SQL => sql`
    select p.id, p.display_name, p.avatar_path, p.role, p.platform, p.region, p.timezone, p.overall_rating,
           ${clockHoursSql(sql`p.id`)} as clock_hours, p.competitive_level, p.mic, p.availability, p.twitch_login, p.discord, p.twitter, p.psn, p.xbox,
           coalesce((select v.verified from ${publicPlayers} v where v.id = p.id), false) as verified
      from ${playersWithHandles} p where p.id = any (${ids})`;

const toPeople = prepareStatement<{ ids: string[] }, Person>(({ ids }) => selectPeople(sql`${ids}::uuid[]`));

/** Returns profiles of members by id. */
export async function getPeople(db: Db, ids: string[]): Promise<Map<string, Person>> {
  const rows = await toPeople(db, { ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}
