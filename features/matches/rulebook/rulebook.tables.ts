import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

/** Published versions of the rules. Read them with `readStoredRules`. */
export const matcherRules = pgTable('matcher_rules', {
  version: integer().primaryKey(),
  rules: jsonb().notNull(),
  note: text(),
  publishedBy: uuid('published_by'),
  publishedAt: instant('published_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
});

/** The draft that all admins share; at most one row. */
export const matcherRulesDraft = pgTable('matcher_rules_draft', {
  one: boolean().primaryKey().default(true),
  rules: jsonb().notNull(),
  basedOn: integer('based_on').notNull(),
  editedBy: uuid('edited_by'),
  editedAt: instant('edited_at').notNull(),
});

export const matcherTrials = pgTable('matcher_trials', {
  id: uuid().primaryKey().defaultRandom(),
  requestedBy: uuid('requested_by'),
  requestedAt: instant('requested_at').notNull(),
  status: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
  rules: jsonb().notNull(),
  baseVersion: integer('base_version').notNull(),
  progress: jsonb(),
  finishedAt: instant('finished_at'),
  present: jsonb(),
  tried: jsonb(),
  changes: jsonb(),
  error: text(),
});
