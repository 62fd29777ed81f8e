import { useEffect, useState } from 'react';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Loads data about some players, by ID. It's fetched in the browser, because public pages are the same for everyone and
 * are cached for a while. If it fails, the map stays empty.
 * @param address the API address; undefined fetches nothing
 * @param list the response field that holds the items
 * @param viewerId the viewer's ID if the response depends on them; visitors don't load the account client for it
 */
export function useById<Line extends { id: string }>(
  address: string | undefined,
  list: string,
  viewerId?: string,
): ReadonlyMap<string, Line> {
  const [known, setKnown] = useState<ReadonlyMap<string, Line>>(NONE);
  useEffect(() => {
    if (!address) return;
    let current = true;
    read(address, viewerId !== undefined)
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then((body: Record<string, Line[] | undefined>) => {
        if (current) setKnown(new Map((body[list] ?? []).map((line) => [line.id, line])));
      })
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [address, list, viewerId]);
  return known;
}

async function read(address: string, signedIn: boolean): Promise<Response> {
  if (!signedIn) return fetch(address);
  const { fetchWithToken } = await import('./api-client.ts');
  return fetchWithToken(address);
}
