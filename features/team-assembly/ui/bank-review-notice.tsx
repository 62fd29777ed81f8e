import { atTheBank } from '../../../content/statuses.ts';
import { Notice } from '../../../web/ui/notice.tsx';

/** Nothing of a squad goes on while a bank looks at its payment. */
export function BankReviewNotice() {
  return (
    <Notice tone="gold" title={atTheBank.title}>
      {atTheBank.text}
    </Notice>
  );
}
