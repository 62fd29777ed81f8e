import type { Price, PriceId } from './schema/offers-schema.ts';

/** Prices of everything for sale, by price id, in cents. Pages and checkout use the same data. */
export const prices = {
  PRICE_FOUNDERS_6MO: { cents: 9900, currency: 'usd', label: '$99', mode: 'payment' },
  PRICE_TEAM_ASSEMBLY: { cents: 19900, currency: 'usd', label: '$199', mode: 'payment' },
  PRICE_7G_ROLE: { cents: 7500, currency: 'usd', label: '$75', mode: 'payment' },
  PRICE_7G_LOCK: { cents: 10000, currency: 'usd', label: '$100', mode: 'payment' },
  PRICE_7G_ELITE: { cents: 15000, currency: 'usd', label: '$150', mode: 'payment' },
  PRICE_COACHING_30: { cents: 2500, currency: 'usd', label: '$25', mode: 'payment' },
  PRICE_PRO_MONTHLY: { cents: 999, currency: 'usd', label: '$9.99', mode: 'subscription' },
  PRICE_PREMIUM_MONTHLY: { cents: 2499, currency: 'usd', label: '$24.99', mode: 'subscription' },
} satisfies Record<PriceId, Price>;

/** What's included in Founders Premium. */
export const founders = {
  months: 6,
  seats: 100,
  priorityMatchingSeats: 10,
  hireCredits: 1,
  hireCreditCapCents: 10000,
} as const;
