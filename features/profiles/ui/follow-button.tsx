import { useEffect, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { toast } from '../../../web/ui/toast-store.ts';

type Props = { id: string; name: string };

/** Follows a player, or lets go of them; the same button in the same place says which. */
export function FollowButton({ id, name }: Props) {
  const [following, setFollowing] = useState<boolean>();
  useEffect(() => {
    let current = true;
    setFollowing(undefined);
    unwrap(browserApi().api.profiles[':id'].follow.$get({ param: { id } }))
      .then((state) => current && setFollowing(state.following))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [id]);
  const change = async () => {
    const address = browserApi().api.profiles[':id'].follow;
    try {
      const state = await unwrap(following ? address.$delete({ param: { id } }) : address.$put({ param: { id } }));
      setFollowing(state.following);
      toast({
        title: state.following ? `You follow ${name}` : `You do not follow ${name} any more`,
        ...(state.following
          ? { description: 'You find them in the directory under Followed. They are not told.' }
          : {}),
        tone: 'success',
      });
    } catch (error) {
      const description = error instanceof ApiError ? error.message : 'Please try again.';
      toast({ title: 'That was not saved', description, tone: 'error' });
    }
  };
  return (
    <Button
      variant="secondary"
      icon={following ? 'check' : 'star'}
      aria-pressed={following ?? false}
      aria-disabled={following === undefined}
      onClick={change}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  );
}
