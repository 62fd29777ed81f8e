import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { OfferCard } from '../bookings.schema.ts';
import { OwnSellerLine } from './own-seller-line.tsx';
import { getTierLabel } from './tier-labels.ts';

/** Shows a player's tier, roles, price and the hire button. */
export function ForHirePanel({ userId, offer }: { userId: string; offer: OfferCard }) {
  const tier = getTierLabel(offer.priceId);
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
      <OwnSellerLine userId={userId} />
    </Panel>
  );
}
