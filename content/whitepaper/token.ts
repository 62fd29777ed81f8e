import type { Token } from '../schema/whitepaper-schema.ts';

/**
 * Figures of the community token. The five named allocations add up to 99.95 % of the supply. The rest is `unassigned`,
 * so the chart and the table add up without rounding.
 */
export const token: Token = {
  symbol: 'PCZ',
  chain: 'Solana',
  totalSupply: 1_000_000_000,
  effectiveSupply: 995_000_000,
  burned: 5_000_000,
  allocations: [
    {
      id: 'liquidity-pool',
      name: 'Liquidity pool',
      percent: 74.45,
      tokens: 744_500_000,
      line: 'Lets people trade without asking us.',
    },
    {
      id: 'dev-wallet',
      name: 'Dev wallet',
      percent: 10,
      tokens: 100_000_000,
      line: 'Pays for building. Its lock is pending.',
    },
    {
      id: 'marketing-exchanges',
      name: 'Marketing and exchanges',
      percent: 10,
      tokens: 100_000_000,
      line: 'Campaigns and listing fees.',
    },
    {
      id: 'community-airdrops',
      name: 'Community airdrops',
      percent: 5,
      tokens: 50_000_000,
      line: 'For people who play, help and create.',
    },
    { id: 'burned', name: 'Burned', percent: 0.5, tokens: 5_000_000, line: 'Gone for good.' },
  ],
  unassigned: 500_000,
  graduation: { marketCapUsd: 69_000, label: '69k', extraBurn: 5_000_000 },
  tiers: [
    { name: 'Basic', minimum: 0, label: '0+', opens: 'The whole squad finder, as for everyone' },
    { name: 'Premium', minimum: 100_000, label: '100,000+', opens: 'What the Premium plan sees' },
    { name: 'Elite', minimum: 1_000_000, label: '1,000,000+', opens: 'Everything Premium unlocks' },
  ],
};
