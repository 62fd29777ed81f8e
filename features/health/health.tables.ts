import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';

export const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  file: text(),
  bytes: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  error: text(),
});

export const jobFailures = pgTable('job_failures', {
  kind: text().primaryKey(),
  failures: bigint({ mode: 'number' }).notNull().default(0),
});

export const failedJobs = pgTable('failed_jobs', {
  id: uuid().primaryKey(),
  kind: text().notNull(),
  attempts: integer().notNull(),
  error: text().notNull(),
  failedAt: instant('failed_at').notNull(),
});
