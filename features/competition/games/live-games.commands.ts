import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import type { GameResult, GameStatus } from '../../squads/live-now/live-now.schema.ts';
import { countResults } from '../../squads/live-now/live-results.rules.ts';
import type { ResultCounts, SessionGame } from '../../squads/live-now/session-games.commands.ts';
import { findSquad } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import { confirmVersion, requireResult } from './game-answers.commands.ts';
import { type LoadedGame, listEligible, loadGame } from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import { findConfirmProblem, findCorrectProblem } from './games.rules.ts';
import type { GameMode, GameState, Lineup } from './games.schema.ts';

const OUTCOMES = ['tied', 'won', 'lost'] as const;
const STATUSES: Record<GameState, GameStatus> = {
  started: 'playing',
  reported: 'reported',
  confirmed: 'confirmed',
  disputed: 'disputed',
  decided: 'confirmed',
  void: 'void',
};

/** Lists the games of sessions for the live room, in playing order. */
export async function listLiveGames(db: Db, sessionIds: readonly string[]): Promise<SessionGame[]> {
  const rows = await queries.listGamesWithResult(db, sessionIds);
  return rows.map(({ game, winner, reportedBy }) => ({
    id: game.id,
    sessionId: game.sessionId,
    number: game.number,
    startedAt: game.startedAt ?? game.endedAt ?? game.createdAt,
    result: winner === null ? null : OUTCOMES[winner],
    reportedBy,
    status: STATUSES[game.state],
  }));
}

/** Counts how the games of each session ended. */
export async function countLiveResults(db: Db, sessionIds: readonly string[]): Promise<Map<string, ResultCounts>> {
  const games = await listLiveGames(db, sessionIds);
  return new Map(sessionIds.map((id) => [id, countResults(games.filter(({ sessionId }) => sessionId === id))]));
}

/** What squads of each size play unless they say otherwise. */
const getUsualMode = (size: number): GameMode => (size === 5 ? 'Pro-Am 5v5' : 'Park/City');

export async function startLiveGame(
  tx: Db,
  { sessionId, squadId, number, startedAt }: { sessionId: string; squadId: string; number: number; startedAt: Date },
): Promise<void> {
  const { name, crestSeed, size } = await findSquad(tx, squadId);
  const id = crypto.randomUUID();
  const game = { id, sessionId, squadId, number, mode: getUsualMode(size), state: 'started', startedAt } as const;
  await queries.insertGame(tx, { ...game, createdAt: startedAt }, [{ side: 1, squadId, squadName: name, crestSeed }]);
}

/**
 * Reports a live game without a score, or changes the caller's own report.
 * @throws Refusal conflict when the result is settled or disputed
 */
export async function reportLiveGame(
  tx: Db,
  deps: Deps,
  id: string,
  { result: outcome, userId }: { result: GameResult; userId: string },
): Promise<void> {
  const row = (await queries.lockGame(tx, id))!;
  const game = await loadGame(tx, row);
  const isFirst = row.state === 'started';
  const problem = isFirst ? undefined : findCorrectProblem(game.facts, row.version, userId);
  if (problem) throw new Refusal('conflict', problem);
  const now = deps.now();
  const version = row.version + 1;
  const result = requireResult({ outcome, score: null }, 1, row.bestOf);
  const endedAt = row.startedAt && row.startedAt > now ? row.startedAt : now;
  if (isFirst) await queries.updateGame(tx, id, { state: 'reported', version, endedAt });
  const lineup = await listPresent(tx, game, userId);
  const stored = { gameId: id, version, reportedBy: userId, side: 1 as const, ...result, reportedAt: now };
  await queries.insertResult(tx, stored, [{ side: 1, lineup }]);
  if (!isFirst) await queries.updateGame(tx, id, { version });
  const kind = isFirst ? ('reported' as const) : ('corrected' as const);
  await queries.insertGameEvent(tx, { gameId: id, kind, userId, side: 1, version, createdAt: now });
}

/** Everyone in the session's lineup played, the reporter first. */
async function listPresent(tx: Db, game: LoadedGame, userId: string): Promise<Lineup> {
  const { playedIds } = await listEligible(tx, game, 1);
  const { size } = await findSquad(tx, game.row.squadId);
  const ids = [userId, ...playedIds.filter((id) => id !== userId)].slice(0, size);
  return { players: ids.map((user_id) => ({ user_id, box: null })), guests: 0 };
}

/** Confirms another player's report. @throws Refusal conflict when it can't be confirmed */
export async function confirmLiveGame(tx: Db, deps: Deps, id: string, userId: string): Promise<void> {
  const row = (await queries.lockGame(tx, id))!;
  const game = await loadGame(tx, row);
  const problem = findConfirmProblem(game.facts, row.version, userId);
  if (problem === 'known') return;
  if (problem) throw new Refusal('conflict', row.state === 'disputed' ? messages.alreadyDisputed : problem);
  await confirmVersion(tx, deps, game, { userId, version: row.version, lineup: null });
}
