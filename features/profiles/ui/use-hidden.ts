import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { useQuery } from '../../../web/use-query.ts';

/**
 * Returns which of the shown players are hidden from the viewer by a block in either direction. Loaded after the page,
 * because public pages are the same for everyone. If that fails, no one is hidden.
 */
export function useHiddenPlayers(userIds: readonly string[]): ReadonlySet<string> {
  const { user } = useAuth();
  const ids = userIds.join(',');
  const { data } = useQuery(user && ids && `${user.id} ${ids}`, () =>
    browserApi().api.profiles.hidden.$get({ query: { ids } }),
  );
  return new Set(data?.hidden);
}
