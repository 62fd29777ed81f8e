import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { providerPayments } from './payments.tables.ts';

export type ProviderPayment = typeof providerPayments.$inferSelect;

/**
 * Stores the payment provider's ids for a payment of an order. Adds ids that arrive later, but never overwrites an id.
 */
export async function savePayment(db: Db, row: typeof providerPayments.$inferInsert): Promise<void> {
  const keepStored = (name: 'charge_id' | 'invoice_id' | 'subscription_id') =>
    sql.raw(`coalesce(processor_payments.${name}, excluded.${name})`);
  await db
    .insert(providerPayments)
    .values(row)
    .onConflictDoUpdate({
      target: providerPayments.paymentIntentId,
      set: {
        chargeId: keepStored('charge_id'),
        invoiceId: keepStored('invoice_id'),
        subscriptionId: keepStored('subscription_id'),
      },
    });
}

/** Adds cents that the payer's bank charged back to a payment's total. */
export async function saveChargedBack(tx: Db, intent: string, cents: number): Promise<void> {
  await tx
    .update(providerPayments)
    .set({ takenBackCents: sql`${providerPayments.takenBackCents} + ${cents}` })
    .where(eq(providerPayments.paymentIntentId, intent));
}

/** Returns how much of an invoice's payments banks charged back, in cents. */
export async function getChargedBackCents(db: Db, invoice: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${providerPayments.takenBackCents}), 0)`.mapWith(Number) })
    .from(providerPayments)
    .where(eq(providerPayments.invoiceId, invoice));
  return row!.cents;
}

/** Finds the payment of a charge or a payment intent. */
export async function findPayment(
  db: Db,
  { charge, intent }: { charge?: string | undefined; intent?: string | undefined },
): Promise<ProviderPayment | undefined> {
  const [row] = await db
    .select()
    .from(providerPayments)
    .where(
      or(
        charge ? eq(providerPayments.chargeId, charge) : undefined,
        intent ? eq(providerPayments.paymentIntentId, intent) : sql`false`,
      ),
    )
    .limit(1);
  return row;
}
