import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { OperatingMode } from './operating/operating.schema.ts';

export const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  file: text(),
  bytes: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  error: text(),
});

export const operatingState = pgTable('operating_state', {
  one: boolean().primaryKey().default(true),
  mode: text().$type<OperatingMode>().notNull().default('open'),
  modeSince: instant('mode_since'),
  pass: uuid().notNull().defaultRandom(),
  switchedOff: text('switched_off').array().notNull().default([]),
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
