import type { Price } from '../schema/offers-schema.ts';

type Offer = { name: string; price: string; priceId: string };

/** Formats a price as the site does: `$9.99` for 999, `$99` for 9900. */
function formatDollars(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}

/** Returns the prices on pages that don't match the checkout price. */
export function findPriceProblems(prices: Record<string, Price>, offers: Offer[]): string[] {
  const labels = Object.entries(prices)
    .filter(([, price]) => price.label !== formatDollars(price.cents))
    .map(([id, price]) => `content/prices.ts, ${id}.label: ${price.label} is not ${formatDollars(price.cents)}`);
  const shown = offers
    .filter((offer) => prices[offer.priceId]?.label !== offer.price)
    .map((offer) => `content, ${offer.name}.price: ${offer.price} is not what ${offer.priceId} costs`);
  return [...labels, ...shown];
}
