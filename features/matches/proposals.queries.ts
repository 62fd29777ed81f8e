import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type TimePreferences, toTimePreferences } from '../../time/reader-times.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { clockHoursSql, players } from '../profiles/player-views.queries.ts';
import type { NewMatch } from './proposals.rules.ts';

/** Arbitrary id of the lock that every transaction holds while it creates proposals, so that no player gets two. */
const PROPOSAL_CREATION_LOCK = 7_302_300;

/**
 * Waits until no other transaction is creating proposals.
 * @param isConcurrent allows other transactions that also set it to create proposals at the same time, because they
 * handle different players
 */
export async function lockProposalCreation(tx: Db, isConcurrent = false): Promise<void> {
  await tx.execute(
    isConcurrent
      ? sql`select pg_advisory_xact_lock_shared(${PROPOSAL_CREATION_LOCK})`
      : sql`select pg_advisory_xact_lock(${PROPOSAL_CREATION_LOCK})`,
  );
}

export type EligiblePlayer = { display_name: string; times: TimePreferences };

/**
 * Returns the given players who can still be matched (published, not banned from matching), with their names and time
 * display settings.
 */
export async function findEligiblePlayers(tx: Db, ids: string[], now: Date): Promise<Map<string, EligiblePlayer>> {
  type Row = { id: string; display_name: string; timezone: string | null; clock_hours: number | null };
  const { rows } = await tx.execute<Row>(sql`
    select p.id, p.display_name, p.timezone, ${clockHoursSql(sql`p.id`)} as clock_hours from ${players} p
     where p.id = any (${sql.param(ids)}::uuid[]) and p.published
       and not ${isBannedNow(sql`p.id`, 'matching', now)}`);
  return new Map(rows.map(({ id, display_name, ...known }) => [id, { display_name, times: toTimePreferences(known) }]));
}

/** Stores proposals with their members. The members stop waiting, but their waiting counts are stored. */
export async function insertMatches(tx: Db, matches: NewMatch[], now: Date, expiresAt: Date): Promise<void> {
  const rows = matches.map((match) => ({
    id: match.id,
    type: match.type,
    score: match.score,
    member_ids: match.memberIds,
    position_coverage: match.coverage,
    scheduled_overlap_minutes: Math.round(match.overlapMinutes),
    facts: match.facts,
    positions: match.positions,
    parts: match.parts,
    intervals: match.intervals,
    week_of: match.weekOf,
    group_key: match.groupKey,
    run_id: match.runId,
    rescued_from: match.rescuedFrom,
    rescue_depth: match.rescueDepth,
    substitute_id: match.substituteId,
    rules_version: match.rulesVersion,
  }));
  await tx.execute(sql`
    insert into matches (id, type, score, member_ids, position_coverage, scheduled_overlap_minutes, facts,
                         positions, parts, intervals, week_of, group_key, run_id, rescued_from, rescue_depth,
                         substitute_id, rules_version, created_at, expires_at)
    select id, type, score, member_ids, position_coverage, scheduled_overlap_minutes, facts,
           positions, parts, intervals, week_of, group_key, run_id, rescued_from, rescue_depth,
           substitute_id, rules_version, ${now}::timestamptz, ${expiresAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        id uuid, type text, score numeric, member_ids uuid[], position_coverage jsonb,
        scheduled_overlap_minutes integer, facts jsonb, positions jsonb, parts jsonb, intervals jsonb,
        week_of date, group_key text, run_id uuid, rescued_from uuid, rescue_depth smallint, substitute_id uuid,
        rules_version integer)`);
  const members = matches.flatMap((match) =>
    match.memberIds.map((userId) => ({
      match_id: match.id,
      user_id: userId,
      kind: match.kind,
      carried: match.carriedIds.includes(userId),
    })),
  );
  await tx.execute(sql`
    insert into match_members (match_id, user_id, kind, open, carried, waited)
    select r.match_id, r.user_id, r.kind, true, r.carried, coalesce(w.waiting, 0)
      from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as r (
        match_id uuid, user_id uuid, kind text, carried boolean)
      left join matcher_left_over w on w.user_id = r.user_id`);
  await tx.execute(sql`
    delete from matcher_left_over
     where user_id = any (${sql.param(members.map((member) => member.user_id))}::uuid[])`);
}
