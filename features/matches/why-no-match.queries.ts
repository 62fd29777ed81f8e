import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { players } from '../profiles/player-views.queries.ts';
import type { Slot } from './matches.schema.ts';
import type { ScoreParts } from './score-parts.rules.ts';
import type { Advice } from './why-no-match.rules.ts';

/** A player's state in the matcher. */
export type MatchingState = {
  published: boolean;
  region: string | null;
  banned: boolean;
  /** Whether they published recently, and neither the search for their first match nor a run has ended since. */
  looking: boolean;
  /** Whether they published more often than the daily search limit allows, and no run has had a result since. */
  put_off: boolean;
  /** Whether they have an open match. */
  matched: boolean;
  /** Whether they had a match before. */
  matched_before: boolean;
  run_id: string | null;
  /** Reason why a run or search left them out; otherwise null. */
  reason: string | null;
  waiting: number;
  advice: Advice | null;
  /** When the last search for only this player ended. */
  looked: string | null;
};

/** Returns everything that the answer to "why have I no match?" depends on; undefined without a profile. */
export async function getMatchingState(
  db: Db,
  userId: string,
  now: Date,
  lookSince: Date,
): Promise<MatchingState | undefined> {
  const { rows } = await db.execute<MatchingState>(sql`
    select p.published, p.region, w.run_id, w.reason, coalesce(w.waiting, 0) as waiting, w.advice,
           ${isBannedNow(sql`p.id`, 'matching', now)} as banned,
           exists (select 1 from matcher_looks l
                    where l.user_id = p.id and l.ended_at is null and l.asked_at > ${lookSince}
                      and not exists (select 1 from matcher_runs r
                                       where r.status = 'done' and r.finished_at >= l.asked_at)) as looking,
           exists (select 1 from matcher_looks l
                    where l.user_id = p.id and l.put_off_at is not null
                      and not exists (select 1 from matcher_runs r
                                       where r.status = 'done' and r.finished_at >= l.put_off_at)) as put_off,
           (select l.ended_at::text from matcher_looks l
             where l.user_id = p.id and l.ended_at is distinct from l.put_off_at) as looked,
           exists (select 1 from match_members m where m.user_id = p.id) as matched_before,
           exists (select 1 from match_members m where m.user_id = p.id and m.open) as matched
      from ${players} p left join matcher_left_over w on w.user_id = p.id where p.id = ${userId}`);
  return rows[0];
}

/** Saves the computed advice until the next run or search. */
export async function saveAdvice(db: Db, userId: string, runId: string | null, advice: Advice): Promise<void> {
  await db.execute(sql`
    update matcher_left_over set advice = ${JSON.stringify(advice)}::jsonb
     where user_id = ${userId} and run_id is not distinct from ${runId}::uuid`);
}

export type RunProposal = {
  type: string;
  score: number;
  member_ids: string[];
  position_coverage: Record<string, number>;
  scheduled_overlap_minutes: number;
  positions: Record<string, string>;
  parts: ScoreParts;
  intervals: Slot[];
};

/** Lists the matches that a run proposed among the given players. Empty without a run. */
export async function listRunProposals(db: Db, runId: string | null, ids: string[]): Promise<RunProposal[]> {
  const { rows } = await db.execute<RunProposal>(sql`
    select type, score::float8 as score, member_ids, position_coverage, scheduled_overlap_minutes, positions, parts,
           intervals
      from matches where run_id = ${runId} and rescued_from is null
       and member_ids <@ ${sql.param(ids)}::uuid[]`);
  return rows;
}

/** Lists which of the given players have an open match that isn't from this run; without a run, any open match. */
export async function listTakenElsewhere(db: Db, runId: string | null, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select m.user_id from match_members m join matches x on x.id = m.match_id
     where m.user_id = any (${sql.param(ids)}::uuid[]) and (${runId}::uuid is null or x.run_id is distinct from ${runId}::uuid)
       and m.open`);
  return new Set(rows.map((row) => row.user_id));
}
