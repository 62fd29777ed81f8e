import { z } from 'zod';

/** Recent activity on this site, in totals without names. Totals are null when they're unknown. */
export const SiteActivity = z.object({
  /** Squads of five that became complete in the last 24 hours and in the last seven days. */
  squads: z.object({ day: z.int(), week: z.int() }).nullable(),
  /** Most players in the live queue wait less than this; null with too few waits or while the queue is stopped. */
  wait_seconds: z.number().nullable(),
});
export type SiteActivity = z.infer<typeof SiteActivity>;
