import {
  boolean,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import type { LookingChoice } from './game.schema.ts';
import type { LookColumn } from './group-formats.schema.ts';
import type { FieldName, PublicField } from './profile-fields.schema.ts';
import type { AvailabilityWindow } from './profiles.schema.ts';

/** A column for every field and for the system's own values. A field without a column doesn't compile. */
type Columns<Name extends string> = Record<Name, PgColumnBuilderBase>;

export const userProfiles = pgTable('user_profiles', {
  userId: uuid('user_id').primaryKey(),
  displayName: text('display_name'),
  onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** 12 or 24; null follows the browser, or the location in messages. */
  clockHours: smallint('clock_hours').$type<ClockHours>(),
  /** 1 for Monday, 6 for Saturday, 7 for Sunday; null follows the browser. */
  weekStart: smallint('week_start').$type<WeekStart>(),
});

/** Private: everything the owner typed. Queries for other people read `protocolPublicProfiles`. */
export const protocolProfiles = pgTable('protocol_profiles', {
  id: uuid('id').primaryKey(),
  twitch_id: text('twitch_id'),
  twitch_login: text('twitch_login'),
  display_name: text('display_name').notNull(),
  email: text('email'),
  platform: text('platform').default('PS5'),
  role: text('role').default('PG'),
  flex_positions: text('flex_positions').array().notNull().default([]),
  modes: text('modes').array().notNull().default(['Park/City']),
  timezone: text('timezone').default('UTC'),
  region: text('region'),
  languages: text('languages').array().notNull().default([]),
  psn: text('psn'),
  xbox: text('xbox'),
  discord: text('discord'),
  twitter: text('twitter'),
  public_handles: text('public_handles').array().notNull().default(['twitch']),
  playstyle: text('playstyle').array().notNull().default([]),
  archetype_primary: text('archetype_primary'),
  archetype_secondary: text('archetype_secondary'),
  height_in: smallint('height_in'),
  weight_lb: smallint('weight_lb'),
  hand: text('hand'),
  overall_rating: smallint('overall_rating'),
  win_percentage: numeric('win_percentage', { precision: 4, scale: 1, mode: 'number' }),
  experience_years: smallint('experience_years'),
  competitive_level: text('competitive_level'),
  availability: jsonb('availability').$type<AvailabilityWindow[]>().notNull().default([]),
  crossplay: boolean('crossplay').notNull().default(true),
  mic: boolean('mic').notNull().default(true),
  phone: text('phone'),
  preferred_contact: text('preferred_contact').notNull().default('email'),
  allow_contact: boolean('allow_contact').notNull().default(true),
  consent_comms: boolean('consent_comms').notNull().default(true),
  bio: text('bio').notNull().default(''),
  avatar_path: text('avatar_path'),
  look: text('look'),
  published: boolean('published').notNull().default(false),
  look_for_squad: text('look_for_squad').$type<LookingChoice>().notNull().default('until_found'),
  look_for_pair: text('look_for_pair').$type<LookingChoice>().notNull().default('until_found'),
  created_at: instant('created_at').notNull().defaultNow(),
  updated_at: instant('updated_at').notNull().defaultNow(),
} satisfies Columns<
  | FieldName
  | 'id'
  | 'twitch_id'
  | 'twitch_login'
  | 'avatar_path'
  | 'look'
  | 'published'
  | LookColumn
  | 'created_at'
  | 'updated_at'
>);

/** A row means that generated players and accounts with known passwords were inserted; it's never removed. */
export const demonstrationFurnishings = pgTable('demonstration_furnishings', {
  furnishedAt: instant('furnished_at').notNull(),
});

/** Users who were in the directory and have saved an edit since without publishing again. */
export const profileEdits = pgTable('profile_edits', {
  userId: uuid('user_id').primaryKey(),
  since: instant('since').notNull(),
});

/** The address of each kind that a user last confirmed by entering the code sent to it. */
export const confirmedContacts = pgTable(
  'confirmed_contacts',
  {
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<'email' | 'phone'>().notNull(),
    address: text('address').notNull(),
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const playerBlocks = pgTable(
  'player_blocks',
  {
    blockerId: uuid('blocker_id').notNull(),
    blockedId: uuid('blocked_id').notNull(),
    kind: text('kind').$type<'block' | 'avoid'>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);

export const playerFollows = pgTable(
  'player_follows',
  {
    followerId: uuid('follower_id').notNull(),
    followedId: uuid('followed_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.followerId, table.followedId] })],
);

/** Published, unbanned profiles with their public columns only. The migration holds the view's definition. */
export const protocolPublicProfiles = pgView('protocol_public_profiles', {
  id: uuid('id').notNull(),
  display_name: text('display_name').notNull(),
  verified: boolean('verified').notNull(),
  role: text('role').notNull(),
  flex_positions: text('flex_positions').array().notNull(),
  platform: text('platform').notNull(),
  crossplay: boolean('crossplay').notNull(),
  competitive_level: text('competitive_level'),
  overall_rating: smallint('overall_rating'),
  win_percentage: numeric('win_percentage', { precision: 4, scale: 1, mode: 'number' }),
  height_in: smallint('height_in'),
  weight_lb: smallint('weight_lb'),
  hand: text('hand'),
  archetype_primary: text('archetype_primary'),
  archetype_secondary: text('archetype_secondary'),
  modes: text('modes').array().notNull(),
  playstyle: text('playstyle').array().notNull(),
  languages: text('languages').array().notNull(),
  region: text('region').notNull(),
  timezone: text('timezone').notNull(),
  mic: boolean('mic').notNull(),
  bio: text('bio').notNull(),
  /** The picture shown for the player, generated for players without a photo. */
  avatar_path: text('avatar_path'),
  experience_years: smallint('experience_years'),
  twitch_url: text('twitch_url'),
  discord: text('discord'),
  twitter: text('twitter'),
  psn: text('psn'),
  xbox: text('xbox'),
  // As text: the directory's cursor needs the microseconds that a Date would drop.
  created_at: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull(),
  updated_at: timestamp('updated_at', { withTimezone: true, mode: 'string' }).notNull(),
} satisfies Columns<
  PublicField | 'id' | 'verified' | 'avatar_path' | 'twitch_url' | 'created_at' | 'updated_at'
>).existing();
