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
      title: state.following ? `You follow ${name}` : `You do not follow ${name} any more`,
      ...(state.following ? { description: 'You find them in the directory under Followed. They are not told.' } : {}),
      tone: 'success',
    });
    return state.following;
  } catch (error) {
    const description = error instanceof ApiError ? error.message : 'Please try again.';
    showToast({ title: 'That was not saved', description, tone: 'error' });
    return following;
  }
}
