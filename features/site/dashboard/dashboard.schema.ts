import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

export const Dashboard = z.object({
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** A picture belongs to a profile: without one there is nothing to put it on. */
  hasProfile: z.boolean(),
  published: z.boolean(),
  isAdmin: z.boolean(),
  plan: z.enum(['Free', 'Pro', 'Premium', 'Founders Premium']),
  squadsJoined: z.number().int(),
  /** Evenings that took place, as those who played say. */
  matchesPlayed: z.number().int(),
  /** Percent of the profile that its owner has filled in; what a new account has by default does not count. */
  profileComplete: z.number().int(),
  activity: z.array(z.object({ id: z.string(), title: z.string(), path: z.string().nullable(), createdAt: instant })),
});
export type Dashboard = z.infer<typeof Dashboard>;
