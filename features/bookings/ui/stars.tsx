import { useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../bookings.messages.ts';
import { MAX_STARS } from '../reviews/review-limits.schema.ts';

const STAR_COUNT = MAX_STARS.length;

/** Shows a rating or an average out of five stars. A fraction fills a star partially. */
export function StarRating({ of }: { of: number }) {
  const t = useTranslator();
  return (
    <span
      role="img"
      aria-label={t(messages.starRating, { rating: of, stars: STAR_COUNT })}
      className="relative inline-flex"
    >
      <span className="inline-flex gap-1 text-line">
        <FiveStars />
      </span>
      <span
        className="absolute inset-y-0 start-0 inline-flex gap-1 overflow-hidden text-gold *:shrink-0 *:fill-current"
        style={{ width: `${(100 * of) / STAR_COUNT}%` }}
      >
        <FiveStars />
      </span>
    </span>
  );
}

const FiveStars = () => MAX_STARS.map((star) => <Icon key={star} name="star" size={16} />);
