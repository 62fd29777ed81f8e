import { Icon } from '../../../web/ui/icon.tsx';
import { STARS } from '../reviews/review-limits.schema.ts';

/** How many of five stars somebody gave. */
export function Stars({ of }: { of: number }) {
  return (
    <span role="img" aria-label={`${of} of 5 stars`} className="inline-flex gap-1">
      {STARS.map((star) => (
        <Icon key={star} name="star" size={16} className={star <= Math.round(of) ? 'text-gold' : 'text-line'} />
      ))}
    </span>
  );
}
