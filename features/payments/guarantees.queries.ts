import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { guaranteesUsed } from './payments.tables.ts';

type Plan = typeof guaranteesUsed.$inferSelect.plan;

/** Claims a user's single use of a plan's money-back guarantee. @returns false when it was used before */
export async function claimGuarantee(tx: Db, use: typeof guaranteesUsed.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(guaranteesUsed)
    .values(use)
    .onConflictDoNothing()
    .returning({ plan: guaranteesUsed.plan });
  return rows.length > 0;
}

export async function isGuaranteeUsed(db: Db, userId: string, plan: Plan): Promise<boolean> {
  return (await db.$count(guaranteesUsed, and(eq(guaranteesUsed.userId, userId), eq(guaranteesUsed.plan, plan)))) > 0;
}
