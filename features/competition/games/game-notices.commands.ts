import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { loadGame } from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import { findSideOf, mayActFor } from './games.rules.ts';
import { createGameMessage, type GameNotice } from './games.wording.ts';

/**
 * Notifies those who can answer a change to a game, except whoever made it. Runs in the transaction of the change.
 * @param actorId who made the change; null for moderators and for what happens automatically
 */
export async function notifyAboutGame(
  tx: Db,
  deps: Deps,
  id: string,
  { notice, actorId }: { notice: GameNotice; actorId: string | null },
): Promise<void> {
  const game = await loadGame(tx, (await queries.findGame(tx, id))!);
  const { sides } = game.facts;
  const isAgainstSquad = sides.length === 2;
  const actorSide = actorId === null ? undefined : findSideOf(sides, actorId);
  const played = new Set(
    game.players.flatMap(({ version, userId }) => (version === game.row.version && userId ? [userId] : [])),
  );
  const to = sides.flatMap(({ side, memberIds, playerIds }) => {
    if (isAgainstSquad && side === actorSide) return [];
    const ids = isAgainstSquad
      ? [...new Set([...memberIds, ...playerIds])]
      : playerIds.filter((one) => played.has(one));
    return [...new Set(ids)].filter((userId) => userId !== actorId && mayActFor(sides, side, userId));
  });
  const change = (await queries.listEvents(tx, [id])).length;
  const nameOf = (number: number) => game.sides.find(({ side }) => side === number)?.squadName ?? '';
  await enqueueNotifications(
    tx,
    deps,
    to.map((userId) => {
      const other = findSideOf(sides, userId) === 1 ? 2 : 1;
      const squad = nameOf(isAgainstSquad ? (actorSide ?? other) : 1);
      const about = { id, change, squad, isAgainstSquad };
      return { userId, write: (t) => createGameMessage(t, notice, about) };
    }),
  );
}
