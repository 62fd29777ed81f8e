import { event } from '../../server/deps.ts';
import type { BanEnding, BanScope } from './ban-reasons.schema.ts';

/** A user was banned; a null `expiresAt` means a permanent ban. */
export const userBanned = event<{
  banId: string;
  userId: string;
  scope: BanScope;
  reason: string;
  expiresAt: Date | null;
}>('moderation.banned');

/** A ban is over; `at` is when this event was published. */
export const banEnded = event<{ banId: string; userId: string; scope: BanScope; how: BanEnding; at: Date }>(
  'moderation.ban-ended',
);
