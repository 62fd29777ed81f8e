import type { Db } from '../../../db/database.ts';
import { operatingState } from '../health.tables.ts';

export type OperatingRow = Omit<typeof operatingState.$inferSelect, 'one'>;

export async function findOperatingState(db: Db): Promise<OperatingRow> {
  const [row] = await db.select().from(operatingState);
  return row!;
}

/** Locks the state, so that concurrent changes don't overwrite each other. */
export async function lockOperatingState(tx: Db): Promise<OperatingRow> {
  const [row] = await tx.select().from(operatingState).for('update');
  return row!;
}

export async function updateOperatingState(tx: Db, values: Partial<OperatingRow>): Promise<OperatingRow> {
  const [row] = await tx.update(operatingState).set(values).returning();
  return row!;
}
