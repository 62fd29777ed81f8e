import { useById } from '../../../web/use-by-id.ts';
import type { SellerStanding } from '../reviews/reviews.schema.ts';

/**
 * What is known of sellers: pages of sellers are kept for longer than a free hour.
 * @param address where it is answered; undefined to ask nothing
 */
export const useStandings = (address: string | undefined) => useById<SellerStanding>(address, 'standings');
