import { useEffect, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';

type Streaming = { id: string; twitch_url: string | null };

/**
 * Who of the shown players is live; asked after the page stands, because public pages are the same for everybody and
 * kept longer than a stream's start. A failure shows nobody as live.
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
    // Not through the typed client: it would load the account client for visitors.
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
