import { Outlet, useOutletContext } from 'react-router';
import { EarnedRatings } from '../ui/earned-ratings.tsx';

/** Shows a player's ratings above their activity. The parent route passes the user id. */
export default function PlayerRatings() {
  const userId = useOutletContext<string>();
  return (
    <>
      <EarnedRatings userId={userId} />
      <Outlet context={userId} />
    </>
  );
}
