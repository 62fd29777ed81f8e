import type { Bucket } from './buckets.ts';

/** Everything that a client asks for, whatever it costs. Far above what a page needs; a household shares an address. */
export const EVERY_REQUEST: { address: Bucket; account: Bucket } = {
  address: { size: 1_200, perSecond: 20 },
  account: { size: 400, perSecond: 8 },
};

/**
 * What costs a node more than `MAX_COST` times a liveness call and isn't answered from memory: each has a limit of its
 * own, so that an address gets a share of the node and not only a number of requests. Measured in
 * `server/request-costs.timed.deep.test.ts`.
 */
export const MAX_COST = 20;

/** Rendering a page that isn't in memory: 10 to 150 ms. */
export const RENDERING: Bucket = { size: 90, perSecond: 3 };

/** Operations, as `GET /api/…` with `{placeholders}`. */
export const OPERATION_LIMITS: Readonly<Record<string, Bucket>> = {};
