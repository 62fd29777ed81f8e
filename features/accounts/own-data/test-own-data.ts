import type { Db } from '../../../db/database.ts';
import { ownTables, rowsAbout } from './own-data.queries.ts';

/** Returns everything stored about a user, by table, like in their export. */
export async function everythingAbout(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of await ownTables(db)) {
    const rows = await rowsAbout(db, table, userId);
    if (rows.length > 0)
      found[table.schema === 'public' ? table.name : `${table.schema}.${table.name}`] = rows.map((row) =>
        JSON.parse(row),
      );
  }
  return found;
}
