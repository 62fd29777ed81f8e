import { event } from '../../server/deps.ts';

export const appealFiled = event<{ appealId: string; banId: string; userId: string }>('moderation.appeal-filed');

/** A moderator decided. When a granted appeal lifts the ban, `moderation.ban-lifted` is published separately. */
export const appealDecided = event<{
  appealId: string;
  banId: string;
  userId: string;
  decision: 'granted' | 'rejected';
  answer: string | null;
}>('moderation.appeal-decided');
