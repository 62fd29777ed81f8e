import { paths } from '../../../content/paths.ts';
import { formatPrice } from '../../../content/prices.ts';
import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../bookings.messages.ts';
import type { OfferCard } from '../bookings.schema.ts';
import { OwnSellerLine } from './own-seller-line.tsx';
import { getTierLabel } from './tier-labels.ts';

/** Shows a player's tier, roles, price and the hire button. */
export function ForHirePanel({ userId, offer }: { userId: string; offer: OfferCard }) {
  const t = useTranslator();
  const tier = getTierLabel(offer.priceId);
  return (
    <Panel as="section" className="stack" aria-labelledby="for-hire">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="stack gap-1">
          <h2 id="for-hire" className="text-xl">
            {t(messages.forHireTitle)}
          </h2>
          <p className="text-muted">
            {t(messages.forHireTerms, {
              tier: tier?.name ?? '',
              price: formatPrice(t, offer.priceId),
              roles: formatList(t, offer.roles, 'or'),
            })}
          </p>
        </div>
        <ButtonLink to={`${paths.hire}?player=${userId}`}>{t(messages.hireForSevenGames)}</ButtonLink>
      </div>
      {offer.note && <p>{offer.note}</p>}
      <OwnSellerLine userId={userId} />
    </Panel>
  );
}
