import { z } from 'zod';
import { LiveQuery } from '../live-status/live-status.schema.ts';

export const CardDetailsQuery = LiveQuery;

/** Details on a directory card that depend on the viewer or change hourly. */
export const CardDetails = z.object({
  id: z.uuid(),
  /** Show-up rate from reported sessions; null while there are too few to be meaningful. */
  show_up: z.object({ came: z.int(), of: z.int() }).nullable(),
  /**
   * Weekly hours when the viewer and the player are both free; null unless both have set availability and the viewer is
   * published.
   */
  common_hours: z.number().nullable(),
  following: z.boolean(),
});
export type CardDetails = z.infer<typeof CardDetails>;
export const CardDetailsList = z.object({ details: z.array(CardDetails) });
