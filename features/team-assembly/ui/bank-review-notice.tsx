import { underReview } from '../../../content/statuses.ts';
import { Notice } from '../../../web/ui/notice.tsx';

/** Shows that the team is paused while its payment is under bank review. */
export function BankReviewNotice() {
  return (
    <Notice tone="gold" title={underReview.title}>
      {underReview.text}
    </Notice>
  );
}
