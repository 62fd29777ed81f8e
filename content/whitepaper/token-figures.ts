/**
 * Figures of the community token. The five named allocations add up to 99.95 % of the supply. The rest is `unassigned`,
 * so the chart and the table add up without rounding.
 */
export const tokenFigures = {
  symbol: 'PCZ',
  chain: 'Solana',
  totalSupply: 1_000_000_000,
  effectiveSupply: 995_000_000,
  burned: 5_000_000,
  unassigned: 500_000,
  graduation: { marketCapUsd: 69_000, extraBurn: 5_000_000 },
} as const;

/** The purpose of each allocation, by id, in the order of the chart. */
export const tokenAllocations = {
  'liquidity-pool': { percent: 74.45, tokens: 744_500_000 },
  'dev-wallet': { percent: 10, tokens: 100_000_000 },
  'marketing-exchanges': { percent: 10, tokens: 100_000_000 },
  'community-airdrops': { percent: 5, tokens: 50_000_000 },
  burned: { percent: 0.5, tokens: 5_000_000 },
} as const;

/** Holder tiers, with the number of whole tokens that each requires. */
export const tokenTiers = [
  { name: 'Basic', minimum: 0 },
  { name: 'Premium', minimum: 100_000 },
  { name: 'Elite', minimum: 1_000_000 },
] as const;

export type AllocationId = keyof typeof tokenAllocations;
export type TierName = (typeof tokenTiers)[number]['name'];
