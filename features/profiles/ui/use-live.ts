import { useEffect, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';

type Streaming = { id: string; twitch_url: string | null };

/**
 * Returns which of the shown players are live. Loaded after the page, because public pages are the same for everyone
 * and cached longer than it takes to start a stream. On failure nobody is shown as live.
 */
export function useLive(players: readonly Streaming[]): ReadonlySet<string> {
  const [live, setLive] = useState<ReadonlySet<string>>(new Set());
  const ids = players
    .filter((player) => player.twitch_url !== null)
    .map((player) => player.id)
    .join(',');
  useEffect(() => {
    if (ids === '') return;
    let current = true;
    // Doesn't use the typed client, which would load the account client for visitors.
    fetch(endpoints.liveProfiles(ids))
      .then((answer) => (answer.ok ? answer.json() : { live: [] }))
      .then((body: { live: string[] }) => current && setLive(new Set(body.live)))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [ids]);
  return live;
}
