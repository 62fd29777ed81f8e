import type { TokenBucket } from './token-bucket.ts';

/**
 * Limits on all requests of a client. They're far above what a page needs, because a household may share an address.
 */
export const EVERY_REQUEST: { address: TokenBucket; account: TokenBucket } = {
  address: { size: 1_200, perSecond: 20 },
  account: { size: 400, perSecond: 8 },
};

/** Limit on rendering pages that aren't cached. One render takes 10 to 150 ms. */
export const RENDER_LIMIT: TokenBucket = { size: 90, perSecond: 3 };

/** Limits of expensive operations, by `GET /api/…` with `{placeholders}`. */
export const OPERATION_LIMITS: Readonly<Record<string, TokenBucket>> = {
  'GET /api/admin/going-live': { size: 60, perSecond: 1 },
  'GET /api/admin/health': { size: 60, perSecond: 1 },
  'GET /api/admin/live-queue': { size: 60, perSecond: 1 },
  'GET /api/lfg/mine': { size: 120, perSecond: 4 },
  'GET /api/lfg/listings/{id}/mine': { size: 120, perSecond: 4 },
  'GET /api/matches/{id}': { size: 120, perSecond: 4 },
  'GET /api/players/{id}/record': { size: 120, perSecond: 4 },
  'GET /api/queue': { size: 120, perSecond: 4 },
  'GET /api/squads': { size: 120, perSecond: 4 },
  'GET /api/tournament/pairs/next': { size: 120, perSecond: 4 },
  'GET /api/live': { size: 60, perSecond: 2 },
  'GET /api/matches/who-fits': { size: 60, perSecond: 1 },
  'GET /api/build-advice': { size: 60, perSecond: 1 },
};
