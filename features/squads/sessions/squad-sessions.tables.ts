import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { SessionAnswer } from './squad-sessions.schema.ts';

export const squadSessions = pgTable('squad_sessions', {
  id: uuid().primaryKey().defaultRandom(),
  squadId: uuid('squad_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  version: integer().notNull().default(1),
  proposedBy: uuid('proposed_by'),
  setAt: instant('set_at').notNull(),
  calledOffAt: instant('called_off_at'),
  remindedDayAt: instant('reminded_day_at'),
  remindedHourAt: instant('reminded_hour_at'),
  toldStands: boolean('told_stands').notNull().default(false),
  toldCount: integer('told_count').notNull().default(0),
  differsSince: instant('differs_since'),
  askedAt: instant('asked_at'),
  follows: uuid(),
  answersUntil: instant('answers_until'),
  calendarUid: text('calendar_uid').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const squadCalendars = pgTable('squad_calendars', {
  secret: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  squadId: uuid('squad_id'),
  createdAt: instant('created_at').notNull(),
});

export const squadSessionAnswers = pgTable(
  'squad_session_answers',
  {
    sessionId: uuid('session_id').notNull(),
    squadId: uuid('squad_id').notNull(),
    userId: uuid('user_id').notNull(),
    answer: text().$type<SessionAnswer>().notNull(),
    answeredAt: instant('answered_at').notNull(),
    hereAt: instant('here_at'),
    /** The players who reported this one missing. */
    missingBy: uuid('missing_by').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.userId] })],
);
