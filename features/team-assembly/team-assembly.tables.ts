import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { TeamStatus, Window } from './team-assembly.schema.ts';

export const teamBuilds = pgTable('team_builds', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid('order_id'),
  buyerId: uuid('buyer_id'),
  description: text().notNull().default(''),
  desiredRoles: text('desired_roles').array().notNull(),
  skillTiers: text('skill_tiers').notNull(),
  region: text().notNull(),
  platform: text().notNull(),
  availabilityWindows: text('availability_windows').notNull(),
  windows: jsonb().$type<Window[]>().notNull().default([]),
  timezone: text().notNull().default('UTC'),
  discordPsn: text('discord_psn').notNull(),
  wantedBy: date('wanted_by').notNull(),
  status: text().$type<TeamStatus>().notNull().default('requested'),
  totalPrice: numeric('total_price', { precision: 8, scale: 2, mode: 'number' }).notNull(),
  deadline: instant('deadline'),
  deliveredAt: instant('delivered_at'),
  createdAt: instant('created_at').notNull(),
});

export const teamBuildPlayers = pgTable('team_build_players', {
  id: uuid().primaryKey().defaultRandom(),
  teamBuildId: uuid('team_build_id').notNull(),
  seat: smallint().notNull(),
  /** Null if the player took the seat and was erased after the team was handed over. */
  playerId: uuid('player_id'),
  role: text().notNull(),
  feeCents: integer('fee_cents').notNull(),
  feePoints: integer('fee_points').notNull().default(0),
  accepted: boolean(),
  askedAt: instant('asked_at').notNull(),
  answeredAt: instant('answered_at'),
  silent: boolean().notNull().default(false),
  /** Payout account of a player who was erased. */
  payeeAccount: text('payee_account'),
});

export const teamPlans = pgTable(
  'team_plans',
  {
    teamBuildId: uuid('team_build_id').notNull(),
    wave: smallint().notNull(),
    asked: smallint().notNull(),
    score: real().notNull(),
    /** Explanations as text, for plans created before `facts` existed. */
    lines: text().array().notNull().default([]),
    facts: jsonb().$type<Record<string, unknown> | null>(),
    plannedAt: instant('planned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamBuildId, table.wave] })],
);

export const alerts = pgTable('alerts', {
  userId: uuid('user_id').primaryKey(),
  availabilityOptIn: boolean('availability_opt_in').notNull().default(false),
  phoneOptIn: boolean('phone_opt_in').notNull().default(false),
  lastNotifiedAt: instant('last_notified_at'),
  updatedAt: instant('updated_at').notNull(),
});
