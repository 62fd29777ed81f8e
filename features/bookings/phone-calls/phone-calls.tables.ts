import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { CallStatus, CancelledFor } from './phone-calls.schema.ts';

export const phoneCalls = pgTable('phone_calls', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  phone: text().notNull(),
  topic: text().notNull(),
  status: text().$type<CallStatus>().notNull().default('booked'),
  cancelledFor: text('cancelled_for').$type<CancelledFor>(),
  takenBy: uuid('taken_by'),
  notes: text().notNull().default(''),
  closedAt: instant('closed_at'),
  createdAt: instant('created_at').notNull(),
});
