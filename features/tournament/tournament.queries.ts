import { and, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { getStartingStrength, type RatingEstimate } from './tournament.rules.ts';
import { tournamentPairs, tournamentRatings, tournamentVotes } from './tournament.tables.ts';

/** Returns the ratings of all warriors that have been compared, at most one row per warrior. */
export function listRatings(db: Db) {
  return db.select().from(tournamentRatings);
}

/** Locks the ratings of two warriors, creating missing ones, in id order so that votes don't deadlock. */
export async function lockRatings(tx: Db, ids: readonly [string, string], now: Date) {
  const { mu, sigma } = getStartingStrength();
  await tx
    .insert(tournamentRatings)
    .values(ids.map((warriorId) => ({ warriorId, mu, sigma, updatedAt: now })))
    .onConflictDoNothing();
  return tx
    .select()
    .from(tournamentRatings)
    .where(inArray(tournamentRatings.warriorId, [...ids]))
    .orderBy(tournamentRatings.warriorId)
    .for('update');
}

/** @param change `first`: whether it's the voter's first vote on this warrior */
export async function saveRating(
  tx: Db,
  warriorId: string,
  strength: RatingEstimate,
  { won, first, now }: { won: boolean; first: boolean; now: Date },
) {
  await tx
    .update(tournamentRatings)
    .set({
      ...strength,
      votes: sql`${tournamentRatings.votes} + 1`,
      wins: sql`${tournamentRatings.wins} + ${won ? 1 : 0}`,
      voters: sql`${tournamentRatings.voters} + ${first ? 1 : 0}`,
      updatedAt: now,
    })
    .where(eq(tournamentRatings.warriorId, warriorId));
}

export async function insertVote(tx: Db, vote: typeof tournamentVotes.$inferInsert) {
  await tx.insert(tournamentVotes).values(vote);
}

/** Adds one to a pair's count. @returns the new count */
export async function countPair(tx: Db, pair: { first: string; second: string }, didFirstWin: boolean, now: Date) {
  const [row] = await tx
    .insert(tournamentPairs)
    .values({
      firstId: pair.first,
      secondId: pair.second,
      firstWins: didFirstWin ? 1 : 0,
      secondWins: didFirstWin ? 0 : 1,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [tournamentPairs.firstId, tournamentPairs.secondId],
      set: {
        firstWins: sql`${tournamentPairs.firstWins} + ${didFirstWin ? 1 : 0}`,
        secondWins: sql`${tournamentPairs.secondWins} + ${didFirstWin ? 0 : 1}`,
        updatedAt: now,
      },
    })
    .returning();
  return row!;
}

export async function getPairCount(db: Db, pair: { first: string; second: string }) {
  const [row] = await db
    .select()
    .from(tournamentPairs)
    .where(and(eq(tournamentPairs.firstId, pair.first), eq(tournamentPairs.secondId, pair.second)));
  return { firstWins: row?.firstWins ?? 0, secondWins: row?.secondWins ?? 0 };
}

/** Returns a user's votes on a day, and how many votes they cast since the given time. */
export async function listVotes(db: Db, voterId: string, day: string, since: Date) {
  const [today, lately] = await Promise.all([
    db
      .select({ first: tournamentVotes.firstId, second: tournamentVotes.secondId })
      .from(tournamentVotes)
      .where(and(eq(tournamentVotes.voterId, voterId), eq(tournamentVotes.day, day))),
    db.$count(tournamentVotes, and(eq(tournamentVotes.voterId, voterId), gte(tournamentVotes.createdAt, since))),
  ]);
  return { today, lately };
}

/** Counts a user's votes on each of two warriors: in total, and since the given time. */
export async function countVotesAbout(tx: Db, voterId: string, ids: readonly [string, string], since: Date) {
  const { firstId, secondId, createdAt } = tournamentVotes;
  const rows = await tx
    .select({ firstId, secondId, lately: sql<boolean>`${createdAt} >= ${since}` })
    .from(tournamentVotes)
    .where(and(eq(tournamentVotes.voterId, voterId), or(inArray(firstId, [...ids]), inArray(secondId, [...ids]))));
  const listVotesAbout = (id: string) => rows.filter((row) => row.firstId === id || row.secondId === id);
  return {
    ever: new Set(ids.filter((id) => listVotesAbout(id).length > 0)),
    lately: Math.max(...ids.map((id) => listVotesAbout(id).filter((row) => row.lately).length)),
  };
}

/** Serializes one person's votes, so a burst of requests can't exceed the limits. */
export async function lockVoter(tx: Db, voterId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tournament/${voterId}`}, 0))`);
}
