import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { BanScope } from './ban-reasons.schema.ts';
import type { FlagDecision, FlagKind } from './moderation.schema.ts';

export const adminRoles = pgTable('admin_roles', {
  userId: uuid('user_id').primaryKey(),
  role: text().notNull().default('admin'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const banList = pgTable('ban_list', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  scope: text().$type<BanScope>().notNull(),
  reason: text().notNull(),
  expiresAt: instant('expires_at'),
  createdBy: uuid('created_by'),
  liftedAt: instant('lifted_at'),
  liftedBy: uuid('lifted_by'),
  endedAnnouncedAt: instant('ended_announced_at'),
  createdAt: instant('created_at').notNull(),
});

export const adminAuditLogs = pgTable('admin_audit_logs', {
  id: uuid().primaryKey().defaultRandom(),
  adminId: uuid('admin_id'),
  /** Name of the operator who did this at the command line. */
  operator: text(),
  action: text().notNull(),
  targetType: text('target_type').notNull(),
  targetId: text('target_id'),
  before: jsonb().$type<Record<string, unknown> | null>(),
  after: jsonb().$type<Record<string, unknown> | null>(),
  requestId: text('request_id'),
  undoneAt: instant('undone_at'),
  createdAt: instant('created_at').notNull(),
});

export const contentFlags = pgTable('content_flags', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<FlagKind>().notNull(),
  listingId: uuid('listing_id'),
  applicationId: uuid('application_id'),
  messageId: uuid('message_id'),
  squadId: uuid('squad_id'),
  reviewId: uuid('review_id'),
  reporterId: uuid('reporter_id'),
  ownerId: uuid('owner_id'),
  reason: text().notNull(),
  details: text(),
  subject: jsonb().$type<Record<string, unknown>>().notNull(),
  status: text().$type<'open' | 'dismissed' | 'upheld'>().notNull(),
  resolution: text().$type<FlagDecision | null>(),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: instant('resolved_at'),
  createdAt: instant('created_at').notNull(),
});

export const banAppeals = pgTable('ban_appeals', {
  id: uuid().primaryKey().defaultRandom(),
  banId: uuid('ban_id').notNull(),
  userId: uuid('user_id').notNull(),
  message: text().notNull(),
  status: text().$type<'open' | 'granted' | 'rejected'>().notNull(),
  answer: text(),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
  createdAt: instant('created_at').notNull(),
});
