import { lazy, Suspense } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { useQuery } from '../../../web/use-query.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Listing } from '../lfg.schema.ts';

/** Loaded lazily because most players have no open listing. */
const SeatBadges = lazy(async () => ({ default: (await import('./seats.tsx')).SeatBadges }));

/** Shows the player's open listings. Renders nothing if there are none. */
export function OpenListings({ userId }: { userId: string }) {
  const t = useTranslator();
  const { data } = useQuery(userId, () => browserApi().api.players[':id'].listings.$get({ param: { id: userId } }));
  const listings = (data?.listings ?? []) as Listing[];
  if (listings.length === 0) return null;
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
            <Suspense>
              <SeatBadges listing={listing} />
            </Suspense>
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
