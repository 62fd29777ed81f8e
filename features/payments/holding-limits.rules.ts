import { DAY_MS } from '../../time/units.ts';

/**
 * Days for which the processor lets a platform hold money for others, by the platform's country; everywhere else it is
 * 90. Source: https://docs.stripe.com/connect/manual-payouts (Thailand 10 days, United States 2 years, all others 90).
 */
const HOLDING_DAYS: Record<string, number> = { TH: 10, US: 730 };
const DEFAULT_HOLDING_DAYS = 90;

export const getHoldingDays = (country: string): number => HOLDING_DAYS[country] ?? DEFAULT_HOLDING_DAYS;

/** What is held ends this long before it must, so that refunds and transfers arrive in time. */
const MARGIN_DAYS = 3;
/** People are told before, where there is time for it. */
const NOTICE_DAYS = 14;

/** When somebody is told, and when the order ends by itself; milliseconds after its payment. */
export function getHoldingTimes(country: string): { notice: number; end: number } {
  const end = getHoldingDays(country) - MARGIN_DAYS;
  return { notice: Math.max(end - NOTICE_DAYS, Math.floor(end / 2)) * DAY_MS, end: end * DAY_MS };
}
