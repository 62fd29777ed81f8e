import { Badge } from '../../../web/ui/badge.tsx';
import type { Listing } from '../lfg.schema.ts';

/** Shows modes, platform with crossplay, and region. */
export function ListingFacts({
  listing,
}: {
  listing: Pick<Listing, 'modes' | 'platform' | 'allows_crossplay' | 'region'>;
}) {
  return (
    <p className="cluster">
      {listing.modes.map((mode) => (
        <Badge key={mode} tone="cyan">
          {mode}
        </Badge>
      ))}
      <Badge tone="violet" icon="gamepad">
        <span>{listing.allows_crossplay ? `${listing.platform} (Crossplay OK)` : listing.platform}</span>
      </Badge>
      <Badge icon="globe">{listing.region}</Badge>
    </p>
  );
}
