import { date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';

export const tournamentVotes = pgTable('tournament_votes', {
  id: uuid('id').primaryKey().defaultRandom(),
  voterId: uuid('voter_id').notNull(),
  firstId: text('first_id').notNull(),
  secondId: text('second_id').notNull(),
  winnerId: text('winner_id').notNull(),
  day: date('day').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const tournamentPairs = pgTable(
  'tournament_pairs',
  {
    firstId: text('first_id').notNull(),
    secondId: text('second_id').notNull(),
    firstWins: integer('first_wins').notNull().default(0),
    secondWins: integer('second_wins').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.firstId, table.secondId] })],
);

export const tournamentRatings = pgTable('tournament_ratings', {
  warriorId: text('warrior_id').primaryKey(),
  mu: doublePrecision('mu').notNull(),
  sigma: doublePrecision('sigma').notNull(),
  votes: integer('votes').notNull().default(0),
  wins: integer('wins').notNull().default(0),
  /** Number of people who voted. */
  voters: integer('voters').notNull().default(0),
  updatedAt: instant('updated_at').notNull(),
});
