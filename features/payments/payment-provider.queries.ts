import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { stripeCustomers } from './payments.tables.ts';

export async function findCustomer(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .limit(1);
  return row?.id;
}

/** Stores a user's customer id unless they already have one. @returns the stored id */
export async function insertCustomer(db: Db, userId: string, customerId: string, now: Date): Promise<string> {
  await db.insert(stripeCustomers).values({ userId, customerId, createdAt: now }).onConflictDoNothing();
  return (await findCustomer(db, userId)) ?? customerId;
}
