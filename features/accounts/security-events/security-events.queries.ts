import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { securityEvents } from '../accounts.tables.ts';
import { type EventOrigin, MANY_FAILURES_COUNT, type SignInHistory } from './security-events.rules.ts';
import type { EventKind } from './security-events.schema.ts';

export type EventRow = typeof securityEvents.$inferSelect;

/**
 * Adds an entry. If the entry has a slot (the hour in which events are counted), increments that hour's existing entry
 * instead.
 */
export async function insertEvent(db: Db, values: typeof securityEvents.$inferInsert): Promise<void> {
  const { device, network, country, createdAt } = values;
  await db
    .insert(securityEvents)
    .values(values)
    .onConflictDoUpdate({
      target: [securityEvents.userId, securityEvents.kind, securityEvents.action, securityEvents.slot],
      targetWhere: sql`slot is not null`,
      set: {
        device,
        network,
        country,
        lastAt: createdAt,
        times: sql`${securityEvents.times} + 1`,
        marks: sql`case when ${securityEvents.kind} = 'failure' and ${securityEvents.times} + 1 >= ${MANY_FAILURES_COUNT}
                        then '{many_failures}'::text[] else ${securityEvents.marks} end`,
      },
    });
}

/** Compares a country and a network with a user's earlier sign-ins. */
export async function readSignInHistory(
  db: Db,
  userId: string,
  { country, network }: EventOrigin,
): Promise<SignInHistory> {
  const existsSignInSql = (condition: ReturnType<typeof sql>) => sql`exists (
    select 1 from auth.security_events
     where user_id = ${userId} and kind = 'sign_in' and ${condition})`;
  const { rows } = await db.execute<SignInHistory>(sql`
    select ${existsSignInSql(sql`country is not null`)} as countries,
           ${existsSignInSql(sql`country = ${country}`)} as "sameCountry",
           ${existsSignInSql(sql`network is not null`)} as networks,
           ${existsSignInSql(sql`network = ${network}`)} as "sameNetwork"`);
  return rows[0]!;
}

/**
 * Returns a page of a user's entries of these kinds, newest first. @param before only entries older than the one with
 * this id
 */
export async function listEvents(
  db: Db,
  userId: string,
  { kinds, before, limit }: { kinds: EventKind[]; before: number | undefined; limit: number },
): Promise<EventRow[]> {
  return db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        inArray(securityEvents.kind, kinds),
        before ? lt(securityEvents.id, before) : undefined,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit);
}

/** Returns one of a user's own entries. */
export async function findEvent(db: Db, userId: string, id: number): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), eq(securityEvents.id, id)));
  return row;
}

/** The marked entries of all accounts: `id`, `user_id`, `action`, `metadata`, `device` … `marks`, `at`. */
export const markedEventsSql = sql`(
  select id, user_id, action, metadata, device, network, country, times, marks, coalesce(last_at, created_at) as at
    from auth.security_events where marks <> '{}')`;

/**
 * Deletes old entries of little value: browser reports and failures before `noiseBefore`, and sign-ins before
 * `signInsBefore`. Also limits each user to their newest `reports` browser reports. Entries about changes stay as long
 * as the account.
 */
export async function deleteOldEvents(
  db: Db,
  { noiseBefore, signInsBefore, reports }: { noiseBefore: Date; signInsBefore: Date; reports: number },
): Promise<void> {
  await db.execute(sql`
    delete from auth.security_events
     where (kind in ('failure', 'report') and created_at < ${noiseBefore.toISOString()})
        or (kind = 'sign_in' and created_at < ${signInsBefore.toISOString()})`);
  await db.execute(sql`
    delete from auth.security_events where id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as nth
          from auth.security_events where kind = 'report'
      ) ranked where nth > ${reports})`);
}
