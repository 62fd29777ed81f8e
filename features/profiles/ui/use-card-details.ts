import { endpoints } from '../../../content/endpoints.ts';
import { useById } from '../../../web/use-by-id.ts';
import type { CardDetails } from '../directory/card-details.schema.ts';

/** Loads the viewer-specific details for these players' cards. */
export function useCardDetails(players: readonly { id: string }[], viewerId: string | undefined) {
  const ids = players.map((player) => player.id).join(',');
  return useById<CardDetails>(ids === '' ? undefined : endpoints.cardDetails(ids), 'details', viewerId);
}
