import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { Locale } from '../../messages/locales.ts';
import type { AboutKind, EmailState, RequestState, Topic } from './support-topics.schema.ts';

export const supportRequests = pgTable('support_requests', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  visitorEmail: text('visitor_email'),
  visitorKey: uuid('visitor_key'),
  language: text().$type<Locale>().notNull(),
  topic: text().$type<Topic>().notNull(),
  aboutKind: text('about_kind').$type<AboutKind>(),
  aboutId: uuid('about_id'),
  page: text(),
  errorReference: text('error_reference'),
  state: text().$type<RequestState>().notNull().default('open'),
  version: integer().notNull().default(1),
  takenBy: uuid('taken_by'),
  stateSince: instant('state_since').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const supportMessages = pgTable('support_messages', {
  id: uuid().primaryKey().defaultRandom(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  requestId: uuid('request_id').notNull(),
  userId: uuid('user_id'),
  author: text().$type<'person' | 'team'>().notNull(),
  createdBy: uuid('created_by'),
  body: text().notNull(),
  email: text().$type<EmailState>(),
  createdAt: instant('created_at').notNull(),
});

export const supportNotes = pgTable('support_notes', {
  id: uuid().primaryKey().defaultRandom(),
  requestId: uuid('request_id').notNull(),
  createdBy: uuid('created_by'),
  body: text().notNull(),
  createdAt: instant('created_at').notNull(),
});
