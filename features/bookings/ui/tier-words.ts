import { deals } from '../../../content/protocol/deals-content.ts';

/** The tiers of a hire, as the deals page names and prices them. */
export const tiers = deals
  .filter((deal) => deal.group === '7game')
  .map((deal) => ({ priceId: deal.priceId, name: deal.name, price: deal.price }));

export const tierOf = (priceId: string) => tiers.find((tier) => tier.priceId === priceId);
