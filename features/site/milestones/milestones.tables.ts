import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const crewMilestones = pgTable('crew_milestones', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  doneAt: instant('done_at'),
  createdAt: instant('created_at').notNull(),
});
