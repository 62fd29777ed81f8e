import type { Translator } from '../../../messages/translator.ts';
import { browserApi } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../profiles.messages.ts';

/**
 * Follows or unfollows a player and shows a toast.
 * @returns whether the user follows them now; on failure, the previous value
 */
export async function changeFollow(
  t: Translator,
  { id, name }: { id: string; name: string },
  isFollowing: boolean,
): Promise<boolean> {
  const address = browserApi().api.profiles[':id'].follow;
  const state = await attempt(
    () => (isFollowing ? address.$delete({ param: { id } }) : address.$put({ param: { id } })),
    (now) =>
      now.following
        ? { title: t(messages.followedToast, { name }), description: t(messages.followedToastHint) }
        : t(messages.unfollowedToast, { name }),
    t(messages.couldntSave),
  );
  return state?.following ?? isFollowing;
}
