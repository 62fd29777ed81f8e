import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** Whether the signed-in player follows another one, who is never notified. */
export const FollowState = z.object({ following: z.boolean() });
export const FollowList = z.object({
  follows: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      avatar_path: z.string().nullable(),
      /** Whether the player is visible now. Players who unpublish and return are listed again automatically. */
      in_directory: z.boolean(),
      since: instant,
    }),
  ),
});
