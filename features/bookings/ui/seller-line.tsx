import { Moment } from '../../../web/ui/moment.tsx';
import type { SellerRating } from '../reviews/reviews.schema.ts';
import { Stars } from './stars.tsx';

const HOUR_MINUTES = 60;

/** Shown for sellers without reviews and with too few answers to show a reply time. */
const NEW = 'New here: no reviews and few replies yet';

/** Formats a reply time, rounded up. */
function formatReplyTime(minutes: number): string {
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  return `${Math.ceil(minutes / HOUR_MINUTES)} h`;
}

/** Shows a seller's reviews, reply time and next free hour. Reserves the space until they're loaded. */
export function SellerLine({ rating }: { rating: SellerRating | undefined }) {
  return (
    <div className="min-h-17 text-sm text-mist">
      {rating && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            {rating.average === null ? (
              rating.reply_minutes === null ? (
                NEW
              ) : (
                'No reviews yet'
              )
            ) : (
              <>
                <Stars of={rating.average} />
                <span>
                  <strong>{rating.average.toFixed(1)}</strong> from {rating.reviews}{' '}
                  {rating.reviews === 1 ? 'review' : 'reviews'}
                </span>
              </>
            )}
          </p>
          {rating.reply_minutes !== null && <p>Usually replies within {formatReplyTime(rating.reply_minutes)}</p>}
          <p>
            {rating.next_free ? (
              <>
                Next free: <Moment at={rating.next_free} />, your time
              </>
            ) : (
              'No free times coming up'
            )}
          </p>
        </>
      )}
    </div>
  );
}
