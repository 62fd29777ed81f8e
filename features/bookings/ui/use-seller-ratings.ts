import { useById } from '../../../web/use-by-id.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';

/**
 * Loads seller ratings separately from the seller's page, because a cached page could show an outdated next free hour.
 * @param address endpoint to query; undefined to skip the request
 */
export const useSellerRatings = (address: string | undefined) => useById<SellerRating>(address, 'standings');
