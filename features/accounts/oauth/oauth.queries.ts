import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { flowStates } from '../accounts.tables.ts';

export type FlowRow = typeof flowStates.$inferSelect;

/** @returns the new flow */
export async function insertFlow(db: Db, values: typeof flowStates.$inferInsert): Promise<FlowRow> {
  const [row] = await db.insert(flowStates).values(values).returning();
  return row!;
}

/**
 * Claims the flow for a state, once.
 * @returns undefined when it's unknown, too old, or already claimed
 */
export async function claimFlow(db: Db, stateHash: string, now: Date, notBefore: Date): Promise<FlowRow | undefined> {
  const [row] = await db
    .update(flowStates)
    .set({ usedAt: now })
    .where(and(eq(flowStates.stateHash, stateHash), isNull(flowStates.usedAt), gt(flowStates.createdAt, notBefore)))
    .returning();
  return row;
}

/** Updates a flow. @returns false when it has already ended */
export async function updateFlow(db: Db, id: string, values: Partial<FlowRow>): Promise<boolean> {
  const rows = await db.update(flowStates).set(values).where(eq(flowStates.id, id)).returning({ id: flowStates.id });
  return rows.length > 0;
}

/** Returns the flow for an auth code. */
export async function findFlow(db: Db, authCodeHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.select().from(flowStates).where(eq(flowStates.authCodeHash, authCodeHash));
  return row;
}

/** Deletes and returns the flow for an auth code, because a code allows only one exchange attempt. */
export async function consumeFlow(db: Db, authCodeHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.delete(flowStates).where(eq(flowStates.authCodeHash, authCodeHash)).returning();
  return row;
}

/** Deletes flows that started before this instant. */
export async function deleteExpiredFlows(db: Db, before: Date): Promise<void> {
  await db.delete(flowStates).where(lt(flowStates.createdAt, before));
}
