import type { Db } from '../../../db/database.ts';
import { listOwnTables, listRowsAbout } from './own-data.queries.ts';

/** Returns everything stored about a user, by table, as in their export. */
export async function listEverythingAbout(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of await listOwnTables(db)) {
    const rows = await listRowsAbout(db, table, userId);
    if (rows.length > 0)
      found[table.schema === 'public' ? table.name : `${table.schema}.${table.name}`] = rows.map((row) =>
        JSON.parse(row),
      );
  }
  return found;
}
