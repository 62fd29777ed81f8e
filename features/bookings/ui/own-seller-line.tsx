import { endpoints } from '../../../content/endpoints.ts';
import { SellerLine } from './seller-line.tsx';
import { useSellerRatings } from './use-seller-ratings.ts';

/** What buyers say of one player, and how soon they answer. */
export function OwnSellerLine({ userId }: { userId: string }) {
  const standings = useSellerRatings(endpoints.hireStandings(userId));
  return <SellerLine standing={standings.get(userId)} />;
}
