import type { Db } from '../../../db/database.ts';
import { type Deps, port } from '../../../server/deps.ts';
import type { GameResult, GameStatus, LiveResult } from './live-now.schema.ts';

export type ResultCounts = Record<LiveResult, number>;

/** A game of a session, as the live room shows it. */
export type SessionGame = {
  id: string;
  sessionId: string;
  number: number;
  startedAt: Date;
  /** Null while the game is being played. */
  result: LiveResult | null;
  reportedBy: string | null;
  status: GameStatus;
};

type SessionGames = {
  /** Lists the games of sessions, in playing order. */
  list: (db: Db, sessionIds: readonly string[]) => Promise<SessionGame[]>;
  /** Counts how the games of each of these sessions ended. */
  count: (db: Db, sessionIds: readonly string[]) => Promise<Map<string, ResultCounts>>;
  start: (tx: Db, game: { sessionId: string; squadId: string; number: number; startedAt: Date }) => Promise<void>;
  /** Reports a result without a score, or changes the caller's own report. */
  report: (tx: Db, deps: Deps, gameId: string, report: { result: GameResult; userId: string }) => Promise<void>;
  /** Confirms another player's report. */
  confirm: (tx: Db, deps: Deps, gameId: string, userId: string) => Promise<void>;
};

/** The games of sessions, which a higher feature keeps. */
export const sessionGamesPort = port<SessionGames>('squads.session-games');
