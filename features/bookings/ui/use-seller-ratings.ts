import { useById } from '../../../web/use-by-id.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';

/**
 * Loads seller ratings separately, because seller pages are cached longer than the next free hour stays correct.
 * @param address endpoint to query; undefined to skip the request
 */
export const useSellerRatings = (address: string | undefined) => useById<SellerRating>(address, 'standings');
