import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** Whether the signed-in player follows another one; the other is never told. */
export const FollowState = z.object({ following: z.boolean() });
export const FollowList = z.object({
  follows: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      avatar_path: z.string().nullable(),
      /** Whether they can be seen at the moment; who took their profile out comes back by themselves. */
      in_directory: z.boolean(),
      since: instant,
    }),
  ),
});
