import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const crewMilestones = pgTable('crew_milestones', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  doneAt: timestamp('done_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
