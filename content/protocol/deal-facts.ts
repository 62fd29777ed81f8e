import type { Deal } from '../schema/offers-schema.ts';

type DealFacts = Pick<Deal, 'id' | 'group' | 'priceId' | 'name'>;

/** The five deals without their texts. The names of products are the same in every language. */
export const dealFacts = {
  founders: { id: 'founders-premium', group: 'founders', priceId: 'PRICE_FOUNDERS_6MO', name: 'Founders Premium' },
  assembly: { id: 'team-assembly', group: 'assembly', priceId: 'PRICE_TEAM_ASSEMBLY', name: 'Team Assembly Concierge' },
  role: { id: '7game-role', group: '7game', priceId: 'PRICE_7G_ROLE', name: '7-Game Role Player' },
  lock: { id: '7game-lock', group: '7game', priceId: 'PRICE_7G_LOCK', name: '7-Game Lock/PG' },
  elite: { id: '7game-elite', group: '7game', priceId: 'PRICE_7G_ELITE', name: '7-Game Elite' },
} as const satisfies Record<string, DealFacts>;
