import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Listing } from '../lfg.schema.ts';
import { SeatBadges } from './seats.tsx';

/** The open listings of a player. */
export function OpenListingsSection({ listings }: { listings: readonly Listing[] }) {
  const t = useTranslator();
  return (
    <section className="stack" aria-labelledby="open-listings">
      <h2 id="open-listings" className="text-xl">
        {t(messages.openListingsTitle)}
      </h2>
      <div className="card-grid">
        {listings.map((listing) => (
          <Card key={listing.id} className="stack">
            <h3 className="text-base wrap-anywhere">
              <CardLink to={paths.listing(listing.id)}>{listing.title}</CardLink>
            </h3>
            <SeatBadges listing={listing} />
            <p className="text-sm text-muted">
              {t(messages.openListingFacts, {
                modes: joinDetails(t, listing.modes),
                platform: translateValue(t, PLATFORM_LABELS, listing.platform),
                region: translateValue(t, REGION_LABELS, listing.region),
              })}
            </p>
          </Card>
        ))}
      </div>
    </section>
  );
}
