import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { players } from '../profiles/player-views.queries.ts';
import type { Slot } from './matches.schema.ts';
import type { ScoreParts } from './score-parts.rules.ts';

/** Where a player stands with the matcher. */
export type Standing = {
  published: boolean;
  region: string | null;
  banned: boolean;
  /** Has an open proposal, or an accepted match that is still fresh. */
  matched: boolean;
  /** Was in some match before. */
  matched_before: boolean;
  run_id: string | null;
  reason: string | null;
  waiting: number;
  advice: { sentences: string[]; change: string | null } | null;
};

/** Everything "why have I no match?" depends on; undefined without a profile. */
export async function standingOf(db: Db, userId: string, now: Date, restSince: Date): Promise<Standing | undefined> {
  const { rows } = await db.execute<Standing>(sql`
    select p.published, p.region, w.run_id, w.reason, coalesce(w.waiting, 0) as waiting, w.advice,
           ${isBannedNow(sql`p.id`, 'matching', now)} as banned,
           exists (select 1 from match_members m where m.user_id = p.id) as matched_before,
           exists (select 1 from match_members m join matches x on x.id = m.match_id
                    where m.user_id = p.id
                      and (m.open or (x.status = 'mutual' and x.closed_at > ${restSince}))) as matched
      from ${players} p left join matcher_left_over w on w.user_id = p.id where p.id = ${userId}`);
  return rows[0];
}

/** Remembers the worked-out advice until the next run. */
export async function keepAdvice(db: Db, userId: string, runId: string, advice: object): Promise<void> {
  await db.execute(sql`
    update matcher_left_over set advice = ${JSON.stringify(advice)}::jsonb
     where user_id = ${userId} and run_id = ${runId}`);
}

/** Ids of the players that matter most to one player's chances: in the same regions, longest waits first. */
export async function nearbyIds(db: Db, regions: string[], limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${players} p left join matcher_left_over w on w.user_id = p.id
     where p.published order by (p.region = any (${sql.param(regions)}::text[])) desc,
           coalesce(w.waiting, 0) desc, p.updated_at desc limit ${limit}`);
  return rows.map((row) => row.id);
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

/** What a run proposed, and of it only what lies wholly among the given players. */
export async function proposalsOfRun(db: Db, runId: string, ids: string[]): Promise<RunProposal[]> {
  const { rows } = await db.execute<RunProposal>(sql`
    select type, score::float8 as score, member_ids, position_coverage, scheduled_overlap_minutes, positions, parts,
           intervals
      from matches where run_id = ${runId} and rescued_from is null
       and member_ids <@ ${sql.param(ids)}::uuid[]`);
  return rows;
}

/** Players among the given ones who have an open or fresh match from elsewhere than this run. */
export async function takenElsewhere(db: Db, runId: string, ids: string[], restSince: Date): Promise<Set<string>> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select m.user_id from match_members m join matches x on x.id = m.match_id
     where m.user_id = any (${sql.param(ids)}::uuid[]) and x.run_id is distinct from ${runId}::uuid
       and (m.open or (x.status = 'mutual' and x.closed_at > ${restSince}))`);
  return new Set(rows.map((row) => row.user_id));
}
