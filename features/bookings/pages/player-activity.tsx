import { useOutletContext } from 'react-router';
import { OpenListings } from '../../lfg/ui/open-listings.tsx';
import { CommonWithMe } from '../../squads/ui/common-with-me.tsx';
import { PlayerRecord } from '../../squads/ui/player-record.tsx';
import { ForHire } from '../ui/for-hire.tsx';
import { KeptPromises } from '../ui/kept-promises.tsx';

/** What a player does here, and with whoever looks; the page hands down whose it is. */
export default function PlayerActivity() {
  const userId = useOutletContext<string>();
  return (
    <>
      <CommonWithMe userId={userId} />
      <PlayerRecord userId={userId} />
      <OpenListings userId={userId} />
      <ForHire userId={userId} />
      <KeptPromises userId={userId} />
    </>
  );
}
