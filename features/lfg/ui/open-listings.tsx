import { lazy, Suspense } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { Listing } from '../lfg.schema.ts';

/** Loaded lazily because most players have no open listing. */
const OpenListingsSection = lazy(async () => ({
  default: (await import('./open-listings-section.tsx')).OpenListingsSection,
}));

/** Shows the player's open listings. Renders nothing if there are none. */
export function OpenListings({ userId }: { userId: string }) {
  const { data } = useQuery(userId, () => browserApi().api.players[':id'].listings.$get({ param: { id: userId } }));
  const listings = (data?.listings ?? []) as Listing[];
  if (listings.length === 0) return null;
  return (
    <Suspense>
      <OpenListingsSection listings={listings} />
    </Suspense>
  );
}
