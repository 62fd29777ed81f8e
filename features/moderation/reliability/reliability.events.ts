import { event } from '../../../server/deps.ts';
import type { RecoveryPath } from './reliability.schema.ts';

/**
 * A user's reliability fell below the limit. Includes how many matches and sessions were counted and how many they
 * missed.
 */
export const becameUnreliable = event<
  { userId: string; score: number; counted: number; missed: number; at: Date } & RecoveryPath
>('moderation.became-unreliable');

/** A user is above the limit again: they attended, time passed, or a moderator set evidence aside. */
export const becameReliable = event<{ userId: string; score: number | null; at: Date }>('moderation.became-reliable');
