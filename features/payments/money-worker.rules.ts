import { HOUR_MS } from '../../time/units.ts';

/** Attempts after which a definite refusal makes the action wait for an admin. Postponed attempts don't count. */
export const MAX_ATTEMPTS = 8;

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = HOUR_MS;

/** Returns the delay before the next retry, in milliseconds. */
export function getRetryDelay(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
}

/** How long a worker leases an action before another worker may take it over. */
export const LEASE_MS = 120_000;
/** Delay before a payout to an unverified seller is rechecked, unless they're verified earlier. */
export const SELLER_RECHECK_MS = 6 * HOUR_MS;
/** Delay before retrying a payment our balance didn't cover. Card payments become available day by day. */
export const BALANCE_RECHECK_MS = 6 * HOUR_MS;
