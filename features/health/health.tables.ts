import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  file: text(),
  bytes: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  error: text(),
});
