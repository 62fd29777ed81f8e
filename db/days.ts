import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ZoneDay } from '../time/wall-instants.ts';
import type { Db } from './database.ts';

/**
 * Builds the conditions that limit a time column to whole UTC days, from the first to the last day, both included.
 * Without a first or last day, there's no limit on that side.
 * @param from the first day, such as 2026-03-01
 * @param to the last day
 */
export function toDayConditions(
  column: SQL,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL[] {
  return [
    ...(from ? [sql`${column} >= (${from}::date)::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
}

/** Joins conditions into a `where` clause, which is empty when there are none. */
export const toWhereClause = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/**
 * Counts rows per day for consecutive days, using an index on the column. The day boundaries are passed in, so the
 * database doesn't need to know a time zone.
 * @param condition an additional condition on the rows
 */
export async function countByDay(
  db: Db,
  column: PgColumn,
  days: readonly ZoneDay[],
  condition?: SQL,
): Promise<number[]> {
  const starts = days.map(({ from }) => from.toISOString());
  const periodEnd = days.at(-1)!.until.toISOString();
  const { rows } = await db.execute<{ place: number; n: number }>(sql`
    select width_bucket(${column}, ${sql.param(starts)}::timestamptz[]) as place, count(*)::int as n
      from ${column.table}
      ${toWhereClause([sql`${column} >= ${starts[0]}`, sql`${column} < ${periodEnd}`, ...(condition ? [condition] : [])])}
     group by 1`);
  const counts = new Map(rows.map(({ place, n }) => [place, n]));
  return days.map((_, index) => counts.get(index + 1) ?? 0);
}
