import { useEffect, useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { useQuery } from '../../../web/use-query.ts';
import { changeFollow } from './change-follow.ts';

type Props = { id: string; name: string };

/** Follows or unfollows a player. The button stays in place and shows the current state. */
export function FollowButton({ id, name }: Props) {
  const { data, setData } = useQuery(id, () => browserApi().api.profiles[':id'].follow.$get({ param: { id } }));
  const following = data?.following;
  return (
    <Button
      variant="secondary"
      icon={following ? 'check' : 'star'}
      aria-pressed={following ?? false}
      aria-disabled={following === undefined}
      onClick={async () => setData({ following: await changeFollow({ id, name }, following ?? false) })}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  );
}

/** The same button on a card, where the page has already loaded the follow state for all its cards. */
export function FollowStar({ id, name, following }: Props & { following: boolean }) {
  const [now, setNow] = useState(following);
  useEffect(() => setNow(following), [following]);
  return (
    <IconButton
      icon={now ? 'check' : 'star'}
      label={`Follow ${name}`}
      size="sm"
      aria-pressed={now}
      className={`relative z-10 ${now ? 'text-cyan' : ''}`}
      onClick={async () => setNow(await changeFollow({ id, name }, now))}
    />
  );
}
