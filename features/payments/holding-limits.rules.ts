import { DAY_MS } from '../../time/units.ts';

/**
 * Days the payment provider lets a platform hold money for others, by the platform's country; 90 everywhere else.
 * Source: https://docs.stripe.com/connect/manual-payouts (Thailand 10 days, United States 2 years, all others 90).
 */
const HOLDING_DAYS: Record<string, number> = { TH: 10, US: 730 };
const DEFAULT_HOLDING_DAYS = 90;

export const getHoldingDays = (country: string): number => HOLDING_DAYS[country] ?? DEFAULT_HOLDING_DAYS;

/** Number of days before the holding limit when orders end, so that refunds and transfers arrive in time. */
const MARGIN_DAYS = 3;
/**
 * Number of days before the end when people are notified. When the limit is short, they're notified halfway through.
 */
const NOTICE_DAYS = 14;

/** Returns when people are notified and when the order ends automatically, in milliseconds after its payment. */
export function getHoldingTimes(country: string): { notice: number; end: number } {
  const endDay = getHoldingDays(country) - MARGIN_DAYS;
  return { notice: Math.max(endDay - NOTICE_DAYS, Math.floor(endDay / 2)) * DAY_MS, end: endDay * DAY_MS };
}
