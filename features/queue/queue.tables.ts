import {
  bigint,
  bigserial,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { QueueKind, QueueOutcome, SeatState } from './queue.schema.ts';

export const queueTickets = pgTable('queue_tickets', {
  userId: uuid('user_id').primaryKey(),
  id: uuid().notNull(),
  groupId: uuid('group_id').notNull(),
  kind: text().$type<QueueKind>().notNull(),
  state: text().$type<'waiting' | 'checked'>().notNull().default('waiting'),
  pool: text().notNull(),
  role: text().notNull(),
  region: text().notNull(),
  since: instant('since').notNull(),
  windowFrom: instant('window_from'),
  windowUntil: instant('window_until'),
  anyLanguage: boolean('any_language').notNull().default(false),
  found: smallint().notNull().default(1),
  seenAt: instant('seen_at').notNull(),
  saidAt: instant('said_at').notNull(),
  stillUntil: instant('still_until'),
  checkId: uuid('check_id'),
  version: integer().notNull().default(1),
});

export const queueChecks = pgTable('queue_checks', {
  id: uuid().primaryKey(),
  kind: text().$type<QueueKind>().notNull(),
  pool: text().notNull(),
  state: text().$type<'open' | 'made' | 'failed'>().notNull().default('open'),
  version: integer().notNull().default(1),
  fiveVersion: integer('five_version').notNull().default(1),
  openedAt: instant('opened_at').notNull(),
  seconds: integer().notNull(),
  dueAt: instant('due_at').notNull(),
  emptySince: instant('empty_since'),
  heldUntil: instant('held_until'),
  refilled: boolean().notNull().default(false),
  startsAt: instant('starts_at'),
  score: real().notNull(),
  /** Points per part of the score; null for checks from earlier versions. */
  parts: jsonb().$type<Record<string, number> | null>(),
  /** Reason sentences of checks created before `facts` existed. */
  reasons: text().array().notNull().default([]),
  facts: jsonb().$type<Record<string, unknown> | null>(),
  memberIds: uuid('member_ids').array().notNull(),
  closedAt: instant('closed_at'),
  why: text(),
  matchId: uuid('match_id'),
  squadId: uuid('squad_id'),
});

export const queueSeats = pgTable(
  'queue_seats',
  {
    checkId: uuid('check_id').notNull(),
    userId: uuid('user_id').notNull(),
    seat: smallint().notNull(),
    position: text().notNull(),
    groupId: uuid('group_id').notNull(),
    state: text().$type<SeatState>().notNull().default('asked'),
    newcomer: boolean().notNull().default(false),
    askedAt: instant('asked_at').notNull(),
    deadline: instant('deadline').notNull(),
    shownAt: instant('shown_at'),
    answeredAt: instant('answered_at'),
    word: uuid().notNull().defaultRandom(),
  },
  (table) => [primaryKey({ columns: [table.checkId, table.userId] })],
);

export const queueMarks = pgTable('queue_marks', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  checkId: uuid('check_id').notNull(),
  at: instant('at').notNull(),
});

/** Times when a ready check couldn't reach a player. */
export const queueUnreached = pgTable('queue_unreached', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  checkId: uuid('check_id').notNull(),
  at: instant('at').notNull(),
});

export const queueWaits = pgTable('queue_waits', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  userId: uuid('user_id'),
  kind: text().$type<QueueKind>().notNull(),
  role: text().notNull(),
  region: text().notNull(),
  seconds: real().notNull(),
  ended: text().$type<'found' | 'gave_up' | 'out'>().notNull(),
  at: instant('at').notNull(),
});

export const queueOutcomes = pgTable('queue_outcomes', {
  userId: uuid('user_id').primaryKey(),
  id: uuid().notNull(),
  kind: text().$type<QueueOutcome['kind']>().notNull(),
  sentence: text().notNull(),
  squadId: uuid('squad_id'),
  at: instant('at').notNull(),
});

export const queueLeases = pgTable('queue_leases', {
  pool: text().primaryKey(),
  holder: uuid().notNull(),
  epoch: bigint({ mode: 'number' }).notNull(),
  until: instant('until').notNull(),
});

export const queueSwitch = pgTable('queue_switch', {
  one: boolean().primaryKey().default(true),
  stoppedAt: instant('stopped_at'),
  reason: text().notNull().default(''),
  byId: uuid('by_id'),
});
