import { useEffect, useState } from 'react';
import type { SellerStanding } from '../reviews/reviews.schema.ts';

const NONE: ReadonlyMap<string, SellerStanding> = new Map();

/**
 * What is known of sellers, by id; asked after the page stands, because public pages are kept for longer than a free
 * hour. Where it fails the cards say less.
 * @param address where it is answered; undefined to ask nothing
 */
export function useStandings(address: string | undefined): ReadonlyMap<string, SellerStanding> {
  const [standings, setStandings] = useState(NONE);
  useEffect(() => {
    if (!address) return;
    let current = true;
    // Not through the typed client: it would load the account client for visitors.
    fetch(address)
      .then((answer) => (answer.ok ? answer.json() : { standings: [] }))
      .then((body: { standings: SellerStanding[] }) => {
        if (current) setStandings(new Map(body.standings.map((line) => [line.id, line])));
      })
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [address]);
  return standings;
}
