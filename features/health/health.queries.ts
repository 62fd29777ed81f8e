import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/** Milliseconds that the smallest possible statement takes, there and back. */
export async function databaseLatency(db: Db): Promise<number> {
  const began = performance.now();
  await db.execute(sql`select 1`);
  return Math.round((performance.now() - began) * 100) / 100;
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]!.bytes);
}
