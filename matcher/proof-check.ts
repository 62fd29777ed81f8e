import type { Columns } from './columns.ts';
import { type Proof, ROUNDING } from './proof.ts';
import { solveIslands, type WorkBudget } from './proof-islands.ts';
import { buildKeys } from './proof-keys.ts';
import { SquadPricing } from './proof-pricing.ts';

/** The part of a proof that determines its bound. */
export type PriceCeiling = Pick<Proof, 'prices' | 'bound' | 'packed'>;

/**
 * Returns the bound that the given prices prove, wherever they come from, without searching for better prices. Checks
 * them against all possible squads and raises them where a squad's value exceeds them. Too low a price makes the bound
 * weaker, but never wrong.
 */
export function computePriceCeiling(
  c: Columns,
  players: readonly number[],
  startPrices: Float64Array,
  { counting, pot }: { counting: boolean; pot: WorkBudget },
): PriceCeiling {
  const keys = buildKeys(c, players, counting);
  const pricing = new SquadPricing(c, keys, counting);
  const ownPrices = new Float64Array(c.size);
  for (const i of players) ownPrices[i] = Math.max(0, startPrices[i]!);
  const prices = ownPrices.slice();
  for (let key = 0; key < keys.count; key++) {
    const share = pricing.findBest(key, ownPrices, 0, null) / c.terms.seats;
    for (let index = keys.start[key]!; index < keys.start[key + 1]!; index++) {
      const i = keys.members[index]!;
      prices[i] = Math.max(prices[i]!, ownPrices[i]! + share);
    }
  }
  const packedSquads = new Int32Array(0);
  if (counting)
    return { prices, packed: packedSquads, bound: solveIslands(c, keys, { prices, packed: packedSquads }, pot).bound };
  return { prices, packed: packedSquads, bound: prices.reduce((sum, price) => sum + price, 0) * (1 + ROUNDING) };
}
