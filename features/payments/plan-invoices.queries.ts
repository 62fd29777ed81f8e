import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { planInvoices } from './payments.tables.ts';

export type PlanInvoice = typeof planInvoices.$inferSelect;

export async function insertPlanInvoice(tx: Db, row: PlanInvoice): Promise<void> {
  await tx.insert(planInvoices).values(row).onConflictDoNothing();
}

/** Lists the paid months of a plan, oldest first. */
export async function listPlanInvoices(db: Db, orderId: string): Promise<PlanInvoice[]> {
  return db.select().from(planInvoices).where(eq(planInvoices.orderId, orderId)).orderBy(asc(planInvoices.paidAt));
}
