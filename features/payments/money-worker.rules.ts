import { HOUR_MS } from '../../time/units.ts';

/** Definite refusals after which an action waits for an admin. */
export const MAX_ATTEMPTS = 8;

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = HOUR_MS;

/** Pause before the next try, in milliseconds. */
export function getRetryDelay(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
}

/** A worker that took an action has this long before another may take it over. */
export const LEASE_MS = 120_000;
/** A payout to a seller who is not verified is looked at again after this long, or as soon as they are. */
export const SELLER_RECHECK_MS = 6 * HOUR_MS;
/** What the balance did not cover is tried again after this long: card payments become available day by day. */
export const BALANCE_RECHECK_MS = 6 * HOUR_MS;
