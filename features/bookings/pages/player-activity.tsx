import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { useAuth } from '../../../web/session.ts';
import { OpenListings } from '../../lfg/ui/open-listings.tsx';
import { PlayerRecord } from '../../squads/ui/player-record.tsx';
import { ForHire } from '../ui/for-hire.tsx';
import { KeptPromises } from '../ui/kept-promises.tsx';

/** Visitors have nothing in common with anybody yet, and do not load it. */
const CommonWithMe = lazy(async () => ({ default: (await import('../../squads/ui/common-with-me.tsx')).CommonWithMe }));

/** Comes after the page stands, below everything else. */
const Reviews = lazy(async () => ({ default: (await import('../ui/reviews.tsx')).Reviews }));

/** What a player does here, and with whoever looks; the page hands down whose it is. */
export default function PlayerActivity() {
  const userId = useOutletContext<string>();
  const { user } = useAuth();
  return (
    <>
      {user && (
        <Suspense>
          <CommonWithMe userId={userId} />
        </Suspense>
      )}
      <PlayerRecord userId={userId} />
      <OpenListings userId={userId} />
      <ForHire userId={userId} />
      <KeptPromises userId={userId} />
      <Suspense>
        <Reviews whose={{ player: userId }} />
      </Suspense>
    </>
  );
}
