import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';
import * as messages from './ui.messages.ts';

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
  nextLabel: ownNextLabel,
  className = '',
}: PaginationProps) {
  const t = useTranslator();
  const nextLabel = ownNextLabel ?? t(messages.nextPage);
  if (!nextTo && !onNext && !summary) return null;
  return (
    // The button disappears with the last page. The focus then moves here, where the total is shown.
    <nav aria-label={t(messages.pages)} className={`pager ${className}`} data-focus-place="">
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
          <Button
            variant="secondary"
            iconEnd="arrow-right"
            loading={loading}
            loadingLabel={t(messages.loading)}
            onClick={onNext}
          >
            {nextLabel}
          </Button>
        )}
      </div>
    </nav>
  );
}
