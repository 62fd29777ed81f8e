import { z } from 'zod';

export const DiscordStanding = z.object({
  /** Whether this installation can send direct messages at all. */
  available: z.boolean(),
  connected: z.boolean(),
  username: z.string().nullable(),
  /** Why our bot may not write there any more, and what to do about it. */
  problem: z.string().nullable(),
});
export type DiscordStanding = z.infer<typeof DiscordStanding>;

export const DiscordReturn = z.object({
  code: z.string().min(1, 'Discord sent no code. Please try again.').max(500),
  state: z.uuid({ error: 'This sign-in was not started here. Please try again.' }),
});
