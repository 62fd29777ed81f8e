import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { Position } from '../profiles/game.schema.ts';
import type { ApplicationStatus } from './lfg.schema.ts';

export const lfgListings = pgTable('lfg_listings', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  role: text().$type<'N/A'>().notNull().default('N/A'),
  title: text().notNull(),
  neededPositions: text('needed_positions').array().$type<Position[]>().notNull(),
  modes: text().array().notNull(),
  platform: text().notNull(),
  allowsCrossplay: boolean('allows_crossplay').notNull(),
  region: text().notNull(),
  availability: text().notNull(),
  timezone: text().notNull(),
  notes: text(),
  boostedAt: instant('boosted_at'),
  boostExpiresAt: instant('boost_expires_at'),
  status: text().$type<'active' | 'closed' | 'expired'>().notNull().default('active'),
  closedBy: text('closed_by').$type<'owner' | 'admin' | 'leaving' | null>(),
  closedAt: instant('closed_at'),
  deletedAt: instant('deleted_at'),
  matchId: uuid('match_id'),
  becamePartyAt: instant('became_party_at'),
  createdAt: instant('created_at').notNull(),
  listedAt: instant('listed_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const lfgApplications = pgTable('lfg_applications', {
  id: uuid().primaryKey().defaultRandom(),
  listingId: uuid('listing_id').notNull(),
  applicantId: uuid('applicant_id').notNull(),
  position: text().$type<Position>().notNull(),
  message: text(),
  status: text().$type<ApplicationStatus>().notNull(),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
  leftAt: instant('left_at'),
});
