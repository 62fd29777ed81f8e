import { Moment } from '../../../web/ui/moment.tsx';
import type { SellerRating } from '../reviews/reviews.schema.ts';
import { Stars } from './stars.tsx';

const HOUR_MINUTES = 60;

/** Of somebody with no review, and too few answers to say how fast they are. */
const NEW = 'New here: no reviews and few answers yet';

/** How long an answer takes, never shorter than it is. */
function formatReplyTime(minutes: number): string {
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  return `${Math.ceil(minutes / HOUR_MINUTES)} h`;
}

/** What others say of a seller, how fast they answer, and when they are free next; its place is kept until it is known. */
export function SellerLine({ standing }: { standing: SellerRating | undefined }) {
  return (
    <div className="min-h-17 text-sm text-mist">
      {standing && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            {standing.average === null ? (
              standing.reply_minutes === null ? (
                NEW
              ) : (
                'No review yet'
              )
            ) : (
              <>
                <Stars of={standing.average} />
                <span>
                  <strong>{standing.average.toFixed(1)}</strong> from {standing.reviews}{' '}
                  {standing.reviews === 1 ? 'review' : 'reviews'}
                </span>
              </>
            )}
          </p>
          {standing.reply_minutes !== null && <p>Usually answers within {formatReplyTime(standing.reply_minutes)}</p>}
          <p>
            {standing.next_free ? (
              <>
                Free next: <Moment at={standing.next_free} />, your time
              </>
            ) : (
              'No free hour in sight'
            )}
          </p>
        </>
      )}
    </div>
  );
}
