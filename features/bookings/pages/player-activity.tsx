import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useAuth } from '../../../web/auth-session.ts';
import { OpenListings } from '../../lfg/ui/open-listings.tsx';
import { PlayerRecord } from '../../squads/ui/player-record.tsx';
import { ForHire } from '../ui/for-hire.tsx';
import { KeptPromises } from '../ui/kept-promises.tsx';

/** Visitors have no shared history with anyone yet, so they don't load it. */
const CommonWithMe = lazy(async () => ({
  default: (await import('../../squads/ui/shared-history-card.tsx')).SharedHistoryCard,
}));

const Reviews = lazy(async () => ({ default: (await import('../ui/reviews.tsx')).Reviews }));

/** Shows a player's activity here and the history shared with the viewer. The parent page passes the user id down. */
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
      <NearReviews userId={userId} />
    </>
  );
}

/** How far below the viewport the next section is prefetched. */
const NEAR = '600px';

/** Reviews are at the bottom of the page, so they load only when the viewer scrolls near them. */
function NearReviews({ userId }: { userId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: NEAR });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        <Suspense>
          <Reviews whose={{ player: userId }} />
        </Suspense>
      )}
    </div>
  );
}
