import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { UserRow } from './accounts.queries.ts';
import { users } from './accounts.tables.ts';

/** Finds the user who asked to change to this address and hasn't confirmed yet; the latest if there are several. */
export async function findUserByChange(db: Db, kind: 'email' | 'phone', address: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(kind === 'email' ? users.emailChange : users.phoneChange, address), isNull(users.deletedAt)))
    .orderBy(sql`${kind === 'email' ? users.emailChangeSentAt : users.phoneChangeSentAt} desc nulls last`)
    .limit(1);
  return row;
}
