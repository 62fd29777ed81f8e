import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const crewDna = pgTable('crew_dna', {
  userId: uuid('user_id').primaryKey(),
  position: text('position').notNull(),
  roleType: text('role_type').notNull(),
  playstyle: text('playstyle').notNull(),
  schedule: text('schedule').array().notNull(),
  region: text('region').notNull(),
  platform: text('platform').notNull(),
  hasMic: boolean('has_mic').notNull(),
  goals: text('goals').notNull(),
  grindLevel: text('grind_level').notNull(),
  timezone: text('timezone').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
