import { dealFacts } from '../../../content/protocol/deal-facts.ts';

/** The hire tiers with the names and prices from the deals page. */
export const TIER_LABELS = [dealFacts.role, dealFacts.lock, dealFacts.elite];

export const getTierLabel = (priceId: string) => TIER_LABELS.find((tier) => tier.priceId === priceId);
