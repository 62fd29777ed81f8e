import { z } from 'zod';
import { LOCALES } from '../../messages/locales.ts';
import { PLAIN_FEATURES } from '../health/operating/operating.schema.ts';

/** Facts about the node that every page needs. They're the same for every visitor. */
export const SiteFacts = z.object({
  origin: z.string(),
  demo: z.boolean(),
  /** Services to sign in with, in addition to Twitch. */
  providers: z.array(z.string()).optional(),
  /** Whether a first sign-in creates an account. */
  sign_ups: z.boolean().optional(),
  /** Page with all emails, on a server that delivers none. */
  mail_inbox: z.string().optional(),
  /** Whether pages register the service worker or remove it. */
  service_worker: z.boolean(),
  /** Whether the phone is staffed, so plans can offer the concierge. */
  phone_concierge: z.boolean(),
  /** The languages that readers can choose. */
  languages: z.array(z.enum(LOCALES)),
  /** Whether the server saves nothing right now. */
  read_only: z.boolean().optional(),
  /** Features that are switched off. */
  off: z.array(z.enum(PLAIN_FEATURES)).optional(),
});
export type SiteFacts = z.infer<typeof SiteFacts>;
