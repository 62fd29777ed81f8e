import { and, asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { type AdviceTurn, type Answer, MAX_TURNS } from './advice.schema.ts';
import { adviceTurns } from './advice.tables.ts';
import type { Build } from './builds.rules.ts';

/** Serializes one user's questions, because follow-ups refer to earlier answers and every question is counted. */
export async function lockAdvice(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`advice/${userId}`}, 0))`);
}

/** Returns a user's conversation, oldest first. */
export async function listAdviceTurns(db: Db, userId: string): Promise<AdviceTurn[]> {
  const rows = await db.select().from(adviceTurns).where(eq(adviceTurns.userId, userId)).orderBy(asc(adviceTurns.seq));
  return rows.map(toTurn);
}

const toTurn = ({ id, question, answer, createdAt }: typeof adviceTurns.$inferSelect): AdviceTurn => ({
  id,
  question,
  answer,
  created_at: createdAt.toISOString(),
});

/** Adds a turn to a conversation and drops the oldest turns beyond the limit. */
export async function addTurn(
  tx: Db,
  { build, ...turn }: { userId: string; question: string; answer: Answer; build: Build; createdAt: Date },
): Promise<AdviceTurn> {
  const [row] = await tx
    .insert(adviceTurns)
    .values({ ...turn, state: { build } })
    .returning();
  const [oldest] = await tx
    .select({ seq: adviceTurns.seq })
    .from(adviceTurns)
    .where(eq(adviceTurns.userId, turn.userId))
    .orderBy(desc(adviceTurns.seq))
    .offset(MAX_TURNS)
    .limit(1);
  if (oldest) {
    await tx.delete(adviceTurns).where(and(eq(adviceTurns.userId, turn.userId), lte(adviceTurns.seq, oldest.seq)));
  }
  return toTurn(row!);
}

/** Returns the build from one of the user's own answers. */
export async function findBuildOfTurn(db: Db, userId: string, turnId: string): Promise<Build | undefined> {
  const [row] = await db
    .select({ state: adviceTurns.state })
    .from(adviceTurns)
    .where(and(eq(adviceTurns.userId, userId), eq(adviceTurns.id, turnId)));
  return (row?.state as { build: Build } | undefined)?.build;
}

export async function clearTurns(db: Db, userId: string): Promise<void> {
  await db.delete(adviceTurns).where(eq(adviceTurns.userId, userId));
}
