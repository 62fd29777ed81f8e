import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { identities, mfaFactors, users } from './accounts.tables.ts';

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type FactorRow = typeof mfaFactors.$inferSelect;
export type Person = { user: UserRow; identities: IdentityRow[]; factors: FactorRow[] };

/** @returns the new account; throws a unique violation if the address is taken */
export async function insertUser(db: Db, values: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db.insert(users).values(values).returning();
  return row!;
}

/** Inserts many accounts in one statement. */
export async function insertUsers(db: Db, values: (typeof users.$inferInsert)[]): Promise<void> {
  if (values.length > 0) await db.insert(users).values(values);
}

/** @returns the new identity; throws a unique violation if it's already linked */
export async function insertIdentity(db: Db, values: typeof identities.$inferInsert): Promise<IdentityRow> {
  const [row] = await db.insert(identities).values(values).returning();
  return row!;
}

/** Inserts many identities in one statement. */
export async function insertIdentities(db: Db, values: (typeof identities.$inferInsert)[]): Promise<void> {
  if (values.length > 0) await db.insert(identities).values(values);
}

/** @returns the user with this id, unless deleted */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row;
}

/** Like `findUser`, but locks the row until the transaction ends, for changes that depend on its values. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return row;
}

/** @param email already normalized */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email}`, eq(users.isSsoUser, false), isNull(users.deletedAt)));
  return row;
}

/** @param phone already normalized: digits with the country code */
export async function findUserByPhone(db: Db, phone: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), isNull(users.deletedAt)));
  return row;
}

/** @returns the updated account */
export async function updateUser(db: Db, id: string, values: Partial<UserRow>, now: Date): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ ...values, updatedAt: now })
    .where(eq(users.id, id))
    .returning();
  return row!;
}

/** Deletes an account. Rows that reference it are deleted or lose the reference, depending on their table. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

/** Returns the identity for this provider and this user id at the provider. */
export async function findIdentity(db: Db, provider: string, providerId: string): Promise<IdentityRow | undefined> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
  return row;
}

export async function updateIdentity(db: Db, id: string, values: Partial<IdentityRow>, now: Date): Promise<void> {
  await db
    .update(identities)
    .set({ ...values, updatedAt: now })
    .where(eq(identities.id, id));
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(identities).where(eq(identities.id, id));
}

/** @returns the identities of these users, oldest first */
export async function listIdentities(db: Db, userIds: string[]): Promise<IdentityRow[]> {
  if (userIds.length === 0) return [];
  return db.select().from(identities).where(inArray(identities.userId, userIds)).orderBy(asc(identities.createdAt));
}

/** @returns the second factors of these users, verified or not, oldest first */
export async function listFactors(db: Db, userIds: string[]): Promise<FactorRow[]> {
  if (userIds.length === 0) return [];
  return db.select().from(mfaFactors).where(inArray(mfaFactors.userId, userIds)).orderBy(asc(mfaFactors.createdAt));
}

/** Loads a user's identities and factors, which are part of the user in the sign-in protocol. */
export async function loadPerson(db: Db, user: UserRow): Promise<Person> {
  return { user, identities: await listIdentities(db, [user.id]), factors: await listFactors(db, [user.id]) };
}
