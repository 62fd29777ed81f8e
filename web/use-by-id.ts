import { useEffect, useState } from 'react';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * What is known of some people, by id; asked after the page stands, because public pages are the same for everybody and
 * are kept for a while. Where it fails nothing is known.
 * @param address where it is answered; undefined to ask nothing
 * @param list the answer's field that holds the lines
 * @param viewerId who asks, where the answer is theirs; visitors do not load the account client for it
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
