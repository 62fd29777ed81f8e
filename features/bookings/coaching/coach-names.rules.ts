import { coaches } from '../../../content/coaches-content.ts';

/** Returns the coach's name as shown on the page where they're booked. */
export const getCoachName = (coachId: string | null): string | undefined =>
  coaches.find(({ id }) => id === coachId)?.name;
