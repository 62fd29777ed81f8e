import { deals } from '../../../content/protocol/deals-content.ts';

/** The hire tiers with the names and prices from the deals page. */
export const TIER_LABELS = deals
  .filter((deal) => deal.group === '7game')
  .map((deal) => ({ priceId: deal.priceId, name: deal.name, price: deal.price }));

export const getTierLabel = (priceId: string) => TIER_LABELS.find((tier) => tier.priceId === priceId);
