import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../profiles.messages.ts';
import { changeFollow } from './change-follow.ts';

type Props = { id: string; name: string };

/** Follows or unfollows a player. The button stays in place and shows the current state. */
export function FollowButton({ id, name }: Props) {
  const t = useTranslator();
  const { data, setData } = useQuery(id, () => browserApi().api.profiles[':id'].follow.$get({ param: { id } }));
  const isFollowed = data?.following;
  return (
    <Button
      variant="secondary"
      icon={isFollowed ? 'check' : 'star'}
      aria-pressed={isFollowed ?? false}
      aria-disabled={isFollowed === undefined}
      onClick={async () => setData({ following: await changeFollow(t, { id, name }, isFollowed ?? false) })}
    >
      {isFollowed ? t(messages.following) : t(messages.follow)}
    </Button>
  );
}

/** The follow button on a card, where the page has already loaded the follow state for all its cards. */
export function FollowStar({ id, name, following }: Props & { following: boolean }) {
  const t = useTranslator();
  const [now, setNow] = useState(following);
  useEffect(() => setNow(following), [following]);
  return (
    <IconButton
      icon={now ? 'check' : 'star'}
      label={t(messages.followPlayer, { name })}
      size="sm"
      aria-pressed={now}
      className={`relative z-10 ${now ? 'text-cyan' : ''}`}
      onClick={async () => setNow(await changeFollow(t, { id, name }, now))}
    />
  );
}
