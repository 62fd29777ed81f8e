import { z } from 'zod';
import { instant } from '../../time/instant-schema.ts';

/** One requirement for launch, with its latest result. */
export const Finding = z.object({
  id: z.string(),
  vendor: z.string(),
  label: z.string(),
  state: z.enum(['met', 'unmet', 'off']),
  found: z.string(),
  todo: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** Result of all checks. `ready` is true when no requirement is unmet. */
export const GoingLive = z.object({
  ready: z.boolean(),
  checked_at: instant,
  findings: z.array(Finding),
});
export type GoingLive = z.infer<typeof GoingLive>;
