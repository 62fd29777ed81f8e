import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countBansOf } from './bans.queries.ts';
import type { FlagDecision } from './moderation.schema.ts';
import { contentFlags } from './moderation.tables.ts';

export type FlagRow = typeof contentFlags.$inferSelect;
export type FlagState = Pick<FlagRow, 'status' | 'resolution' | 'resolvedBy' | 'resolvedAt'>;

export async function insertFlag(db: Db, flag: Omit<typeof contentFlags.$inferInsert, 'status'>): Promise<FlagRow> {
  const [row] = await db
    .insert(contentFlags)
    .values({ ...flag, status: 'open' })
    .returning();
  return row!;
}

/** Locks one flag until the transaction ends. */
export async function lockFlag(tx: Db, id: string): Promise<FlagRow | undefined> {
  const [row] = await tx.select().from(contentFlags).where(eq(contentFlags.id, id)).for('update');
  return row;
}

/** Locks all open flags on one listing, message, squad's page or review until the transaction ends. */
export async function lockOpenFlags(
  tx: Db,
  target: 'listingId' | 'messageId' | 'squadId' | 'reviewId',
  id: string,
): Promise<FlagRow[]> {
  return tx
    .select()
    .from(contentFlags)
    .where(and(eq(contentFlags[target], id), eq(contentFlags.status, 'open')))
    .orderBy(contentFlags.id)
    .for('update');
}

export async function setFlagState(tx: Db, ids: string[], state: FlagState): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(contentFlags).set(state).where(inArray(contentFlags.id, ids));
}

export async function countOpenFlags(db: Db): Promise<number> {
  return db.$count(contentFlags, eq(contentFlags.status, 'open'));
}

/** Counts a user's refused listings that haven't been reviewed yet. */
export async function countOpenRefusals(db: Db, ownerId: string): Promise<number> {
  return db.$count(
    contentFlags,
    and(eq(contentFlags.ownerId, ownerId), eq(contentFlags.kind, 'blocked_word'), eq(contentFlags.status, 'open')),
  );
}

export async function listFlagsAbout(db: Db, ownerId: string, limit: number): Promise<FlagRow[]> {
  return db
    .select()
    .from(contentFlags)
    .where(eq(contentFlags.ownerId, ownerId))
    .orderBy(desc(contentFlags.createdAt), desc(contentFlags.id))
    .limit(limit);
}

export type QueueRow = {
  id: string;
  kind: FlagRow['kind'];
  reason: string;
  details: string | null;
  created_at: string;
  listing_id: string | null;
  message_id: string | null;
  squad_id: string | null;
  review_id: string | null;
  reporter_id: string | null;
  reporter_upheld: number;
  reporter_dismissed: number;
  owner_id: string | null;
  subject: Record<string, unknown>;
  reports: number;
};

/**
 * Lists the newest open flags with the reporter's track record. The rules decide the order.
 * @param limit how many of the newest flags to consider
 */
export async function listOpenFlags(db: Db, limit: number): Promise<QueueRow[]> {
  const { rows } = await db.execute<QueueRow>(sql`
    with newest as (
      select * from content_flags where status = 'open' order by created_at desc, id desc limit ${limit}
    ), record as (
      select reporter_id,
             count(*) filter (where status = 'upheld')::int as upheld,
             count(*) filter (where status = 'dismissed')::int as dismissed
        from content_flags
       where reporter_id in (select reporter_id from newest where reporter_id is not null)
       group by reporter_id
    )
    select f.id, f.kind, f.reason, f.details, f.created_at::text as created_at, f.listing_id, f.message_id, f.squad_id,
           f.review_id, f.reporter_id,
           coalesce(record.upheld, 0) as reporter_upheld, coalesce(record.dismissed, 0) as reporter_dismissed,
           f.owner_id, f.subject,
           (select count(*)::int from content_flags o
             where (o.listing_id = f.listing_id or o.message_id = f.message_id or o.squad_id = f.squad_id
                    or o.review_id = f.review_id) and o.status = 'open') as reports
      from newest f
      left join record on record.reporter_id = f.reporter_id
     order by f.created_at desc, f.id desc`);
  return rows;
}

/** Counts a user's reports with this outcome, as an expression for statements of other features. */
export const countReportsSql = (reporterId: SQLWrapper | string, status: 'upheld' | 'dismissed'): SQL<number> =>
  sql`(select count(*)::int from content_flags f where f.reporter_id = ${reporterId} and f.status = ${status})`;

export function toResolvedState(decision: FlagDecision, by: string | null, now: Date): FlagState {
  return {
    status: decision === 'dismiss' ? 'dismissed' : 'upheld',
    resolution: decision,
    resolvedBy: by,
    resolvedAt: now,
  };
}

/** A user's moderation history in numbers, shown next to a report. */
export type FlagHistory = {
  flags_open: number;
  flags_upheld: number;
  flags_dismissed: number;
  bans: number;
  bans_now: number;
  last_ban: string | null;
  appeals_granted: number;
  appeals_rejected: number;
  appeals_open: number;
};

/** Returns the reports, bans and appeals of several users, by user. */
export async function listHistories(db: Db, ids: string[], now: Date): Promise<Map<string, FlagHistory>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<FlagHistory & { id: string }>(sql`
    select x.id,
           f.open as flags_open, f.upheld as flags_upheld, f.dismissed as flags_dismissed,
           b.bans, ${countBansOf(sql`x.id`, now)} as bans_now, b.last_ban,
           a.granted as appeals_granted, a.rejected as appeals_rejected, a.open as appeals_open
      from unnest(${sql.param([...new Set(ids)])}::uuid[]) as x (id)
      cross join lateral (
        select count(*) filter (where status = 'open')::int as open,
               count(*) filter (where status = 'upheld')::int as upheld,
               count(*) filter (where status = 'dismissed')::int as dismissed
          from content_flags where owner_id = x.id) f
      cross join lateral (
        select count(*)::int as bans, (array_agg(reason order by created_at desc))[1] as last_ban
          from ban_list where user_id = x.id) b
      cross join lateral (
        select count(*) filter (where status = 'granted')::int as granted,
               count(*) filter (where status = 'rejected')::int as rejected,
               count(*) filter (where status = 'open')::int as open
          from ban_appeals where user_id = x.id) a`);
  return new Map(rows.map(({ id, ...history }) => [id, history]));
}
