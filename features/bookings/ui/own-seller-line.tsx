import { endpoints } from '../../../content/endpoints.ts';
import { SellerLine } from './seller-line.tsx';
import { useSellerRatings } from './use-seller-ratings.ts';

/** A player's reviews and reply time. */
export function OwnSellerLine({ userId }: { userId: string }) {
  const ratings = useSellerRatings(endpoints.hireRatings(userId));
  return <SellerLine rating={ratings.get(userId)} />;
}
