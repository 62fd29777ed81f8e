import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import type { PagedPool } from '../../matcher/pool-workers.ts';
import type { Place } from '../../matcher/shards.ts';
import type { Deps } from '../../server/deps.ts';
import { priorityFounders } from '../deals/entitlements.queries.ts';
import { blocksNaming } from '../profiles/blocks/blocks.queries.ts';
import { notLooking } from './looking/looking.commands.ts';
import { cooldownSince } from './matches.rules.ts';
import { joinedMembers } from './parties/parties.queries.ts';
import { partiesByMember } from './parties/parties.rules.ts';
import { endedGroupsBy, occupied, poolPage, poolRowsOf } from './pool.queries.ts';
import { poolPlayer, tiesOf, withParties, withPrecedence } from './pool.rules.ts';

const PAGE = 2_000;

/** One shard of the pool, as the matcher takes it: what `buildPool` holds of these players, without holding them. */
export type ShardPool = PagedPool & {
  /** Who has a proposal of one kind already, of those read so far. */
  busy: ReadonlySet<string>;
  /** The rows of some of its players as they are now, for explanations; whoever may no longer be matched is missing. */
  rowsOf: (ids: string[]) => Promise<PoolPlayer[]>;
};

/** The players of certain places, page by page with all that is known of them. Those in parties come last, together. */
export function shardPool(deps: Deps, places: readonly Place[], weekOf: string): ShardPool {
  const now = deps.now();
  const busy = new Set<string>();
  const parties = new Map<string, readonly string[]>();
  async function* pages(): AsyncGenerator<{ players: PoolPlayer[]; forbiddenGroups: string[][] }> {
    const founders = new Set(await priorityFounders(deps.db, now));
    const inParties: PoolPlayer[] = [];
    let after: string | undefined;
    for (;;) {
      const rows = await poolPage(deps.db, { after, limit: PAGE, places }, now);
      const ids = rows.map((row) => row.id);
      const open = await occupied(deps.db, { ids });
      for (const { user_id } of open) busy.add(user_id);
      const ties = tiesOf(await blocksNaming(deps.db, ids), open, await notLooking(deps.db, deps, ids));
      for (const [id, mates] of partiesByMember(await joinedMembers(deps.db, ids))) parties.set(id, mates);
      const players: PoolPlayer[] = [];
      for (const row of rows) {
        const player = withPrecedence(poolPlayer(row, ties), founders);
        if (player.wants.length > 0) (parties.has(player.id) ? inParties : players).push(player);
      }
      yield { players, forbiddenGroups: await endedGroupsBy(deps.db, cooldownSince(now), ids) };
      if (rows.length < PAGE) break;
      after = ids.at(-1);
    }
    yield { players: withParties(inParties, parties), forbiddenGroups: [] };
  }
  return {
    weekOf,
    pages: pages(),
    busy,
    rowsOf: async (ids) => {
      const rows = await poolRowsOf(deps.db, ids, deps.now());
      return rows.map((row) => ({ ...poolPlayer(row, tiesOf([], [])), party: parties.get(row.id)?.[0] ?? null }));
    },
  };
}
