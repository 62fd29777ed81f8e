import { useById } from '../../../web/use-by-id.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';

/**
 * Loads seller ratings. Seller pages are cached for longer than a free hour stays accurate.
 * @param address endpoint to query; undefined to skip the request
 */
export const useSellerRatings = (address: string | undefined) => useById<SellerRating>(address, 'standings');
