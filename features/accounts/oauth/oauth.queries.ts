import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { flowStates } from '../accounts.tables.ts';

export type FlowRow = typeof flowStates.$inferSelect;

/** @returns the new flow as it was written */
export async function insertFlow(db: Db, values: typeof flowStates.$inferInsert): Promise<FlowRow> {
  const [row] = await db.insert(flowStates).values(values).returning();
  return row!;
}

/**
 * Takes the flow behind a state, which can be done once.
 * @returns undefined when there is none, or it is too old, or it was taken before
 */
export async function claimFlow(db: Db, stateHash: string, now: Date, notBefore: Date): Promise<FlowRow | undefined> {
  const [row] = await db
    .update(flowStates)
    .set({ usedAt: now })
    .where(and(eq(flowStates.stateHash, stateHash), isNull(flowStates.usedAt), gt(flowStates.createdAt, notBefore)))
    .returning();
  return row;
}

/** Writes values of a flow. @returns false when it has ended meanwhile */
export async function updateFlow(db: Db, id: string, values: Partial<FlowRow>): Promise<boolean> {
  const rows = await db.update(flowStates).set(values).where(eq(flowStates.id, id)).returning({ id: flowStates.id });
  return rows.length > 0;
}

/** The flow behind an auth code. */
export async function findFlow(db: Db, authCodeHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.select().from(flowStates).where(eq(flowStates.authCodeHash, authCodeHash));
  return row;
}

/** Removes the flow behind an auth code and hands it over: a code is good for one exchange, right or wrong. */
export async function consumeFlow(db: Db, authCodeHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.delete(flowStates).where(eq(flowStates.authCodeHash, authCodeHash)).returning();
  return row;
}

/** Removes flows that began before this instant. */
export async function sweepFlows(db: Db, before: Date): Promise<void> {
  await db.delete(flowStates).where(lt(flowStates.createdAt, before));
}
