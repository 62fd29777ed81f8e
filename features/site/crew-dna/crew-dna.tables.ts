import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
