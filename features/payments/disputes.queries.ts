import { and, asc, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { disputeMessages, disputes } from './payments.tables.ts';

export type Dispute = typeof disputes.$inferSelect;

export async function findDispute(db: Db, id: string): Promise<Dispute | undefined> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id)).limit(1);
  return row;
}

/**
 * Matches disputes that someone opened or was asked to decide. Excludes the records of orders that ended immediately by
 * their rules.
 */
const isDispute = or(isNotNull(disputes.openedBy), sql`${disputes.decidedAt} is distinct from ${disputes.createdAt}`);

/** Returns an order's newest dispute that someone opened or was asked to decide. Ignores bank disputes. */
export async function findDisputeOfOrder(db: Db, orderId: string): Promise<Dispute | undefined> {
  const [row] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.source, 'people'), isDispute))
    .orderBy(desc(disputes.createdAt))
    .limit(1);
  return row;
}

/** Returns an order's open dispute. Ignores bank disputes. */
export async function findOpenDispute(db: Db, orderId: string): Promise<Dispute | undefined> {
  const isOpen = and(eq(disputes.orderId, orderId), eq(disputes.source, 'people'), eq(disputes.state, 'open'));
  const [row] = await db.select().from(disputes).where(isOpen).limit(1);
  return row;
}

export async function insertDispute(tx: Db, row: typeof disputes.$inferInsert): Promise<string> {
  const [insertedRow] = await tx.insert(disputes).values(row).returning({ id: disputes.id });
  return insertedRow!.id;
}

/** @returns false when it was already decided */
export async function closeDispute(
  tx: Db,
  id: string,
  change: Partial<typeof disputes.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(disputes)
    .set({ ...change, state: 'decided' })
    .where(and(eq(disputes.id, id), eq(disputes.state, 'open')))
    .returning({ id: disputes.id });
  return rows.length > 0;
}

export async function updateDispute(
  tx: Db,
  id: string,
  change: Pick<Dispute, 'sellerCents' | 'refundCents'>,
): Promise<void> {
  await tx.update(disputes).set(change).where(eq(disputes.id, id));
}

export async function insertMessage(tx: Db, row: typeof disputeMessages.$inferInsert): Promise<void> {
  await tx.insert(disputeMessages).values(row);
}

/** Returns whether a user opened a dispute about an order, or wrote in one as its buyer or seller. */
export async function hasPartyNote(db: Db, orderId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from disputes d
     where d.order_id = ${orderId}
       and (d.opened_by = ${userId}
            or exists (select 1 from dispute_messages m
                        where m.dispute_id = d.id and m.author_id = ${userId} and m.author_role <> 'admin'))
     limit 1`);
  return rows.length > 0;
}

export async function listDisputeMessages(db: Db, disputeId: string) {
  return db
    .select()
    .from(disputeMessages)
    .where(eq(disputeMessages.disputeId, disputeId))
    .orderBy(asc(disputeMessages.id));
}
