import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Listing } from '../lfg.schema.ts';

/** Shows modes, platform with crossplay, and region. */
export function ListingFacts({
  listing,
}: {
  listing: Pick<Listing, 'modes' | 'platform' | 'allows_crossplay' | 'region'>;
}) {
  const t = useTranslator();
  const platform = translateValue(t, PLATFORM_LABELS, listing.platform);
  return (
    <p className="cluster">
      {listing.modes.map((mode) => (
        <Badge key={mode} tone="cyan">
          {mode}
        </Badge>
      ))}
      <Badge tone="violet" icon="gamepad">
        <span>{listing.allows_crossplay ? t(messages.platformWithCrossplay, { platform }) : platform}</span>
      </Badge>
      <Badge icon="globe">{translateValue(t, REGION_LABELS, listing.region)}</Badge>
    </p>
  );
}
