import { endpoints } from '../../../content/endpoints.ts';
import { useQuery } from '../../../web/use-query.ts';

type Streaming = { id: string; twitch_url: string | null };

/**
 * Returns which of the shown players are live. Loaded after the page, because public pages are the same for everyone
 * and cached longer than it takes to start a stream. If that fails, no one is shown as live.
 */
export function useLivePlayers(players: readonly Streaming[]): ReadonlySet<string> {
  const ids = players
    .filter((player) => player.twitch_url !== null)
    .map((player) => player.id)
    .join(',');
  // Doesn't use the typed client, which would load the account client for visitors.
  const { data } = useQuery(ids, () => fetch(endpoints.liveProfiles(ids)));
  return new Set<string>(data?.live);
}
