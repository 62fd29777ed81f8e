import { bigserial, boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { GroupSize } from '../profiles/group-formats.schema.ts';
import type { LeftReason } from './squads.schema.ts';

export const squads = pgTable('squads', {
  id: uuid().primaryKey().defaultRandom(),
  matchId: uuid('match_id'),
  partyId: uuid('party_id'),
  name: text().notNull(),
  crestSeed: integer('crest_seed').notNull(),
  size: smallint().$type<GroupSize>().notNull(),
  captainId: uuid('captain_id'),
  linkToken: text('link_token'),
  /** When the squad's public page was turned on; null while it's off. */
  pageSince: instant('page_since'),
  /** When the squad first had enough members to play; null until then. */
  wholeSince: instant('whole_since'),
  /** The squad's own voice channel; null while it uses Planet Crew's. */
  voiceUrl: text('voice_url'),
  rev: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
});

export const squadMembers = pgTable(
  'squad_members',
  {
    squadId: uuid('squad_id').notNull(),
    userId: uuid('user_id').notNull(),
    position: text(),
    joinedAt: instant('joined_at').notNull(),
    leftAt: instant('left_at'),
    leftReason: text('left_reason').$type<LeftReason>(),
    /** Whether the member agreed to be named on the public page; null until they choose. */
    shown: boolean(),
    seq: bigserial({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.squadId, table.userId] })],
);

export const squadEarlierMatches = pgTable('squad_earlier_matches', {
  matchId: uuid('match_id').primaryKey(),
  squadId: uuid('squad_id').notNull(),
});
