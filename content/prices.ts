import { formatDollars } from '../messages/amounts.ts';
import type { Translator } from '../messages/translator.ts';
import type { Price, PriceId } from './schema/offers-schema.ts';

/** Prices of everything for sale, by price id, in cents. Pages and checkout use the same data. */
export const prices = {
  PRICE_FOUNDERS_6MO: { cents: 9900, currency: 'usd', mode: 'payment' },
  PRICE_TEAM_ASSEMBLY: { cents: 19900, currency: 'usd', mode: 'payment' },
  PRICE_7G_ROLE: { cents: 7500, currency: 'usd', mode: 'payment' },
  PRICE_7G_LOCK: { cents: 10000, currency: 'usd', mode: 'payment' },
  PRICE_7G_ELITE: { cents: 15000, currency: 'usd', mode: 'payment' },
  PRICE_COACHING_30: { cents: 2500, currency: 'usd', mode: 'payment' },
  PRICE_PRO_MONTHLY: { cents: 999, currency: 'usd', mode: 'subscription' },
  PRICE_PREMIUM_MONTHLY: { cents: 2499, currency: 'usd', mode: 'subscription' },
} satisfies Record<PriceId, Price>;

export const formatPrice = (t: Pick<Translator, 'locale'>, id: PriceId): string => formatDollars(t, prices[id].cents);

/** What's included in Founders Premium. */
export const founders = {
  months: 6,
  seats: 100,
  priorityMatchingSeats: 10,
  hireCredits: 1,
  hireCreditCapCents: 10000,
} as const;
