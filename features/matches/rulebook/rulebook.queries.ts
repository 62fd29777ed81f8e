import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { selectMemberName } from '../../profiles/player-views.queries.ts';
import type { MatchingRules } from './rulebook.rules.ts';
import { readStoredRules } from './stored-rules.rules.ts';

type VersionRow = {
  version: number;
  /** The stored rules without conversion, because the history shows them as they were published. */
  rules: Record<string, unknown>;
  note: string | null;
  published_by: string | null;
  published_at: string;
  withdrawn_at: string | null;
};

/** Arbitrary id of the lock that serializes publications across nodes. */
const PUBLISHING_LOCK = 7_302_301;
const NAME = selectMemberName(sql`published_by`);

/** Waits until no other transaction is publishing rules. */
export async function lockPublishing(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISHING_LOCK})`);
}

/** Finds the newest version that wasn't withdrawn; undefined while the built-in rules are active. */
export async function findNewestVersion(db: Db): Promise<{ version: number; rules: MatchingRules } | undefined> {
  const { rows } = await db.execute<{ version: number; rules: unknown }>(sql`
    select version, rules from matcher_rules where withdrawn_at is null order by version desc limit 1`);
  return rows[0] && { version: rows[0].version, rules: readStoredRules(rows[0].rules) };
}

/** Returns the rules of the given versions by number, including withdrawn versions but not the built-in one. */
export async function getRulesByVersion(db: Db, versions: number[]): Promise<Map<number, MatchingRules>> {
  const { rows } = await db.execute<{ version: number; rules: unknown }>(sql`
    select version, rules from matcher_rules where version = any (${sql.param(versions)}::integer[])`);
  return new Map(rows.map((row) => [row.version, readStoredRules(row.rules)]));
}

/** Lists all versions, newest first, with their publishers' names. */
export async function listVersions(db: Db, limit: number): Promise<VersionRow[]> {
  const { rows } = await db.execute<VersionRow>(sql`
    select version, rules, note, ${NAME} as published_by, published_at, withdrawn_at
      from matcher_rules order by version desc limit ${limit}`);
  return rows;
}

/** @returns the number of the new version */
export async function insertVersion(
  tx: Db,
  rules: MatchingRules,
  by: { adminId: string; note: string | null },
  now: Date,
): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    insert into matcher_rules (version, rules, note, published_by, published_at)
    select coalesce(max(version), 0) + 1,
           jsonb_set(${JSON.stringify(rules)}::jsonb, '{name}', to_jsonb('version ' || coalesce(max(version), 0) + 1)),
           ${by.note}, ${by.adminId}::uuid, ${now}::timestamptz
      from matcher_rules returning version`);
  return rows[0]!.version;
}

/** Withdraws a version. @returns its rules, or undefined when it was already withdrawn */
export async function withdrawVersion(tx: Db, version: number, now: Date): Promise<MatchingRules | undefined> {
  const { rows } = await tx.execute<{ rules: unknown }>(sql`
    update matcher_rules set withdrawn_at = ${now} where version = ${version} and withdrawn_at is null
    returning rules`);
  return rows[0] && readStoredRules(rows[0].rules);
}

export type DraftRow = { rules: MatchingRules; based_on: number; edited_by: string | null; edited_at: string };

export async function findDraft(db: Db): Promise<DraftRow | undefined> {
  const { rows } = await db.execute<Omit<DraftRow, 'rules'> & { rules: unknown }>(sql`
    select rules, based_on, ${selectMemberName(sql`edited_by`)} as edited_by, edited_at
      from matcher_rules_draft`);
  return rows[0] && { ...rows[0], rules: readStoredRules(rows[0].rules) };
}

/** Saves the draft, replacing the previous one. */
export async function upsertDraft(
  tx: Db,
  rules: MatchingRules,
  { basedOn, adminId }: { basedOn: number; adminId: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into matcher_rules_draft (rules, based_on, edited_by, edited_at)
    values (${JSON.stringify(rules)}::jsonb, ${basedOn}, ${adminId}, ${now})
    on conflict (one) do update set rules = excluded.rules, based_on = excluded.based_on,
      edited_by = excluded.edited_by, edited_at = excluded.edited_at`);
}

/** @returns whether there was a draft */
export async function deleteDraft(tx: Db): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from matcher_rules_draft`);
  return (rowCount ?? 0) > 0;
}
