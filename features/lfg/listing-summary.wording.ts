import type { Listing } from './lfg.schema.ts';

type SummaryInput = Pick<
  Listing,
  'needed_positions' | 'filled_positions' | 'modes' | 'platform' | 'allows_crossplay' | 'region' | 'owner'
>;

/** Summarizes a listing in one sentence, for search engines and chat clients. */
export function formatListingSummary(listing: SummaryInput): string {
  const open = listing.needed_positions.filter((position) => !listing.filled_positions.includes(position));
  const seats = open.length > 0 ? `needs ${open.join(', ')}` : 'has all spots filled';
  const crossplay = listing.allows_crossplay ? ' (Crossplay OK)' : '';
  return `${listing.owner.display_name} ${seats} for ${listing.modes.join(', ')} on ${listing.platform}${crossplay}, ${listing.region}. See when they play and apply.`;
}
