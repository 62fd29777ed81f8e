import type { CompiledPool } from './compile.ts';
import type { LeftOver, LeftOverReason } from './matcher-schema.ts';
import { canPlayTogether } from './player-compatibility.ts';

/**
 * Returns why each of `players` (pool indexes) has neither a squad nor a pair. `seatPrice` holds the scarcity prices
 * from the bound. If all seats that a player can take are cheap while another seat is expensive, the player's position
 * is oversupplied.
 */
export function listLeftOver(
  compiledPool: CompiledPool,
  players: readonly number[],
  eligible: Uint8Array,
  seatPrice: Float64Array,
): LeftOver[] {
  return players.map((player) => ({
    id: compiledPool.ids[player]!,
    reason: findReason(compiledPool, player, eligible, seatPrice),
    waiting: compiledPool.columns.waiting[player]! + 1,
  }));
}

function findReason(
  compiledPool: CompiledPool,
  player: number,
  eligible: Uint8Array,
  seatPrice: Float64Array,
): LeftOverReason {
  const { columns: c } = compiledPool;
  const wantedGroups = c.wants[player]!;
  if (wantedGroups === 0) return 'wants-nothing';
  if (c.seatMask[player] === 0) return 'unknown-position';
  if (c.bins[player]! < c.minBins[player]!) return 'too-little-time';
  const party = c.party[player]!;
  if (party >= 0 && (wantedGroups & 1) !== 0 && !eligible[player]) return 'party-impossible';
  if (isMatchableWithNoOne(compiledPool, player)) return 'nobody-compatible';
  if (party >= 0) return 'party-unplaced';
  if (wantedGroups === 1 && hasSurplusPosition(c.seatMask[player]!, seatPrice)) return 'position-crowded';
  if (wantedGroups === 1) return 'only-squad-wanted';
  if (wantedGroups === 2) return 'only-pair-wanted';
  return hasSurplusPosition(c.seatMask[player]!, seatPrice) ? 'position-crowded' : 'no-squad-found';
}

/** Returns whether the player may not be matched with anyone in the pool. This usually takes only a few comparisons. */
function isMatchableWithNoOne({ columns: c }: CompiledPool, player: number): boolean {
  for (let step = 1; step < c.size; step++) {
    const other = (player + step) % c.size;
    if (c.wants[other] !== 0 && c.seatMask[other] !== 0 && canPlayTogether(c, player, other)) return false;
  }
  return true;
}

/**
 * Returns whether all seats that a player can take are cheap while another seat is expensive. Then there are more such
 * players than the squads can use.
 */
function hasSurplusPosition(mask: number, seatPrice: Float64Array): boolean {
  let dearest = Number.NEGATIVE_INFINITY;
  let ownWorth = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < seatPrice.length; s++) {
    if (seatPrice[s]! > dearest) dearest = seatPrice[s]!;
    if ((mask >> s) & 1 && seatPrice[s]! > ownWorth) ownWorth = seatPrice[s]!;
  }
  return dearest - ownWorth > 0.5 * Math.abs(dearest) && dearest > 0;
}
