import { browserApi } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';

/**
 * Follows or unfollows a player and shows a toast.
 * @returns whether the user follows them now; on failure, the previous value
 */
export async function changeFollow({ id, name }: { id: string; name: string }, following: boolean): Promise<boolean> {
  const address = browserApi().api.profiles[':id'].follow;
  const state = await attempt(
    () => (following ? address.$delete({ param: { id } }) : address.$put({ param: { id } })),
    (now) =>
      now.following
        ? {
            title: `You're following ${name}`,
            description: "Find them in the directory under Followed. We don't notify them.",
          }
        : `You unfollowed ${name}`,
    "Couldn't save that",
  );
  return state?.following ?? following;
}
