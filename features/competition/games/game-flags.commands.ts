import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { countSharedOrigins } from '../../accounts/security-events/shared-origins.queries.ts';
import { listRecentMemberIds } from '../../squads/squads.queries.ts';
import { type LoadedGame, loadGames } from './game-facts.commands.ts';
import { countOverLimit, getRatedDay, SHARED_HISTORY_MS, toFlags } from './game-flags.rules.ts';
import * as queries from './games.queries.ts';
import type { SideNumber } from './games.schema.ts';

const listSidePlayers = ({ row, players }: LoadedGame, number: SideNumber): string[] =>
  players.flatMap(({ version, side, userId }) =>
    version === row.version && side === number && userId ? [userId] : [],
  );

/**
 * Stores why a game that now counts may not be an honest contest. Moderators see it, and it changes nothing else.
 * Against unknown opponents there's nothing to compare.
 */
export async function flagGame(tx: Db, deps: Deps, id: string): Promise<void> {
  const [game] = await loadGames(tx, [(await queries.findGame(tx, id))!]);
  const [first, second] = game!.sides;
  if (!game || !first?.squadId || !second?.squadId) return;
  const since = subtractMs(deps.now(), SHARED_HISTORY_MS);
  const [own, others] = [listSidePlayers(game, 1), listSidePlayers(game, 2)];
  const origins = await countSharedOrigins(tx, [own, others], since);
  const membersOfFirst = await listRecentMemberIds(tx, first.squadId, since);
  const membersOfSecond = await listRecentMemberIds(tx, second.squadId, since);
  const inBoth = [...own, ...others].filter((userId) => membersOfFirst.has(userId) && membersOfSecond.has(userId));
  const flags = toFlags({
    shared_account: inBoth.length,
    shared_address: origins.networks,
    shared_device: origins.devices,
    daily_limit: await countUnratedToday(tx, game, [first.squadId, second.squadId]),
  });
  await queries.saveFlags(tx, id, flags, deps.now());
}

/** Returns 1 or more if the two rosters have had all their rated games of the day before this one. */
async function countUnratedToday(tx: Db, game: LoadedGame, squadIds: readonly [string, string]): Promise<number> {
  const day = getRatedDay(game.row.endedAt!);
  const rows = await queries.listCountingGamesBetween(tx, { squadIds, ...day, exceptId: game.row.id });
  const ofDay = [...(await loadGames(tx, rows)), game].map((one) => ({
    playedAt: one.row.endedAt!,
    rosters: [listSidePlayers(one, 1), listSidePlayers(one, 2)] as const,
  }));
  return countOverLimit(ofDay.toSorted((a, b) => a.playedAt.getTime() - b.playedAt.getTime()));
}
