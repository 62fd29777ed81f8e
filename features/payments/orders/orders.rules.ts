import { founders, prices } from '../../../content/prices.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { lazyDollars } from '../../../messages/amounts.ts';
import { lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as messages from '../payments.messages.ts';
import type { OrderKind } from './orders.schema.ts';

export type PriceId = keyof typeof prices;

const KINDS: Record<PriceId, OrderKind> = {
  PRICE_FOUNDERS_6MO: 'founders',
  PRICE_TEAM_ASSEMBLY: 'assembly',
  PRICE_7G_ROLE: 'hire',
  PRICE_7G_LOCK: 'hire',
  PRICE_7G_ELITE: 'hire',
  PRICE_COACHING_30: 'coaching',
  PRICE_PRO_MONTHLY: 'subscription',
  PRICE_PREMIUM_MONTHLY: 'subscription',
};

const NAMES: Record<PriceId, string> = {
  PRICE_FOUNDERS_6MO: 'Founders Premium',
  PRICE_TEAM_ASSEMBLY: 'Team Assembly Concierge',
  PRICE_7G_ROLE: '7-Game Role Player',
  PRICE_7G_LOCK: '7-Game Lock/PG',
  PRICE_7G_ELITE: '7-Game Elite',
  PRICE_COACHING_30: 'Coaching Sprint',
  PRICE_PRO_MONTHLY: 'Pro plan',
  PRICE_PREMIUM_MONTHLY: 'Premium plan',
};

export type Offer = {
  priceId: PriceId;
  kind: OrderKind;
  name: string;
  cents: number;
  mode: 'payment' | 'subscription';
};

/** Returns the offer for a price id, or undefined for ids we don't sell. */
export function getOffer(priceId: string): Offer | undefined {
  if (!Object.hasOwn(prices, priceId)) return undefined;
  const id = priceId as PriceId;
  return { priceId: id, kind: KINDS[id], name: NAMES[id], cents: prices[id].cents, mode: prices[id].mode };
}

/** Time limit of each state, in milliseconds. Terms shown to users come from content/refund-terms.ts. */
export const ORDER_DEADLINES = {
  /** How long a payment page stays open. The payment provider doesn't allow less. */
  payment: 45 * MINUTE_MS,
  paymentRecheck: 10 * MINUTE_MS,
  /** Time to choose the player or time of a paid hire or sprint. */
  choice: refundTerms.choiceDays * DAY_MS,
  accept: refundTerms.hireAcceptHours * HOUR_MS,
  silence: refundTerms.gameConfirmSilenceHours * HOUR_MS,
  /** Time without a reported game in a hire in progress. */
  idle: refundTerms.hireIdleDays * DAY_MS,
  coachingCheck: refundTerms.coachingCheckHours * HOUR_MS,
  assembly: refundTerms.assemblyFillHours * HOUR_MS,
  /** Time for the buyer to play the session after delivery. No response counts as approval. */
  run: refundTerms.assemblyCheckDays * DAY_MS,
  guarantee: refundTerms.planMoneyBackDays * DAY_MS,
  /** Time for released money to reach the payment provider. */
  provider: DAY_MS,
  sellerOnboarding: 30 * DAY_MS,
  admin: refundTerms.disputeDecisionDays * DAY_MS,
} as const;

/** Maximum number of paid orders a user may withdraw within this time. Each withdrawal costs the provider's fee. */
export const WITHDRAWAL_LIMIT = { most: 5, within: 30 * DAY_MS } as const;

/**
 * Splits the money of a hire that ends early, in cents: remaining ÷ total × price is refunded, the player gets the
 * rest.
 * @param confirmedCount number of games that count as played
 */
export function splitAtExit(
  priceCents: number,
  totalGames: number,
  confirmedCount: number,
): { refund: number; release: number } {
  const remainingGames = Math.max(0, totalGames - Math.min(confirmedCount, totalGames));
  const refund = Math.round((priceCents * remainingGames) / totalGames);
  return { refund, release: priceCents - refund };
}

/** The cents of a refund that reach the payer, and the cents a hire credit had covered. */
export type RefundAmounts = { cash: number; credit: number };

/**
 * Describes a refund to its buyer, naming only the amount that reaches the card. @param isCreditRestored whether the
 * hire credit can be used again
 */
export function describeRefund({ cash, credit }: RefundAmounts, isCreditRestored: boolean): Translatable {
  const money = { amount: lazyDollars(cash) };
  if (credit === 0) return cash > 0 ? lazyText(messages.refundToCard, money) : messages.refundNothing;
  if (isCreditRestored) return cash > 0 ? lazyText(messages.refundCardAndCredit, money) : messages.refundCredit;
  return cash > 0 ? lazyText(messages.refundCardOnly, money) : messages.refundCreditUsed;
}

/**
 * Splits a refund, in cents: the payer's own money first, then the part a hire credit covered.
 * @param refundable how much of the payer's own money hasn't been refunded yet
 */
export function splitRefund(cents: number, refundable: number): RefundAmounts {
  const cash = Math.min(cents, Math.max(0, refundable));
  return { cash, credit: cents - cash };
}

/** Returns how much of a price a hire credit covers, in cents. */
export function computeCredit(priceCents: number, capUsd: number): number {
  return Math.min(priceCents, capUsd * 100);
}

/** Returns the terms of a founders seat: when it expires and whether it's among the first with priority. */
export function computeFoundersTerms(paidAt: Date, founderNumber: number): { expiresAt: Date; priority: boolean } {
  const expiresAt = new Date(paidAt);
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + founders.months);
  // August 31 plus 6 months would become a day in March, so use the last day of February.
  if (expiresAt.getUTCDate() !== paidAt.getUTCDate()) expiresAt.setUTCDate(0);
  return { expiresAt, priority: founderNumber <= founders.priorityMatchingSeats };
}

/** Returns the label for an order's seller: player or coach. */
export const getSellerLabel = (kind: OrderKind) => (kind === 'coaching' ? 'coach' : 'player');
