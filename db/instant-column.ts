import { type PgTimestamp, timestamp } from 'drizzle-orm/pg-core';
import { parseInstant } from '../time/postgres-instants.ts';

type Build = (table: unknown) => PgTimestamp<never>;

/** Creates a column for a time, read and written as `Date`. Values out of JavaScript's range are clamped. */
export function instant(name: string) {
  const builder = timestamp(name, { withTimezone: true });
  // Drizzle creates a table's column with this method, which its types don't declare.
  const buildable = builder as unknown as { build: Build };
  const build = buildable.build.bind(builder);
  buildable.build = (table) => Object.assign(build(table), { mapFromDriverValue: parseInstant });
  return builder;
}
