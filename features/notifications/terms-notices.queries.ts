import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { accountList } from '../accounts/account-views.queries.ts';
import { selectAcceptedTerms } from '../accounts/terms.queries.ts';
import { notificationOutbox } from './notifications.tables.ts';

/**
 * Lists users who joined before a version of the terms, haven't accepted it and weren't notified of it.
 * @param version `key` is the dedupe key of its notification
 */
export async function listUsersToNotify(
  db: Db,
  version: { number: number; until: Date; key: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select u.id from ${accountList} u
     where u.created_at < ${version.until}
       and not exists (${selectAcceptedTerms(sql`u.id`, version.number)})
       and not exists (select 1 from ${notificationOutbox} o where o.dedupe_key = u.id || ':' || ${version.key}::text)
     limit ${limit}`);
  return rows.map(({ id }) => id);
}
