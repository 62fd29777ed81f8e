import { z } from 'zod';

/** What every page needs to know of the node that serves it; the same for everybody who looks. */
export const SiteFacts = z.object({
  origin: z.string(),
  demo: z.boolean(),
  /** Whether pages register the service worker, or take it away. */
  service_worker: z.boolean(),
  /** Whether somebody is at the phone, so that plans may offer it. */
  phone_concierge: z.boolean(),
});
export type SiteFacts = z.infer<typeof SiteFacts>;
