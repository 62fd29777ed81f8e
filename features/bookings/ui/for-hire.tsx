import { lazy, Suspense, useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { OfferCard } from '../bookings.schema.ts';

/** Most players have no offer, so load this only for those who do. */
const ForHirePanel = lazy(async () => ({ default: (await import('./for-hire-panel.tsx')).ForHirePanel }));

/** Shows a player's offer on their profile. Renders nothing for players without one. */
export function ForHire({ userId }: { userId: string }) {
  const [offer, setOffer] = useState<OfferCard>();
  useEffect(() => {
    unwrap(browserApi().api.hire.offers.$get({ query: { player: userId } }))
      .then((page) => setOffer((page.offers as OfferCard[])[0]))
      .catch(() => {});
  }, [userId]);
  if (!offer) return null;
  return (
    <Suspense>
      <ForHirePanel userId={userId} offer={offer} />
    </Suspense>
  );
}
