import { type SQL, sql } from 'drizzle-orm';

/**
 * Conditions that a column's instant lies in a filter's days: whole days in UTC, both included; none for what is left
 * open.
 * @param from the first day as 2026-03-01
 * @param to the last day
 */
export function betweenDays(column: SQL, { from, to }: { from?: string | undefined; to?: string | undefined }): SQL[] {
  return [
    ...(from ? [sql`${column} >= (${from}::date)::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
}

/** `where` with all of these, or nothing when there are none. */
export const whereAll = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
