import { useById } from '../../../web/use-by-id.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';

/**
 * What is known of sellers: pages of sellers are kept for longer than a free hour.
 * @param address where it is answered; undefined to ask nothing
 */
export const useSellerRatings = (address: string | undefined) => useById<SellerRating>(address, 'standings');
