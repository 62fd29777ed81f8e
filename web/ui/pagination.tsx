import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';

type PaginationProps = {
  /** URLs keep the filters, so that pages can be linked and indexed. */
  nextTo?: string;
  /** For lists that append the next page instead. */
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
    // The button disappears with the last page. The focus then moves here, where the total is shown.
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
