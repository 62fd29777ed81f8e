import { z } from 'zod';
import { LiveQuery } from '../live-status/live-status.schema.ts';

export const CardDetailsQuery = LiveQuery;

/** What a card of the directory says beyond the profile; it depends on who looks, or changes by the hour. */
export const CardDetails = z.object({
  id: z.uuid(),
  /** Evenings that others said anything about; null while there are too few to mean something. */
  show_up: z.object({ came: z.int(), of: z.int() }).nullable(),
  /** Hours a week in which the reader and they are free; null unless both have said when and the reader is published. */
  common_hours: z.number().nullable(),
  following: z.boolean(),
});
export type CardDetails = z.infer<typeof CardDetails>;
export const CardDetailsList = z.object({ details: z.array(CardDetails) });
