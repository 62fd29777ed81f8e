import { event } from '../../server/deps.ts';
import type { BanEnding, BanScope } from './ban-reasons.schema.ts';

/** Somebody was banned; `expiresAt` null is for good. */
export const userBanned = event<{
  banId: string;
  userId: string;
  scope: BanScope;
  reason: string;
  expiresAt: Date | null;
}>('moderation.banned');

/** A ban is over; `at` is when that was announced. */
export const banEnded = event<{ banId: string; userId: string; scope: BanScope; how: BanEnding; at: Date }>(
  'moderation.ban-ended',
);
