import { event } from '../../../server/deps.ts';
import type { RecoveryPath } from './reliability.schema.ts';

/** Somebody's reliability fell below the limit: of so many things that count they missed so many. */
export const becameUnreliable = event<
  { userId: string; score: number; counted: number; missed: number; at: Date } & RecoveryPath
>('moderation.became-unreliable');

/** Somebody is above the limit again: they came, time passed, or a moderator set something aside. */
export const becameReliable = event<{ userId: string; score: number | null; at: Date }>('moderation.became-reliable');
