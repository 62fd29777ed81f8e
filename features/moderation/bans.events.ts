import { event } from '../../server/deps.ts';
import type { BanScope } from './ban-reasons.schema.ts';

/** Somebody was banned; `expiresAt` null is for good. */
export const banned = event<{
  banId: string;
  userId: string;
  scope: BanScope;
  reason: string;
  expiresAt: Date | null;
}>('moderation.banned');

/** A ban was ended before its time, by a moderator's own decision or by granting an appeal. */
export const banLifted = event<{ banId: string; userId: string; scope: BanScope; at: Date }>('moderation.ban-lifted');
