import { type PgTimestamp, timestamp } from 'drizzle-orm/pg-core';
import { parseInstant } from '../time/postgres-instants.ts';

type Build = (table: unknown) => PgTimestamp<never>;

/** A column that holds an instant, read and written as `Date`; what JavaScript has no date for is read safely. */
export function instant(name: string) {
  const builder = timestamp(name, { withTimezone: true });
  // Drizzle makes the column of a table by this method, which its types leave out.
  const buildable = builder as unknown as { build: Build };
  const build = buildable.build.bind(builder);
  buildable.build = (table) => Object.assign(build(table), { mapFromDriverValue: parseInstant });
  return builder;
}
