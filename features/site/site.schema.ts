import { z } from 'zod';

/** What every page needs to know of the node that serves it; the same for everybody who looks. */
export const SiteFacts = z.object({
  origin: z.string(),
  demo: z.boolean(),
  /** Whether pages register the service worker, or take it away. */
  service_worker: z.boolean(),
});
export type SiteFacts = z.infer<typeof SiteFacts>;
