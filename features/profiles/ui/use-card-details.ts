import { useEffect, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import type { CardDetails } from '../directory/card-details.schema.ts';

const NONE: ReadonlyMap<string, CardDetails> = new Map();

/**
 * What the cards of some players say of them and of whoever looks, by id; asked after the page stands, because public
 * pages are the same for everybody. Where it fails the cards say less.
 */
export function useCardDetails(
  players: readonly { id: string }[],
  viewerId: string | undefined,
): ReadonlyMap<string, CardDetails> {
  const [details, setDetails] = useState(NONE);
  const ids = players.map((player) => player.id).join(',');
  useEffect(() => {
    if (ids === '') return;
    let current = true;
    read(endpoints.cardDetails(ids), viewerId !== undefined)
      .then((answer) => (answer.ok ? answer.json() : { details: [] }))
      .then((body: { details: CardDetails[] }) => {
        if (current) setDetails(new Map(body.details.map((line) => [line.id, line])));
      })
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [ids, viewerId]);
  return details;
}

/** Visitors do not load the account client for it. */
async function read(address: string, signedIn: boolean): Promise<Response> {
  if (!signedIn) return fetch(address);
  const { fetchWithToken } = await import('../../../web/api-client.ts');
  return fetchWithToken(address);
}
