import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/** Returns the round-trip time of a minimal statement in milliseconds. */
export async function measureDatabaseLatency(db: Db): Promise<number> {
  const startedAt = performance.now();
  await db.execute(sql`select 1`);
  return Math.round((performance.now() - startedAt) * 100) / 100;
}

/** Returns when the first migration ran, or null if none has. */
export async function getDatabaseInstallDate(db: Db): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(applied_at) as at from schema_migrations`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

export async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]!.bytes);
}
