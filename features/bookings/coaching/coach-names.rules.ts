import { coaches } from '../../../content/coaches-content.ts';

/** The name under which somebody coaches: the one on the page where they were booked. */
export const getCoachName = (coachId: string | null): string | undefined =>
  coaches.find(({ id }) => id === coachId)?.name;
