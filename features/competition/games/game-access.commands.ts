import type { Db } from '../../../db/database.ts';
import type { Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findSquad } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import { type LoadedGame, loadGame } from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import { findSideOf } from './games.rules.ts';
import { GAME_LIMITS, type SideNumber } from './games.schema.ts';

/**
 * Locks a game for one of its players or a member of its squads.
 * @throws Refusal not_found for everyone else
 */
export async function lockOwnGame(tx: Db, actor: Person, id: string): Promise<LoadedGame> {
  return requireOwn(tx, actor, await queries.lockGame(tx, id));
}

/** Reads a game for one of its players or a member of its squads. @throws Refusal not_found for everyone else */
export const findOwnGame = async (db: Db, actor: Person, id: string): Promise<LoadedGame> =>
  requireOwn(db, actor, await queries.findGame(db, id));

async function requireOwn(db: Db, actor: Person, row: queries.GameRow | undefined): Promise<LoadedGame> {
  const game = row && (await loadGame(db, row));
  if (!game || !findSideOf(game.facts.sides, actor.userId)) throw new Refusal('not_found', messages.gameNotFound);
  return game;
}

/** Returns the most players that a side can have. */
export async function findSize(db: Db, game: LoadedGame, number: SideNumber): Promise<number> {
  const squadId = game.sides.find(({ side }) => side === number)?.squadId;
  return squadId ? (await findSquad(db, squadId)).size : GAME_LIMITS.side;
}
