import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { UserRow } from './accounts.queries.ts';
import { users } from './accounts.tables.ts';

/** Somebody who has asked to move to this address and has not confirmed it yet; the latest when several have. */
export async function findUserByChange(db: Db, kind: 'email' | 'phone', address: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(kind === 'email' ? users.emailChange : users.phoneChange, address), isNull(users.deletedAt)))
    .orderBy(sql`${kind === 'email' ? users.emailChangeSentAt : users.phoneChangeSentAt} desc nulls last`)
    .limit(1);
  return row;
}
