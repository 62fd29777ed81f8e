import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { paymentsAudit, stripeWatermark } from '../payments.tables.ts';

/** Stores an event. @returns false when it was already stored */
export async function storeEvent(
  db: Db,
  event: {
    eventId: string;
    eventType: string;
    priceId: string | null;
    payload: Record<string, unknown>;
    receivedAt: Date;
  },
): Promise<boolean> {
  const rows = await db
    .insert(paymentsAudit)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: paymentsAudit.eventId });
  return rows.length > 0;
}

export async function findEvent(db: Db, eventId: string) {
  const [row] = await db.select().from(paymentsAudit).where(eq(paymentsAudit.eventId, eventId)).limit(1);
  return row;
}

/** Marks an event as processed, which succeeds only once. @returns false when it was already processed */
export async function claimEvent(tx: Db, eventId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(paymentsAudit)
    .set({ processedAt: now, problem: null })
    .where(and(eq(paymentsAudit.eventId, eventId), isNull(paymentsAudit.processedAt)))
    .returning({ id: paymentsAudit.eventId });
  return rows.length > 0;
}

export async function saveEventProblem(db: Db, eventId: string, problem: string): Promise<void> {
  await db
    .update(paymentsAudit)
    .set({ problem: problem.slice(0, 500) })
    .where(eq(paymentsAudit.eventId, eventId));
}

/** Lists events that couldn't be applied yet, oldest first. */
export async function listUnprocessedEvents(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: paymentsAudit.eventId })
    .from(paymentsAudit)
    .where(isNull(paymentsAudit.processedAt))
    .orderBy(asc(paymentsAudit.receivedAt), asc(paymentsAudit.eventId))
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function getWatermark(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select extract(epoch from seen_until)::float8 as at from ${stripeWatermark}`,
  );
  return rows[0] ? new Date(rows[0].at * 1000) : undefined;
}

export async function setWatermark(db: Db, at: Date): Promise<void> {
  await db.execute(sql`
    insert into ${stripeWatermark} (seen_until) values (${at.toISOString()})
    on conflict (one) do update set seen_until = greatest(${stripeWatermark.seenUntil}, excluded.seen_until)`);
}

/** Stores a bank dispute, once. @returns false when it was already stored */
export async function insertCardDispute(
  tx: Db,
  row: { orderId: string; providerId: string; state: 'open' | 'decided'; decision?: string; at: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into disputes (order_id, reason, source, processor_id, state, decision, created_at, decided_at)
    values (${row.orderId}, 'The bank of the buyer disputes the card payment.', 'card', ${row.providerId}, ${row.state},
            ${row.decision ?? null}, ${row.at.toISOString()}, ${row.state === 'decided' ? row.at.toISOString() : null})
    on conflict (processor_id) do nothing returning id`);
  return rows.length > 0;
}

/** Returns whether a payment of the order is still under bank review. */
export async function hasOpenCardDispute(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from disputes where order_id = ${orderId} and source = 'card' and state = 'open' limit 1`,
  );
  return rows.length > 0;
}

export async function findCardDispute(
  tx: Db,
  providerId: string,
): Promise<{ state: 'open' | 'decided'; decision: string | null } | undefined> {
  const { rows } = await tx.execute<{ state: 'open' | 'decided'; decision: string | null }>(
    sql`select state, decision from disputes where processor_id = ${providerId}`,
  );
  return rows[0];
}

/** Records the bank's decision, even if it had decided differently before. */
export async function decideCardDispute(tx: Db, providerId: string, decision: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update disputes set state = 'decided', decision = ${decision}, decided_at = ${at.toISOString()}
     where processor_id = ${providerId}`);
}

/** Returns whether an order has open or lost bank disputes, and when each was opened. */
export async function getDisputeDays(
  tx: Db,
  orderId: string,
): Promise<{ open: boolean; lost: boolean; openedAt: Date[] }> {
  const { rows } = await tx.execute<{ state: string; decision: string | null; at: number }>(sql`
    select state, decision, (extract(epoch from created_at) * 1000)::float8 as at
      from disputes where order_id = ${orderId} and source = 'card'`);
  return {
    open: rows.some(({ state }) => state === 'open'),
    lost: rows.some(({ decision }) => decision === 'lost'),
    openedAt: rows.map(({ at }) => new Date(Math.round(at))),
  };
}
