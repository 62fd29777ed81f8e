import { z } from 'zod';
import { instant } from '../../time/instant-schema.ts';

/** One thing that has to be so before real people arrive, as it was found a moment ago. */
export const Finding = z.object({
  id: z.string(),
  vendor: z.string(),
  label: z.string(),
  state: z.enum(['met', 'unmet', 'off']),
  found: z.string(),
  todo: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** Everything that was looked at; `ready` when nothing is left to do. */
export const GoingLive = z.object({
  ready: z.boolean(),
  checked_at: instant,
  findings: z.array(Finding),
});
export type GoingLive = z.infer<typeof GoingLive>;
