import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import type { PagedPool } from '../../matcher/pool-workers.ts';
import type { Place } from '../../matcher/shards.ts';
import type { Deps } from '../../server/deps.ts';
import { listPriorityFounders } from '../payments/entitlements.queries.ts';
import { listBlocksInvolving } from '../profiles/blocks/blocks.queries.ts';
import { listNotLooking } from './looking/looking.commands.ts';
import { getCooldownStart } from './matches.rules.ts';
import { listJoinedMembers } from './parties/parties.queries.ts';
import { groupPartiesByMember } from './parties/parties.rules.ts';
import { listBusyPlayers, listEndedGroupsByFirstMember, listPoolPage, listPoolRows } from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer, withFounderPriority, withParties } from './pool.rules.ts';

const PAGE_SIZE = 2_000;

/**
 * One shard of the pool for the matcher. It has the same data as `buildPool` for these players, without holding it all
 * in memory.
 */
export type ShardPool = PagedPool & {
  /** Players read so far who already have an open match of either kind. */
  busy: ReadonlySet<string>;
  /**
   * Players whose party is ready but has members in other shards, so they can't be placed together. Available once all
   * pages are read.
   */
  splitParties: readonly Pick<PoolPlayer, 'id' | 'waiting'>[];
};

/**
 * Loads the players of certain places (region, platform and crossplay) in pages, with their constraints and parties.
 * The last page has all players who are in parties.
 */
export function loadShardPool(deps: Deps, places: readonly Place[], weekOf: string): ShardPool {
  const now = deps.now();
  const busy = new Set<string>();
  const splitParties: PoolPlayer[] = [];
  async function* generatePages(): AsyncGenerator<{ players: PoolPlayer[]; forbiddenGroups: string[][] }> {
    const founders = new Set(await listPriorityFounders(deps.db, now));
    const parties = new Map<string, readonly string[]>();
    const inParties: PoolPlayer[] = [];
    let after: string | undefined;
    for (;;) {
      const rows = await listPoolPage(deps.db, { after, limit: PAGE_SIZE, places }, now);
      const ids = rows.map((row) => row.id);
      const busyRows = await listBusyPlayers(deps.db, { ids });
      for (const { user_id } of busyRows) busy.add(user_id);
      const constraints = toPlayerConstraints(
        await listBlocksInvolving(deps.db, ids),
        busyRows,
        await listNotLooking(deps.db, deps, ids),
      );
      for (const [id, mates] of groupPartiesByMember(await listJoinedMembers(deps.db, ids))) parties.set(id, mates);
      const players: PoolPlayer[] = [];
      for (const row of rows) {
        const player = withFounderPriority(toPoolPlayer(row, constraints), founders);
        if (player.wants.length > 0) (parties.has(player.id) ? inParties : players).push(player);
      }
      yield { players, forbiddenGroups: await listEndedGroupsByFirstMember(deps.db, getCooldownStart(now), ids) };
      if (rows.length < PAGE_SIZE) break;
      after = ids.at(-1);
    }
    const presentIds = new Set(inParties.map(({ id }) => id));
    const absentMates = await listPartyMatesInOtherShards(deps, presentIds, parties);
    const readyPlayers = withParties([...inParties, ...absentMates], parties).filter(({ id }) => presentIds.has(id));
    const elsewhereIds = new Set(absentMates.map(({ id }) => id));
    for (const player of readyPlayers)
      if (parties.get(player.id)!.some((id) => elsewhereIds.has(id))) splitParties.push(player);
    yield { players: readyPlayers.filter((player) => !splitParties.includes(player)), forbiddenGroups: [] };
  }
  return { weekOf, pages: generatePages(), busy, splitParties };
}

/** Loads party members who are in other shards. If one of them isn't ready, the whole party isn't ready. */
async function listPartyMatesInOtherShards(
  deps: Deps,
  presentIds: ReadonlySet<string>,
  parties: ReadonlyMap<string, readonly string[]>,
): Promise<PoolPlayer[]> {
  const ids = [...new Set([...presentIds].flatMap((id) => parties.get(id)!))].filter((id) => !presentIds.has(id));
  if (ids.length === 0) return [];
  const constraints = toPlayerConstraints(
    [],
    await listBusyPlayers(deps.db, { ids }),
    await listNotLooking(deps.db, deps, ids),
  );
  return (await listPoolRows(deps.db, ids, deps.now())).map((row) => toPoolPlayer(row, constraints));
}
