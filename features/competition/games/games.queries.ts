import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { BoxScore, FlagKind, Lineup, SideNumber } from './games.schema.ts';
import { EMPTY_BOX } from './games.schema.ts';
import { gameEvents, gameEvidence, gameFlags, gamePlayers, gameResults, gameSides, games } from './games.tables.ts';

export type GameRow = typeof games.$inferSelect;
export type SideRow = typeof gameSides.$inferSelect;
export type ResultRow = typeof gameResults.$inferSelect;
export type PlayerRow = typeof gamePlayers.$inferSelect;
export type EventRow = typeof gameEvents.$inferSelect;
export type EvidenceRow = typeof gameEvidence.$inferSelect;

const DUE_LIMIT = 200;

export async function findGame(db: Db, id: string): Promise<GameRow | undefined> {
  const [row] = await db.select().from(games).where(eq(games.id, id));
  return row;
}

/** Locks a game until the transaction ends. Every change to a game goes through this lock. */
export async function lockGame(tx: Db, id: string): Promise<GameRow | undefined> {
  const [row] = await tx.select().from(games).where(eq(games.id, id)).for('update');
  return row;
}

/** Lists the games of a session, in playing order. */
export const listGamesOfSession = (db: Db, sessionId: string): Promise<GameRow[]> =>
  db.select().from(games).where(eq(games.sessionId, sessionId)).orderBy(asc(games.number));

export async function insertGame(
  tx: Db,
  game: typeof games.$inferInsert,
  sides: readonly Omit<SideRow, 'gameId'>[],
): Promise<GameRow> {
  const [row] = await tx.insert(games).values(game).returning();
  await tx.insert(gameSides).values(sides.map((side) => ({ ...side, gameId: row!.id })));
  return row!;
}

export async function updateGame(
  tx: Db,
  id: string,
  change: Partial<
    Pick<GameRow, 'mode' | 'bestOf' | 'state' | 'version' | 'startedAt' | 'endedAt' | 'dueAt' | 'confirmedAt'>
  >,
): Promise<void> {
  await tx.update(games).set(change).where(eq(games.id, id));
}

/** Lists the sides of games. */
export async function listSides(db: Db, ids: readonly string[]): Promise<SideRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gameSides)
    .where(inArray(gameSides.gameId, [...ids]))
    .orderBy(gameSides.gameId, asc(gameSides.side));
}

/** Lists every version of the games' results, oldest first. */
export async function listResults(db: Db, ids: readonly string[]): Promise<ResultRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gameResults)
    .where(inArray(gameResults.gameId, [...ids]))
    .orderBy(gameResults.gameId, asc(gameResults.version));
}

/** Lists the players of every version of the games' results. */
export async function listPlayers(db: Db, ids: readonly string[]): Promise<PlayerRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gamePlayers)
    .where(inArray(gamePlayers.gameId, [...ids]))
    .orderBy(gamePlayers.gameId, asc(gamePlayers.version), asc(gamePlayers.side), asc(gamePlayers.seat));
}

export async function listEvents(db: Db, ids: readonly string[]): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gameEvents)
    .where(inArray(gameEvents.gameId, [...ids]))
    .orderBy(gameEvents.gameId, asc(gameEvents.seq));
}

export async function listEvidence(db: Db, ids: readonly string[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gameEvidence)
    .where(inArray(gameEvidence.gameId, [...ids]))
    .orderBy(gameEvidence.gameId, asc(gameEvidence.createdAt), asc(gameEvidence.id));
}

export async function listFlags(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(gameFlags)
    .where(inArray(gameFlags.gameId, [...ids]))
    .orderBy(gameFlags.gameId, asc(gameFlags.kind));
}

/** One side's lineup as stored with a version. */
export type SideLineup = { side: SideNumber; lineup: Lineup };

/** Adds a version of a result with the players of each side. */
export async function insertResult(
  tx: Db,
  result: Omit<typeof gameResults.$inferInsert, 'guests1' | 'guests2'>,
  lineups: readonly SideLineup[],
): Promise<void> {
  const countGuests = (side: SideNumber) => lineups.find((one) => one.side === side)?.lineup.guests ?? 0;
  await tx.insert(gameResults).values({ ...result, guests1: countGuests(1), guests2: countGuests(2) });
  await insertPlayers(tx, result, lineups);
}

async function insertPlayers(
  tx: Db,
  { gameId, version }: { gameId: string; version: number },
  lineups: readonly SideLineup[],
): Promise<void> {
  const rows = lineups.flatMap(({ side, lineup }) =>
    lineup.players.map(({ user_id, box }, index) => ({
      gameId,
      version,
      side,
      seat: index + 1,
      userId: user_id,
      ...toBoxColumns(box ?? EMPTY_BOX),
    })),
  );
  if (rows.length > 0) await tx.insert(gamePlayers).values(rows);
}

/** Replaces one side's players in a version. */
export async function replaceLineup(
  tx: Db,
  key: { gameId: string; version: number },
  { side, lineup }: SideLineup,
): Promise<void> {
  await tx
    .delete(gamePlayers)
    .where(and(eq(gamePlayers.gameId, key.gameId), eq(gamePlayers.version, key.version), eq(gamePlayers.side, side)));
  await tx
    .update(gameResults)
    .set(side === 1 ? { guests1: lineup.guests } : { guests2: lineup.guests })
    .where(and(eq(gameResults.gameId, key.gameId), eq(gameResults.version, key.version)));
  await insertPlayers(tx, key, [{ side, lineup }]);
}

const toBoxColumns = (box: BoxScore) => ({
  points: box.points,
  rebounds: box.rebounds,
  assists: box.assists,
  steals: box.steals,
  blocks: box.blocks,
  turnovers: box.turnovers,
  fgMade: box.fg_made,
  fgAttempted: box.fg_attempted,
  threesMade: box.threes_made,
  threesAttempted: box.threes_attempted,
});

export const toBox = (row: PlayerRow): BoxScore => ({
  points: row.points,
  rebounds: row.rebounds,
  assists: row.assists,
  steals: row.steals,
  blocks: row.blocks,
  turnovers: row.turnovers,
  fg_made: row.fgMade,
  fg_attempted: row.fgAttempted,
  threes_made: row.threesMade,
  threes_attempted: row.threesAttempted,
});

export async function insertGameEvent(tx: Db, event: typeof gameEvents.$inferInsert): Promise<void> {
  await tx.insert(gameEvents).values(event);
}

export async function insertEvidence(tx: Db, evidence: typeof gameEvidence.$inferInsert): Promise<void> {
  await tx.insert(gameEvidence).values(evidence);
}

/** Lists open reports of games between two squads that the other one made, for the report of the same game. */
export async function listOpenReportsBetween(
  tx: Db,
  { reporterId, squadId }: { reporterId: string; squadId: string },
): Promise<GameRow[]> {
  return tx
    .select()
    .from(games)
    .where(
      and(
        eq(games.squadId, reporterId),
        eq(games.state, 'reported'),
        sql`exists (select 1 from ${gameSides} s where s.game_id = ${games.id} and s.side = 2 and s.squad_id = ${squadId})`,
      ),
    )
    .orderBy(asc(games.endedAt), games.id);
}

/** Lists games whose state changes automatically by now, longest due first. */
export const listDueGames = (db: Db, now: Date): Promise<GameRow[]> =>
  db
    .select()
    .from(games)
    .where(and(isNotNull(games.dueAt), lte(games.dueAt, now)))
    .orderBy(asc(games.dueAt), games.id)
    .limit(DUE_LIMIT);

/** Lists games that wait for a moderator, the one due first on top. */
export const listDisputedGames = (db: Db, limit: number): Promise<GameRow[]> =>
  db.select().from(games).where(eq(games.state, 'disputed')).orderBy(asc(games.dueAt), games.id).limit(limit);

/** Lists the other counting games between two squads in a period, in playing order. */
export async function listCountingGamesBetween(
  tx: Db,
  { squadIds, from, to, exceptId }: { squadIds: readonly [string, string]; from: Date; to: Date; exceptId: string },
): Promise<GameRow[]> {
  return tx
    .select()
    .from(games)
    .where(
      and(
        isNotNull(games.confirmedAt),
        ne(games.id, exceptId),
        sql`${games.endedAt} >= ${from.toISOString()} and ${games.endedAt} < ${to.toISOString()}`,
        inArray(games.squadId, [...squadIds]),
        sql`(select count(*) from ${gameSides} s
              where s.game_id = ${games.id} and s.squad_id = any (${sql.param([...squadIds])}::uuid[])) = 2`,
      ),
    )
    .orderBy(asc(games.endedAt), games.id);
}

/** Replaces a game's flags. */
export async function saveFlags(
  tx: Db,
  gameId: string,
  flags: readonly { kind: FlagKind; count: number }[],
  now: Date,
): Promise<void> {
  await tx.delete(gameFlags).where(eq(gameFlags.gameId, gameId));
  if (flags.length === 0) return;
  await tx.insert(gameFlags).values(flags.map((flag) => ({ ...flag, gameId, createdAt: now })));
}

/** Lists the object names of a user's screenshots. */
export async function listEvidenceNames(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: gameEvidence.objectName })
    .from(gameEvidence)
    .where(eq(gameEvidence.userId, userId));
  return rows.map(({ name }) => name);
}

/** Deletes a user's screenshots from their games. */
export async function deleteEvidenceOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(gameEvidence).where(eq(gameEvidence.userId, userId));
}
