import { and, asc, eq, gt, inArray, isNull, lt, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import { queueSwitch, queueTickets } from './queue.tables.ts';

export type TicketRow = typeof queueTickets.$inferSelect;

/**
 * Returns how many milliseconds the database's clock is ahead of this process's. Deadlines only use the database's
 * clock.
 */
export async function getClockOffset(db: Db): Promise<number> {
  const before = Date.now();
  const { rows } = await db.execute<{ at: number }>(sql`select extract(epoch from clock_timestamp()) * 1000 as at`);
  return Number(rows[0]!.at) - (before + Date.now()) / 2;
}

/** Returns the start and reason of the queue's pause, or null. */
export async function findQueuePause(db: Db): Promise<{ since: Date; reason: string } | null> {
  const [row] = await db.select().from(queueSwitch);
  return row?.stoppedAt ? { since: row.stoppedAt, reason: row.reason } : null;
}

/** Pauses or resumes the queue. A row lock keeps joins and pauses from overlapping. */
export async function setQueuePause(
  tx: Db,
  stop: { since: Date; reason: string; byId: string | null } | null,
): Promise<void> {
  await tx
    .update(queueSwitch)
    .set({ stoppedAt: stop?.since ?? null, reason: stop?.reason ?? '', byId: stop?.byId ?? null });
}

/** Locks the switch row while a user joins. @returns the same as `findQueuePause` */
export async function lockQueueSwitch(tx: Db): Promise<{ since: Date; reason: string } | null> {
  const [row] = await tx.select().from(queueSwitch).for('share');
  return row?.stoppedAt ? { since: row.stoppedAt, reason: row.reason } : null;
}

export async function findTicket(db: Db, userId: string): Promise<TicketRow | undefined> {
  const [row] = await db.select().from(queueTickets).where(eq(queueTickets.userId, userId));
  return row;
}

/**
 * Builds a statement for the home page's summary of a user's ticket. During a ready check, all five players count as
 * found.
 */
export const selectTicketSummary = (userId: SQLWrapper): SQL => sql`
  select kind, since, case state when 'checked' then 5 else found end as found from ${queueTickets} where user_id = ${userId}`;

/** Returns players' tickets and locks them for the transaction, in user order. */
export async function lockTickets(tx: Db, userIds: readonly string[]): Promise<TicketRow[]> {
  if (userIds.length === 0) return [];
  return tx
    .select()
    .from(queueTickets)
    .where(inArray(queueTickets.userId, [...userIds]))
    .orderBy(asc(queueTickets.userId))
    .for('update');
}

/** Returns the tickets of everyone queuing with a user, including their own, and locks them for the transaction. */
export async function lockGroupOf(tx: Db, userId: string): Promise<TicketRow[]> {
  return tx
    .select()
    .from(queueTickets)
    .where(sql`${queueTickets.groupId} = (select group_id from queue_tickets where user_id = ${userId})`)
    .orderBy(asc(queueTickets.userId))
    .for('update');
}

/** Returns a group's tickets, in user order. */
export async function listGroup(db: Db, groupId: string): Promise<TicketRow[]> {
  return db.select().from(queueTickets).where(eq(queueTickets.groupId, groupId)).orderBy(asc(queueTickets.userId));
}

/** @returns how many were inserted: fewer than given when a user already has a ticket */
export async function insertTickets(tx: Db, tickets: (typeof queueTickets.$inferInsert)[]): Promise<number> {
  const rows = await tx.insert(queueTickets).values(tickets).onConflictDoNothing().returning({ id: queueTickets.id });
  return rows.length;
}

export async function deleteTickets(tx: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.delete(queueTickets).where(inArray(queueTickets.userId, [...userIds]));
}

const incrementedVersion = { version: sql`${queueTickets.version} + 1` };

/** Moves players' tickets into checks. @param checkOf user → check */
export async function putAllIntoChecks(tx: Db, checkOf: ReadonlyMap<string, string>): Promise<void> {
  await tx.execute(sql`
    update queue_tickets t set state = 'checked', check_id = x.check_id, still_until = null, version = t.version + 1
      from unnest(${sql.param([...checkOf.keys()])}::uuid[], ${sql.param([...checkOf.values()])}::uuid[]) as x (user_id, check_id)
     where t.user_id = x.user_id`);
}

/** Moves players back to waiting. They were just in a check, so the still-there question is postponed. */
export async function returnToWaiting(tx: Db, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(queueTickets)
    .set({ ...incrementedVersion, state: 'waiting', checkId: null, saidAt: now })
    .where(inArray(queueTickets.userId, [...userIds]));
}

/** Invalidates the matcher's cached data of these players. */
export async function invalidateTickets(tx: Db, userIds: readonly string[]): Promise<void> {
  const ids = userIds.toSorted();
  await tx.execute(sql`
    update queue_tickets t set version = t.version + 1
      from (select user_id from queue_tickets where user_id = any (${sql.param(ids)}::uuid[]) order by user_id for update) x
     where t.user_id = x.user_id`);
}

/** Updates a player's role and region. A solo player is matched in the new region from now on. */
export async function updatePlace(
  tx: Db,
  userId: string,
  { role, region, pool }: { role: string; region: string; pool: string },
) {
  await tx.execute(sql`
    update queue_tickets t set role = ${role}, region = ${region}, version = t.version + 1,
           pool = case when exists (select 1 from queue_tickets o where o.group_id = t.group_id and o.user_id <> t.user_id)
                       then t.pool else ${pool} end
     where t.user_id = ${userId}`);
}

/** Records that these users are on a page now. Skips locked rows, because those players will be seen again soon. */
export async function markSeen(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  await db.execute(sql`
    update queue_tickets t set seen_at = ${now}
      from (select user_id from queue_tickets where user_id = any (${sql.param([...userIds])}::uuid[]) for update skip locked) x
     where t.user_id = x.user_id and t.seen_at < ${now}`);
}

export async function markStillThere(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(queueTickets)
    .set({ ...incrementedVersion, saidAt: now, seenAt: now, stillUntil: null })
    .where(eq(queueTickets.userId, userId));
}

/** Returns the ticket versions of everyone waiting in a pool. Always read in full, so nothing is missed. */
export async function listVersions(db: Db, pool: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: queueTickets.userId, version: queueTickets.version })
    .from(queueTickets)
    .where(and(eq(queueTickets.pool, pool), eq(queueTickets.state, 'waiting')));
  return new Map(rows.map(({ userId, version }) => [userId, version]));
}

export async function listTickets(db: Db, userIds: readonly string[]): Promise<TicketRow[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(queueTickets)
    .where(inArray(queueTickets.userId, [...userIds]));
}

/** Lists players who wait alone to play now and were seen recently, longest wait first. */
export async function listSoloTickets(
  db: Db,
  {
    pools,
    seenSince,
    exceptIds,
    limit,
  }: { pools: string[]; seenSince: Date; exceptIds: readonly string[]; limit: number },
): Promise<TicketRow[]> {
  return db
    .select()
    .from(queueTickets)
    .where(
      and(
        inArray(queueTickets.pool, pools),
        eq(queueTickets.kind, 'now'),
        eq(queueTickets.state, 'waiting'),
        gt(queueTickets.seenAt, seenSince),
        notInArray(queueTickets.userId, [...exceptIds]),
        sql`not exists (select 1 from queue_tickets o
             where o.group_id = ${queueTickets.groupId} and o.user_id <> ${queueTickets.userId})`,
      ),
    )
    .orderBy(asc(queueTickets.since))
    .limit(limit);
}

/** Lists pools with waiting or invited players. */
export async function listPoolsInUse(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ pool: string }>(sql`
    select distinct pool from queue_tickets union select distinct pool from queue_checks where state = 'open'`);
  return rows.map(({ pool }) => pool);
}

/** Returns which of these users were seen since the given time. */
export async function listSeenSince(db: Db, userIds: readonly string[], since: Date): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: queueTickets.userId })
    .from(queueTickets)
    .where(and(inArray(queueTickets.userId, [...userIds]), gt(queueTickets.seenAt, since)));
  return new Set(rows.map(({ userId }) => userId));
}

type LeavingTicket = { absentSince: Date; now: Date };

/**
 * Lists the tickets of waiting players to remove: they want to play now but have no page open, didn't answer the
 * still-there question, or have less than 75 minutes of availability left tonight.
 */
export async function listLeavingTickets(db: Db, pool: string, { absentSince, now }: LeavingTicket) {
  const { rows } = await db.execute<{ user_id: string; why: 'absent' | 'silent' | 'over' }>(sql`
    select t.user_id, case when t.still_until < ${now} then 'silent'
                           when t.window_until < ${now}::timestamptz + interval '75 minutes' then 'over' else 'absent' end as why
      from queue_tickets t
     where t.pool = ${pool} and t.state = 'waiting'
       and (t.still_until < ${now} or t.window_until < ${now}::timestamptz + interval '75 minutes'
            or (t.kind = 'now' and t.seen_at < ${absentSince}))
     limit 500`);
  return rows.map(({ user_id: userId, why }) => ({ userId, why }));
}

/**
 * Asks players who have been inactive for a long time whether they're still there. Skips players waiting for tonight,
 * who don't have to stay on a page.
 * @returns who was asked
 */
export async function askStillThere(
  tx: Db,
  pool: string,
  { saidBefore, until }: { saidBefore: Date; until: Date },
): Promise<{ userId: string; id: string }[]> {
  return tx
    .update(queueTickets)
    .set({ stillUntil: until })
    .where(
      and(
        eq(queueTickets.pool, pool),
        eq(queueTickets.kind, 'now'),
        eq(queueTickets.state, 'waiting'),
        isNull(queueTickets.stillUntil),
        lt(queueTickets.saidAt, saidBefore),
      ),
    )
    .returning({ userId: queueTickets.userId, id: queueTickets.id });
}

/** Stores how many players fit together, where the number changed. */
export async function markFound(db: Db, foundCounts: ReadonlyMap<string, number>): Promise<void> {
  if (foundCounts.size === 0) return;
  await db.execute(sql`
    update queue_tickets t set found = x.found
      from unnest(${sql.param([...foundCounts.keys()])}::uuid[], ${sql.param([...foundCounts.values()])}::int[]) as x (user_id, found)
     where t.user_id = x.user_id and t.state = 'waiting' and t.found <> x.found`);
}

type QueueDepth = { role: string; region: string; kind: 'now' | 'tonight'; waiting: number; longest: number };

/**
 * Counts queued players by role, region and kind, with the longest wait in seconds. Includes players in ready checks.
 */
export async function countWaitingByRole(db: Db, now: Date): Promise<QueueDepth[]> {
  const { rows } = await db.execute<QueueDepth>(sql`
    select role, region, kind, count(*)::int as waiting,
           greatest(0, extract(epoch from ${now}::timestamptz - min(since)))::float8 as longest
      from queue_tickets group by role, region, kind order by kind, region, role`);
  return rows;
}

export async function listTicketUserIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: queueTickets.userId })
    .from(queueTickets)
    .orderBy(queueTickets.userId)
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Builds a statement for the queue's question whether a waiting player is still there. */
export const selectStillThereQuestion = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('still_there', {
    thing: sql`t.id`,
    until: sql`t.still_until`,
    since: sql`t.since`,
    facts: {},
  })}
    from ${queueTickets} t where t.user_id = ${userId} and t.still_until > ${now}`;
