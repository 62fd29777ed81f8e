import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { stripeCustomers } from './deals.tables.ts';

export async function findCustomer(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: stripeCustomers.customerId })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
    .limit(1);
  return row?.id;
}

/** Keeps the first customer of a person. @returns the one that is kept */
export async function insertCustomer(db: Db, userId: string, customerId: string, now: Date): Promise<string> {
  await db.insert(stripeCustomers).values({ userId, customerId, createdAt: now }).onConflictDoNothing();
  return (await findCustomer(db, userId)) ?? customerId;
}

/** E-mail of an account, for the processor's own receipts. */
export async function emailOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string | null }>(sql`select email from auth.users where id = ${userId}`);
  return rows[0]?.email ?? undefined;
}
