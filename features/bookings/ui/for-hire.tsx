import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { OfferCard } from '../bookings.schema.ts';
import { tierOf } from './tier-words.ts';

/** Most players offer nothing: what is said of those who do comes with it. */
const OwnSellerLine = lazy(async () => ({ default: (await import('./own-seller-line.tsx')).OwnSellerLine }));

/** What a player offers on their profile: tier, roles, price and the way to hire them. Nothing for everybody else. */
export function ForHire({ userId }: { userId: string }) {
  const [offer, setOffer] = useState<OfferCard>();
  useEffect(() => {
    unwrap(browserApi().api.hire.offers.$get({ query: { player: userId } }))
      .then((page) => setOffer((page.offers as OfferCard[])[0]))
      .catch(() => {});
  }, [userId]);
  if (!offer) return null;
  const tier = tierOf(offer.priceId);
  return (
    <Panel as="section" className="stack" aria-labelledby="for-hire">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="stack gap-1">
          <h2 id="for-hire" className="text-xl">
            For hire
          </h2>
          <p className="text-mist">
            {tier?.name}, {tier?.price} for seven games as {offer.roles.join(' or ')}.
          </p>
        </div>
        <ButtonLink to={`${paths.hire}?player=${userId}`}>Hire for 7 games</ButtonLink>
      </div>
      {offer.note && <p>{offer.note}</p>}
      <Suspense>
        <OwnSellerLine userId={userId} />
      </Suspense>
    </Panel>
  );
}
