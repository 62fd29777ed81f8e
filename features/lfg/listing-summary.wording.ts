import type { Translator } from '../../messages/translator.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../profiles/game-labels.schema.ts';
import * as messages from './lfg.messages.ts';
import type { Listing } from './lfg.schema.ts';

type SummaryInput = Pick<
  Listing,
  'needed_positions' | 'filled_positions' | 'modes' | 'platform' | 'allows_crossplay' | 'region' | 'owner'
>;

/** Summarizes a listing in one sentence, for search engines and chat clients. */
export function formatListingSummary(t: Translator, listing: SummaryInput): string {
  const openPositions = listing.needed_positions.filter((position) => !listing.filled_positions.includes(position));
  const platform = translateValue(t, PLATFORM_LABELS, listing.platform);
  const facts = {
    owner: listing.owner.display_name,
    modes: listing.modes.join(', '),
    platform: listing.allows_crossplay ? t(messages.platformWithCrossplay, { platform }) : platform,
    region: translateValue(t, REGION_LABELS, listing.region),
  };
  return openPositions.length > 0
    ? t(messages.summaryOpen, { ...facts, positions: openPositions.join(', ') })
    : t(messages.summaryFilled, facts);
}
