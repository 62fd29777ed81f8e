import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { BookingStatus, Side, Window } from './bookings.schema.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (data) => Buffer.from(data),
});

export const hireOffers = pgTable('hire_offers', {
  userId: uuid('user_id').primaryKey(),
  roles: text().array().notNull(),
  priceId: text('price_id').notNull(),
  hours: jsonb().$type<Window[]>().notNull(),
  note: text().notNull(),
  active: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const coaches = pgTable('coaches', {
  coachId: text('coach_id').primaryKey(),
  coachNo: integer('coach_no').generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  timezone: text().notNull(),
  hours: jsonb().$type<Window[]>().notNull(),
  active: boolean().notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const coachDaysOff = pgTable(
  'coach_days_off',
  { coachId: text('coach_id').notNull(), day: date().notNull() },
  (table) => [primaryKey({ columns: [table.coachId, table.day] })],
);

export const bookings = pgTable('bookings', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  buyerId: uuid('buyer_id'),
  playerId: uuid('player_id'),
  type: text().$type<'hire' | 'coaching'>().notNull(),
  priceUsd: numeric('price_usd', { precision: 8, scale: 2, mode: 'number' }).notNull(),
  contractedGames: smallint('contracted_games').notNull().default(0),
  completedGames: smallint('completed_games').notNull().default(0),
  status: text().$type<BookingStatus>().notNull(),
  statusBefore: text('status_before').$type<BookingStatus | null>(),
  stripePaymentId: text('stripe_payment_id'),
  role: text(),
  endedBy: text('ended_by').$type<Side | 'silence' | null>(),
  coachId: text('coach_id'),
  coachNo: integer('coach_no'),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  sequence: smallint().notNull().default(0),
  stoppedAt: instant('stopped_at'),
  meetingNote: text('meeting_note').notNull().default(''),
  askedAt: instant('asked_at'),
  answeredAt: instant('answered_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const bookingReviews = pgTable('booking_reviews', {
  bookingId: uuid('booking_id').primaryKey(),
  authorId: uuid('author_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  coachId: text('coach_id'),
  stars: smallint().notNull(),
  words: text().notNull().default(''),
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const bookingGames = pgTable(
  'booking_games',
  {
    bookingId: uuid('booking_id').notNull(),
    gameNo: smallint('game_no').notNull(),
    buyerConfirmedAt: instant('buyer_confirmed_at'),
    sellerConfirmedAt: instant('seller_confirmed_at'),
    countedAt: instant('counted_at'),
    silent: text().$type<Side | null>(),
    note: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.gameNo] })],
);

export const bookingEvidence = pgTable('booking_evidence', {
  id: uuid().primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  gameNo: smallint('game_no'),
  authorId: uuid('author_id'),
  note: text().notNull().default(''),
  picture: bytes().notNull(),
  createdAt: instant('created_at').notNull(),
});
