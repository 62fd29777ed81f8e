import { useOutletContext } from 'react-router';
import { ForHire } from '../ui/for-hire.tsx';
import { KeptPromises } from '../ui/kept-promises.tsx';

/** The part of a player's page that is about hiring them; the page hands down whose it is. */
export default function PlayerOffers() {
  const userId = useOutletContext<string>();
  return (
    <>
      <ForHire userId={userId} />
      <KeptPromises userId={userId} />
    </>
  );
}
