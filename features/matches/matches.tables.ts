import {
  bigint,
  boolean,
  date,
  doublePrecision,
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
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import type { MatchEnd, MatchResponse, MatchStatus, Session, Slot } from './matches.schema.ts';

export const matcherRuns = pgTable('matcher_runs', {
  id: uuid().primaryKey().defaultRandom(),
  trigger: text().$type<'schedule' | 'admin' | 'rebuild'>().notNull(),
  requestedBy: uuid('requested_by'),
  status: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
  requestedAt: instant('requested_at').notNull(),
  startedAt: instant('started_at'),
  aliveAt: instant('alive_at'),
  finishedAt: instant('finished_at'),
  seed: bigint({ mode: 'number' }),
  effort: text(),
  weekOf: date('week_of'),
  pool: integer(),
  squads: integer(),
  pairs: integer(),
  leftOver: integer('left_over'),
  seconds: doublePrecision(),
  total: doublePrecision(),
  bound: doublePrecision(),
  gap: doublePrecision(),
  dropped: integer(),
  rulesVersion: integer('rules_version'),
  certificate: jsonb().$type<Record<string, unknown>>(),
  error: text(),
});

export const matches = pgTable('matches', {
  id: uuid().primaryKey().defaultRandom(),
  type: text().notNull(),
  score: numeric({ precision: 4, scale: 1, mode: 'number' }).notNull(),
  status: text().$type<MatchStatus>().notNull(),
  memberIds: uuid('member_ids').array().notNull(),
  positionCoverage: jsonb('position_coverage').$type<Record<string, number>>().notNull(),
  scheduledOverlapMinutes: integer('scheduled_overlap_minutes').notNull(),
  /** The sentences of matches from before `facts` existed. */
  explanation: text().notNull().default(''),
  /** Facts that explain why the match was made; see explanations.rules.ts. */
  facts: jsonb().$type<Record<string, unknown> | null>(),
  createdAt: instant('created_at').notNull(),
  positions: jsonb().$type<Record<string, string>>().notNull(),
  /** Points by part of the score. */
  parts: jsonb().$type<Record<string, number>>().notNull(),
  intervals: jsonb().$type<Slot[]>().notNull(),
  weekOf: date('week_of'),
  groupKey: text('group_key').notNull(),
  runId: uuid('run_id'),
  expiresAt: instant('expires_at').notNull(),
  closedAt: instant('closed_at'),
  endedBy: text('ended_by').$type<MatchEnd>(),
  rescuedFrom: uuid('rescued_from'),
  rescueDepth: smallint('rescue_depth').notNull(),
  substituteId: uuid('substitute_id'),
  sessions: jsonb().$type<Session[] | null>(),
  rulesVersion: integer('rules_version').notNull().default(0),
});

export const matchMembers = pgTable(
  'match_members',
  {
    matchId: uuid('match_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text().$type<GroupFormat>().notNull(),
    open: boolean().notNull(),
    carried: boolean().notNull(),
    waited: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.matchId, table.userId] })],
);

export const matchResponses = pgTable(
  'match_responses',
  {
    matchId: uuid('match_id').notNull(),
    userId: uuid('user_id').notNull(),
    action: text().$type<MatchResponse>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.matchId, table.userId] })],
);

export const matcherRunLeftOver = pgTable('matcher_run_left_over', {
  runId: uuid('run_id').notNull(),
  userId: uuid('user_id').notNull(),
  reason: text().notNull(),
  waiting: integer().notNull(),
  /** The shard's number; null in an unsharded run. */
  shard: smallint(),
});

export const matcherRunShards = pgTable(
  'matcher_run_shards',
  {
    runId: uuid('run_id').notNull(),
    number: smallint().notNull(),
    places: jsonb().$type<{ region: string; platform: string; crossplay: boolean }[]>().notNull(),
    players: integer().notNull(),
    status: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    lease: uuid(),
    aliveAt: instant('alive_at'),
    poolReadAt: instant('pool_read_at'),
    finishedAt: instant('finished_at'),
    squads: integer().notNull().default(0),
    pairs: integer().notNull().default(0),
    dropped: integer().notNull().default(0),
    certificate: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.number] })],
);

export const matcherLeftOver = pgTable('matcher_left_over', {
  userId: uuid('user_id').primaryKey(),
  /** Null after a search for this player only. */
  runId: uuid('run_id'),
  reason: text().notNull(),
  waiting: integer().notNull(),
  writtenAt: instant('written_at').notNull(),
  advice: jsonb().$type<Record<string, unknown> | null>(),
});

export const matcherLooks = pgTable('matcher_looks', {
  userId: uuid('user_id').primaryKey(),
  askedAt: instant('asked_at').notNull(),
  endedAt: instant('ended_at'),
  /** When another search was deferred to the next run because the player had searched too often; otherwise null. */
  putOffAt: instant('put_off_at'),
});
