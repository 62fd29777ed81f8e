import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';

type PaginationProps = {
  /** URL of the next page, filters included, so it can be linked and indexed. */
  nextTo?: string;
  /** Loads the next page, for lists that append it instead. */
  onNext?: () => void;
  loading?: boolean;
  summary?: string;
  nextLabel?: string;
  className?: string;
};

export function Pagination({
  nextTo,
  onNext,
  loading,
  summary,
  nextLabel = 'Next page',
  className = '',
}: PaginationProps) {
  if (!nextTo && !onNext && !summary) return null;
  return (
    // The button disappears with the last page. The focus then moves to this element, which shows the total.
    <nav aria-label="Pages" className={`pager ${className}`} data-focus-place="">
      <p className="pager-summary" aria-live="polite">
        {summary}
      </p>
      <div className="cluster">
        {nextTo && (
          <ButtonLink to={nextTo} variant="secondary" iconEnd="arrow-right" rel="next">
            {nextLabel}
          </ButtonLink>
        )}
        {!nextTo && onNext && (
          <Button variant="secondary" iconEnd="arrow-right" loading={loading} loadingLabel="Loading" onClick={onNext}>
            {nextLabel}
          </Button>
        )}
      </div>
    </nav>
  );
}
