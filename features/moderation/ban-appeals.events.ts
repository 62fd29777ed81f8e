import { event } from '../../server/deps.ts';

/** A banned person asks for a decision. */
export const appealFiled = event<{ appealId: string; banId: string; userId: string }>('moderation.appeal-filed');

/** A moderator decided; what a granted appeal does to the ban is announced by itself as `moderation.ban-lifted`. */
export const appealDecided = event<{
  appealId: string;
  banId: string;
  userId: string;
  decision: 'granted' | 'rejected';
  answer: string | null;
}>('moderation.appeal-decided');
