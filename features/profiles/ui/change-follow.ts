import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/**
 * Follows or unfollows a player and shows a toast.
 * @returns whether the user follows them now; on failure, the previous value
 */
export async function changeFollow({ id, name }: { id: string; name: string }, following: boolean): Promise<boolean> {
  const address = browserApi().api.profiles[':id'].follow;
  try {
    const state = await unwrap(following ? address.$delete({ param: { id } }) : address.$put({ param: { id } }));
    showToast({
      title: state.following ? `You're following ${name}` : `You unfollowed ${name}`,
      ...(state.following ? { description: "Find them in the directory under Followed. We don't notify them." } : {}),
      tone: 'success',
    });
    return state.following;
  } catch (error) {
    const description = error instanceof ApiError ? error.message : 'Please try again.';
    showToast({ title: "Couldn't save that", description, tone: 'error' });
    return following;
  }
}
