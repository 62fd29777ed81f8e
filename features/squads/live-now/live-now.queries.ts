import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { SessionRow } from '../sessions/squad-sessions.queries.ts';
import { squadSessions } from '../sessions/squad-sessions.tables.ts';
import type { GameResult } from './live-now.schema.ts';
import { squadSessionGames as games } from './live-now.tables.ts';

export type GameRow = typeof games.$inferSelect;

/** Lists a squad's sessions in this period that were confirmed at some point and aren't canceled. */
export async function listConfirmedSessions(
  db: Db,
  squadId: string,
  { startedBy, endedAfter }: { startedBy: Date; endedAfter: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(squadSessions)
    .where(
      and(
        eq(squadSessions.squadId, squadId),
        lte(squadSessions.startsAt, startedBy),
        gt(squadSessions.endsAt, endedAfter),
        gt(squadSessions.toldCount, 0),
        isNull(squadSessions.calledOffAt),
      ),
    )
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}

/** Lists the games of sessions, in playing order. */
export async function listGames(db: Db, sessionIds: readonly string[]): Promise<GameRow[]> {
  if (sessionIds.length === 0) return [];
  return db
    .select()
    .from(games)
    .where(inArray(games.sessionId, [...sessionIds]))
    .orderBy(games.sessionId, games.number);
}

export async function insertGame(
  tx: Db,
  game: { sessionId: string; squadId: string; number: number; startedAt: Date },
): Promise<void> {
  await tx.insert(games).values(game);
}

type GameKey = { sessionId: string; number: number };
const isGame = ({ sessionId, number }: GameKey) => and(eq(games.sessionId, sessionId), eq(games.number, number));

export async function saveResult(
  tx: Db,
  game: GameKey,
  { result, userId, now }: { result: GameResult; userId: string; now: Date },
): Promise<void> {
  await tx.update(games).set({ result, reportedBy: userId, reportedAt: now }).where(isGame(game));
}

export async function confirmResult(tx: Db, game: GameKey, userId: string): Promise<void> {
  await tx.update(games).set({ confirmedBy: userId }).where(isGame(game));
}

/** Counts the games won and lost in each of these sessions. */
export async function countResults(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, { won: number; lost: number }>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: games.sessionId,
      won: sql<number>`(count(*) filter (where ${games.result} = 'won'))::int`,
      lost: sql<number>`(count(*) filter (where ${games.result} = 'lost'))::int`,
    })
    .from(games)
    .where(inArray(games.sessionId, [...sessionIds]))
    .groupBy(games.sessionId);
  return new Map(rows.map(({ id, won, lost }) => [id, { won, lost }]));
}
