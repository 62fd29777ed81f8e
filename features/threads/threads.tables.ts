import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { RemovedBy, ThreadKind } from './threads.schema.ts';

export const threads = pgTable('threads', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<ThreadKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  lastSeq: integer('last_seq').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
  tellAt: instant('tell_at'),
});

export const threadMembers = pgTable(
  'thread_members',
  {
    threadId: uuid('thread_id').notNull(),
    userId: uuid('user_id').notNull(),
    joinedAt: instant('joined_at').notNull(),
    leftAt: instant('left_at'),
    fromSeq: integer('from_seq').notNull().default(0),
    readSeq: integer('read_seq').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.threadId, table.userId] })],
);

export const threadMessages = pgTable('thread_messages', {
  id: uuid().primaryKey().defaultRandom(),
  threadId: uuid('thread_id').notNull(),
  seq: integer().notNull(),
  authorId: uuid('author_id'),
  clientId: uuid('client_id').notNull(),
  body: text().notNull(),
  earlier: text().array().notNull().default([]),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
  removedAt: instant('removed_at'),
  removedBy: text('removed_by').$type<RemovedBy | null>(),
});

export const threadMutes = pgTable(
  'thread_mutes',
  {
    threadId: uuid('thread_id').notNull(),
    userId: uuid('user_id').notNull(),
    mutedId: uuid('muted_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.threadId, table.userId, table.mutedId] })],
);
