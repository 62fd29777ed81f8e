import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useAuth } from '../../../web/auth-session.ts';
import { OpenListings } from '../../lfg/ui/open-listings.tsx';
import { PlayerRecord } from '../../squads/ui/player-record.tsx';
import { ForHire } from '../ui/for-hire.tsx';
import { SellerRecord } from '../ui/seller-record.tsx';

/** Loaded lazily because visitors have no shared history with anyone. */
const SharedHistoryCard = lazy(async () => ({
  default: (await import('../../squads/ui/shared-history-card.tsx')).SharedHistoryCard,
}));

const Reviews = lazy(async () => ({ default: (await import('../ui/reviews.tsx')).Reviews }));

/** Shows a player's activity and the history they share with the viewer. The parent route passes the user id. */
export default function PlayerActivity() {
  const userId = useOutletContext<string>();
  const { user } = useAuth();
  return (
    <>
      {user && (
        <Suspense>
          <SharedHistoryCard userId={userId} />
        </Suspense>
      )}
      <PlayerRecord userId={userId} />
      <OpenListings userId={userId} />
      <ForHire userId={userId} />
      <SellerRecord userId={userId} />
      <LazyReviews userId={userId} />
    </>
  );
}

/** Distance below the viewport at which the reviews start to load. */
const VIEWPORT_MARGIN = '600px';

/** Loads the reviews only when the viewer scrolls near them, because they're at the bottom of the page. */
function LazyReviews({ userId }: { userId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    // On a slow page, the observer may report several changes at once, so check all of them.
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: VIEWPORT_MARGIN,
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        <Suspense>
          <Reviews subject={{ player: userId }} />
        </Suspense>
      )}
    </div>
  );
}
