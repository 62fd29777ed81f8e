import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { providerMovements, providerPayments } from './payments.tables.ts';

export type ProviderMovement = typeof providerMovements.$inferSelect;

/** @returns false when it was already stored */
export async function insertMovement(tx: Db, row: typeof providerMovements.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(providerMovements)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: providerMovements.providerId });
  return rows.length > 0;
}

export async function findMovement(db: Db, providerId: string): Promise<ProviderMovement | undefined> {
  const [row] = await db.select().from(providerMovements).where(eq(providerMovements.providerId, providerId)).limit(1);
  return row;
}

export async function updateMovement(
  tx: Db,
  providerId: string,
  change: Partial<typeof providerMovements.$inferInsert>,
): Promise<void> {
  await tx.update(providerMovements).set(change).where(eq(providerMovements.providerId, providerId));
}

/** Lists an order's movements, oldest first. */
export async function listMovements(db: Db, orderId: string): Promise<ProviderMovement[]> {
  return db
    .select()
    .from(providerMovements)
    .where(eq(providerMovements.orderId, orderId))
    .orderBy(asc(providerMovements.seenAt), asc(providerMovements.providerId));
}

/** Lists the movements an admin still has to decide on. */
export const listOpenMovements = async (db: Db, orderId: string): Promise<ProviderMovement[]> =>
  (await listMovements(db, orderId)).filter(({ state }) => state === 'open');

/**
 * Returns how much of staff's payouts in the provider's dashboard we paid ourselves, in cents. The rest came out of
 * held money.
 */
export function sumOwnExpense(movements: ProviderMovement[]): number {
  const cents = movements.map(({ kind, state, amountCents, fromHeldCents, actionId }) => {
    if (kind === 'transfer') return state === 'continued' ? amountCents : amountCents - fromHeldCents;
    return kind === 'reversal' && !actionId && state !== 'open' ? -amountCents : 0;
  });
  return cents.reduce((sum, amount) => sum + amount, 0);
}

const isRefundDone = and(eq(providerMovements.kind, 'refund'), ne(providerMovements.state, 'failed'));
const cents = sql<number>`coalesce(sum(${providerMovements.amountCents}), 0)`.mapWith(Number);

/** Returns how much of a payment was refunded in the provider's dashboard, in cents. */
export async function sumOutsideRefunds(db: Db, intent: string): Promise<number> {
  const [row] = await db
    .select({ cents })
    .from(providerMovements)
    .where(and(isRefundDone, eq(providerMovements.paymentIntentId, intent)));
  return row!.cents;
}

/** Returns how much of an invoice's payments was refunded in the provider's dashboard, in cents. */
export async function sumOutsideRefundsOfInvoice(db: Db, invoice: string): Promise<number> {
  const [row] = await db
    .select({ cents })
    .from(providerMovements)
    .innerJoin(providerPayments, eq(providerPayments.paymentIntentId, providerMovements.paymentIntentId))
    .where(and(isRefundDone, eq(providerPayments.invoiceId, invoice)));
  return row!.cents;
}
