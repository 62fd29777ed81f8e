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
import type { Locale } from '../../messages/locales.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import type { LookingChoice } from './game.schema.ts';
import {
  FIELD_NAMES,
  type FieldKind,
  type FieldName,
  getFieldKind,
  getPublishedKind,
  type KindOf,
  mapFields,
  PUBLIC_FIELDS,
  type PublicField,
  type PublishedKindOf,
} from './profile-fields.schema.ts';
import type { AvailabilityWindow } from './profiles.schema.ts';

/** A column for each kind of field. An insert that leaves a field out gets the database's default. */
const COLUMNS = {
  name: () => text().notNull().default(''),
  text: () => text(),
  number: () => smallint(),
  decimal: () => numeric({ precision: 4, scale: 1, mode: 'number' }),
  words: () => text().array().notNull().default([]),
  switch: () => boolean().notNull().default(false),
  hours: () => jsonb().$type<AvailabilityWindow[]>().notNull().default([]),
} satisfies Record<FieldKind, () => PgColumnBuilderBase>;
type ColumnOf<Kind extends FieldKind> = ReturnType<(typeof COLUMNS)[Kind]>;
type FieldColumns = { [Name in FieldName]: ColumnOf<KindOf<Name>> };
type PublicColumns = { [Name in PublicField]: ColumnOf<PublishedKindOf<Name>> };

export const userProfiles = pgTable('user_profiles', {
  userId: uuid('user_id').primaryKey(),
  displayName: text('display_name'),
  onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** 12 or 24; null is the usual one for the language. */
  clockHours: smallint('clock_hours').$type<ClockHours>(),
  /** 1 for Monday, 6 for Saturday, 7 for Sunday; null is the usual one for the language. */
  weekStart: smallint('week_start').$type<WeekStart>(),
  /** The language of messages, and of pages on a new device; null until the first sign-in. */
  language: text().$type<Locale>(),
});

/** Private: everything the owner typed. Queries for other people read `protocolPublicProfiles`. */
export const protocolProfiles = pgTable('protocol_profiles', {
  id: uuid('id').primaryKey(),
  twitch_id: text('twitch_id'),
  twitch_login: text('twitch_login'),
  ...mapFields<FieldName, FieldColumns>(FIELD_NAMES, (name) => COLUMNS[getFieldKind(name)]()),
  avatar_path: text('avatar_path'),
  look: text('look'),
  published: boolean('published').notNull().default(false),
  look_for_squad: text('look_for_squad').$type<LookingChoice>().notNull().default('until_found'),
  look_for_pair: text('look_for_pair').$type<LookingChoice>().notNull().default('until_found'),
  created_at: instant('created_at').notNull().defaultNow(),
  updated_at: instant('updated_at').notNull().defaultNow(),
});

/** Marks a database with demo players and accounts with public passwords. Only undoing the seeding removes the row. */
export const demonstrationFurnishings = pgTable('demonstration_furnishings', {
  furnishedAt: instant('furnished_at').notNull(),
});

/** Users who were in the directory and have saved an edit without publishing again. */
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
  ...mapFields<PublicField, PublicColumns>(PUBLIC_FIELDS, (name) => COLUMNS[getPublishedKind(name)]()),
  verified: boolean('verified').notNull(),
  /** The picture shown for the player, generated for players without a photo. */
  avatar_path: text('avatar_path'),
  twitch_url: text('twitch_url'),
  // Text, because the directory's cursor needs the microseconds that a Date would drop.
  created_at: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull(),
  updated_at: timestamp('updated_at', { withTimezone: true, mode: 'string' }).notNull(),
}).existing();
