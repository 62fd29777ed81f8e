import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { selectMemberName } from '../../profiles/player-views.queries.ts';
import type { MatchingRules } from './rulebook.rules.ts';
import type { Trial, TrialChanges, TrialSide } from './rulebook.schema.ts';

const COLUMNS = sql`
  id, status, ${selectMemberName(sql`requested_by`)} as requested_by, requested_at,
  finished_at, rules, base_version, progress, present, tried, changes, error`;

/** Stores a request to try out rules. @returns the trial's id */
export async function insertTrial(
  tx: Db,
  rules: MatchingRules,
  { baseVersion, by }: { baseVersion: number; by: string },
  now: Date,
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into matcher_trials (requested_by, requested_at, status, rules, base_version)
    values (${by}, ${now}, 'queued', ${JSON.stringify(rules)}::jsonb, ${baseVersion}) returning id`);
  return rows[0]!.id;
}

export async function findTrial(db: Db, id: string): Promise<Trial | undefined> {
  const { rows } = await db.execute<Trial>(sql`select ${COLUMNS} from matcher_trials where id = ${id}`);
  return rows[0];
}

export async function findLatestTrial(db: Db): Promise<Trial | undefined> {
  const { rows } = await db.execute<Trial>(sql`
    select ${COLUMNS} from matcher_trials order by requested_at desc limit 1`);
  return rows[0];
}

/** Saves a trial's progress. The first call also marks it as running. */
export async function updateTrialProgress(db: Db, id: string, progress: Trial['progress']): Promise<void> {
  await db.execute(sql`
    update matcher_trials set status = 'running', progress = ${JSON.stringify(progress)}::jsonb
     where id = ${id} and status in ('queued', 'running')`);
}

export async function markTrialDone(
  db: Db,
  id: string,
  found: { present: TrialSide; tried: TrialSide; changes: TrialChanges },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update matcher_trials set status = 'done', finished_at = ${now}, progress = null,
           present = ${JSON.stringify(found.present)}::jsonb, tried = ${JSON.stringify(found.tried)}::jsonb,
           changes = ${JSON.stringify(found.changes)}::jsonb
     where id = ${id}`);
}

export async function markTrialFailed(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db.execute(sql`
    update matcher_trials set status = 'failed', finished_at = ${now}, error = ${error.slice(0, 500)}
     where id = ${id} and status in ('queued', 'running')`);
}
