import type { MatchingRules, Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { createPlayerInterner } from '../../matcher/player-interner.ts';
import type { Deps } from '../../server/deps.ts';
import { toUtcMonday } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { listPriorityFounders } from '../payments/entitlements.queries.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { hasSquad, listNotLooking } from './looking/looking.commands.ts';
import { listReachableRegions } from './match-replacements.rules.ts';
import { ANSWER_HOURS, getCooldownStart } from './matches.rules.ts';
import { listJoinedMembers } from './parties/parties.queries.ts';
import { groupPartiesByMember } from './parties/parties.rules.ts';
import {
  findRegion,
  listBusyPlayers,
  listEndedGroups,
  listNearbyIds,
  listPoolPage,
  listPoolRows,
} from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer, withFounderPriority, withParties } from './pool.rules.ts';

const PAGE_SIZE = 2_000;
/** Maximum number of players loaded around one player, which keeps the search fast in a community of any size. */
const MAX_NEARBY = 800;

/** Returns the week for matches proposed now: the week of their response deadline. */
export const getProposalWeek = (now: Date) => toUtcMonday(new Date(now.getTime() + ANSWER_HOURS * HOUR_MS));

/**
 * Loads everyone the matcher may propose a match to: published, not banned, and looking for at least one kind of match
 * without having an open match of that kind. A party is included as a whole or not at all. Reads in pages, so that a
 * large pool blocks neither the database nor this thread.
 * @param options `withUnanswered`: treats matches that no one has answered as withdrawn, as in a rebuild
 */
export async function buildPool(deps: Deps, options: { withUnanswered?: boolean } = {}): Promise<Pool> {
  const now = deps.now();
  const busy = await listBusyPlayers(deps.db, { unanswered: !options.withUnanswered });
  const constraints = toPlayerConstraints(await listBlocksAmong(deps.db), busy, await listNotLooking(deps.db, deps));
  const forbiddenGroups = await listEndedGroups(deps.db, getCooldownStart(now));
  const founders = new Set(await listPriorityFounders(deps.db, now));
  const players: PoolPlayer[] = [];
  const intern = createPlayerInterner();
  let after: string | undefined;
  for (;;) {
    const rows = await listPoolPage(deps.db, { after, limit: PAGE_SIZE }, now);
    for (const row of rows) {
      const player = toPoolPlayer(row, constraints);
      if (player.wants.length === 0) continue;
      players.push(intern(withFounderPriority(player, founders)));
    }
    if (rows.length < PAGE_SIZE) break;
    after = rows.at(-1)!.id;
  }
  const parties = groupPartiesByMember(await listJoinedMembers(deps.db));
  return { weekOf: getProposalWeek(now), players: withParties(players, parties), forbiddenGroups };
}

/**
 * Loads one player and the players who affect their chances most. Everyone loaded is looking for at least one kind of
 * match and has no open match of that kind.
 */
export async function buildPoolAround(deps: Deps, userId: string, rules: MatchingRules): Promise<Pool> {
  const now = deps.now();
  const ids = await listIdsAround(deps, userId, rules);
  const busy = await listBusyPlayers(deps.db, { ids });
  const constraints = toPlayerConstraints(
    await listBlocksAmong(deps.db, ids),
    busy,
    await listNotLooking(deps.db, deps, ids),
  );
  const rows = (await listPoolRows(deps.db, ids, now)).map((row) => toPoolPlayer(row, constraints));
  const free = rows.filter((player) => player.wants.length > 0);
  const players = withParties(free, groupPartiesByMember(await listJoinedMembers(deps.db, ids)));
  return {
    weekOf: getProposalWeek(now),
    players,
    forbiddenGroups: await listEndedGroups(deps.db, getCooldownStart(now), userId),
  };
}

/** Lists a player, the members of their party, and the players who might be proposed to them. */
export async function listIdsAround(deps: Deps, userId: string, rules: MatchingRules): Promise<string[]> {
  const region = await findRegion(deps.db, userId);
  const nearbyIds = await listNearbyIds(
    deps.db,
    hasSquad(deps),
    listReachableRegions(region ? [region] : [], rules) ?? [],
    MAX_NEARBY,
  );
  const mates = (await listJoinedMembers(deps.db, [userId])).map((row) => row.user_id);
  return [...new Set([userId, ...mates, ...nearbyIds])];
}
