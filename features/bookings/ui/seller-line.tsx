import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import * as messages from '../bookings.messages.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';
import { StarRating } from './stars.tsx';

const HOUR_MINUTES = 60;

/** Describes a reply time, rounded up. */
function describeReplyTime(t: Translator, minutes: number): string {
  if (minutes < HOUR_MINUTES) return t(messages.repliesWithinMinutes, { minutes });
  return t(messages.repliesWithinHours, { hours: Math.ceil(minutes / HOUR_MINUTES) });
}

const NextFree = ({ at }: { at: string }) => (
  <RichMessage message={messages.nextFree} values={{ time: () => <Moment at={at} /> }} />
);

/** Shows a seller's reviews, reply time and next free hour. Reserves the space until they're loaded. */
export function SellerLine({ rating }: { rating: SellerRating | undefined }) {
  const t = useTranslator();
  return (
    <div className="min-h-17 text-sm text-muted">
      {rating && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            {rating.average === null ? (
              // A seller without a reply time has answered too rarely to show one.
              t(rating.reply_minutes === null ? messages.newSeller : messages.noReviewsYet)
            ) : (
              <>
                <StarRating of={rating.average} />
                <span>
                  <RichMessage
                    message={messages.averageRating}
                    values={{
                      average: rating.average,
                      reviews: rating.reviews,
                      strong: (children) => <strong>{children}</strong>,
                    }}
                  />
                </span>
              </>
            )}
          </p>
          {rating.reply_minutes !== null && <p>{describeReplyTime(t, rating.reply_minutes)}</p>}
          <p>{rating.next_free ? <NextFree at={rating.next_free} /> : t(messages.noNextFree)}</p>
        </>
      )}
    </div>
  );
}
