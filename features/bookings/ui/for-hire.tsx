import { lazy, Suspense, useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { OfferCard } from '../bookings.schema.ts';

/** Most players offer nothing: what is said of those who do comes with it. */
const ForHirePanel = lazy(async () => ({ default: (await import('./for-hire-panel.tsx')).ForHirePanel }));

/** What a player offers on their profile; nothing for everybody else. */
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
