import { lazy, Suspense } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { OfferCard } from '../bookings.schema.ts';

/** Loaded lazily because most players have no offer. */
const ForHirePanel = lazy(async () => ({ default: (await import('./for-hire-panel.tsx')).ForHirePanel }));

/** Shows a player's offer on their profile. Renders nothing for players without one. */
export function ForHire({ userId }: { userId: string }) {
  const { data } = useQuery(userId, () => browserApi().api.hire.offers.$get({ query: { player: userId } }));
  const offer = data?.offers[0] as OfferCard | undefined;
  if (!offer) return null;
  return (
    <Suspense>
      <ForHirePanel userId={userId} offer={offer} />
    </Suspense>
  );
}
