import { z } from 'zod';
import { action, plainText, richLine, slug } from './base-schema.ts';

export const priceId = z.enum([
  'PRICE_FOUNDERS_6MO',
  'PRICE_TEAM_ASSEMBLY',
  'PRICE_7G_ROLE',
  'PRICE_7G_LOCK',
  'PRICE_7G_ELITE',
  'PRICE_COACHING_30',
  'PRICE_PRO_MONTHLY',
  'PRICE_PREMIUM_MONTHLY',
]);
export type PriceId = z.infer<typeof priceId>;

export const price = z.strictObject({
  cents: z.int().positive(),
  currency: z.literal('usd'),
  mode: z.enum(['payment', 'subscription']),
});
export type Price = z.infer<typeof price>;

export const deal = z.strictObject({
  id: slug,
  group: z.enum(['founders', 'assembly', '7game']),
  priceId,
  name: plainText,
  price: plainText,
  terms: plainText,
  line: plainText,
  features: z.array(richLine).min(3),
  cta: plainText,
});
export type Deal = z.infer<typeof deal>;

export const dealGroup = z.strictObject({
  id: z.enum(['founders', 'assembly', '7game']),
  anchor: z.enum(['pcz-deal-founders', 'pcz-deal-assembly', 'pcz-deal-7game']),
  title: plainText,
  line: plainText,
});
export type DealGroup = z.infer<typeof dealGroup>;

export const plan = z.strictObject({
  id: z.enum(['free', 'pro', 'premium']),
  name: plainText,
  price: plainText,
  period: plainText,
  description: plainText,
  features: z.array(richLine).min(3),
  cta: plainText,
  /** Null for the free plan, which needs no checkout. */
  checkoutPriceId: priceId.nullable(),
});
export type Plan = z.infer<typeof plan>;

export const coach = z.strictObject({
  id: slug,
  name: plainText,
  title: plainText,
  specialties: z.array(plainText).min(2),
  bio: plainText,
  watch: action,
});
export type Coach = z.infer<typeof coach>;

/** A fee in hundredths of a percent; capped so the seller always keeps part of the price. */
const feeRate = z.int().min(0).max(5_000);
const feeKinds = { hire: feeRate, coaching: feeRate, assembly: feeRate };

export const feeTerms = z.strictObject({
  byKind: z.strictObject(feeKinds),
  bySeller: z.record(z.uuid(), z.strictObject(feeKinds).partial()),
});
