import { count, desc, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { UserRow } from '../accounts.queries.ts';
import { users } from '../accounts.tables.ts';

/** Returns one page of all accounts, newest first, and the total count. */
export async function listUsers(db: Db, page: number, perPage: number): Promise<{ rows: UserRow[]; total: number }> {
  const rows = await db
    .select()
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [countRow] = await db.select({ total: count() }).from(users).where(isNull(users.deletedAt));
  return { rows, total: countRow!.total };
}
